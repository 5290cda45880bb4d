// Runs each scenario of expected.json against a server, and compares every check with it:
//   - a scenario has to produce exactly the number of checks written there, so that none disappears;
//   - each check has to be SUCCESS, apart from those listed under `exceptions` with their status, a part of what the
//     suite says about them, and the reason why this is right;
//   - each listed exception has to occur, so that the list cannot outlive its reasons;
//   - a scenario that is marked `strict` may not list any.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const SUITE = join(import.meta.dirname, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const PROTOCOL = "2026-07-28";

/** The suite's checks for one scenario, and what it printed. Without `--force` it skips extensions with status 0. */
async function runScenario(url, scenario) {
  const results = await mkdtemp(join(tmpdir(), "conformance-"));
  try {
    const options = ["--spec-version", PROTOCOL, "--force", "--output-dir", results];
    const printed = await printedBy([SUITE, "server", "--url", url, "--scenario", scenario, ...options]);
    const files = await readdir(results, { recursive: true });
    const report = files.find((file) => basename(file) === "checks.json");
    return { checks: report ? JSON.parse(await readFile(join(results, report), "utf8")) : [], printed };
  } finally {
    await rm(results, { recursive: true });
  }
}

/** What a Node script prints. Its exit status says less than its checks, so it is not looked at. */
function printedBy(command) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    child.stdout.on("data", (data) => (printed += data));
    child.stderr.on("data", (data) => (printed += data));
    child.on("error", reject);
    child.on("close", () => resolve(printed));
  });
}

const describe = ({ id, name, status }) => `${status} ${id}${name && name !== id ? ` (${name})` : ""}`;

const covers = (exception, check) =>
  describe(exception) === describe(check) && (check.errorMessage ?? "").includes(exception.says ?? "");

/** The deviations of one scenario's checks from what is expected, as lines of text. */
function compare({ checks: count, strict, exceptions = [] }, checks) {
  const deviations = [];
  if (checks.length !== count) {
    deviations.push(`${checks.length} checks ran (expected ${count})`);
  }
  if (strict && exceptions.length > 0) {
    deviations.push("a strict scenario lists exceptions");
  }
  const open = [...exceptions];
  for (const check of checks.filter(({ status }) => status !== "SUCCESS")) {
    const at = open.findIndex((exception) => covers(exception, check));
    if (at < 0) {
      deviations.push(`${describe(check)}: ${check.errorMessage ?? check.description}`);
    } else {
      open.splice(at, 1);
    }
  }
  for (const exception of open) {
    deviations.push(`${describe(exception)} is listed and did not occur: remove it from expected.json`);
  }
  for (const exception of exceptions.filter(({ reason }) => !reason)) {
    deviations.push(`${describe(exception)} is listed without a reason`);
  }
  return deviations;
}

const row = (...cells) => console.log(cells[0].padEnd(32), ...cells.slice(1).map((cell) => String(cell).padStart(10)));

const url = process.argv[2];
const expected = JSON.parse(await readFile(join(import.meta.dirname, "expected.json"), "utf8"));
const failed = [];
row("scenario", "checks", "passed", "excepted", "deviations");
for (const [scenario, expectation] of Object.entries(expected)) {
  const { checks, printed } = await runScenario(url, scenario);
  const deviations = compare(expectation, checks);
  const passed = checks.filter(({ status }) => status === "SUCCESS").length;
  row(scenario, checks.length, passed, expectation.exceptions?.length ?? 0, deviations.length);
  if (deviations.length > 0) {
    failed.push({ scenario, deviations, printed: checks.length > 0 ? "" : printed });
  }
}
for (const { scenario, deviations, printed } of failed) {
  console.log(`\n${scenario}:`);
  deviations.forEach((deviation) => console.log(`  ${deviation}`));
  if (printed) console.log(printed);
}
process.exitCode = failed.length > 0 ? 1 : 0;
