// Validates SARIF logs against the schema of the standard, and what the schema cannot say:
//   - each result names a rule of the catalogue by identifier and by index;
//   - each place lies in its file: the lines exist, and its end does not precede its start;
//   - the logs together have results with and without a place, related places and fixes, so that each shape was seen.
// A log with a mistake has to be refused, so that the validator is known to look.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const Ajv = require("ajv");
const schema = require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");

// The schema is written in draft 04. Its formats are `uri` and the like, which the validator knows.
const ajv = new Ajv({ schemaId: "id", meta: false, allErrors: true });
ajv.addMetaSchema(require("ajv/lib/refs/json-schema-draft-04.json"));
const validate = ajv.compile(schema);

const problems = [];
const seen = { results: 0, places: 0, related: 0, fixes: 0 };

/** The lines of a result's file, or `null` where it is no file with lines. */
async function lines(location, base) {
  const url = new URL(location.artifactLocation.uri, base);
  try {
    return (await readFile(fileURLToPath(url), "utf8")).split("\n");
  } catch {
    return null;
  }
}

async function checkRegion(region, location, base, name) {
  const text = await lines(location, base);
  const { startLine, startColumn = 1, endLine = startLine, endColumn = Infinity } = region;
  const isOrdered = endLine > startLine || (endLine === startLine && endColumn >= startColumn);
  if (!isOrdered) problems.push(`${name}: a region ends before it starts: ${JSON.stringify(region)}`);
  if (text && endLine > text.length) problems.push(`${name}: line ${endLine} of ${text.length} lines`);
}

async function checkResult(result, rules, base, name) {
  seen.results += 1;
  if (rules[result.ruleIndex]?.id !== result.ruleId) {
    problems.push(`${name}: rule ${result.ruleIndex} is not ${result.ruleId}`);
  }
  for (const { physicalLocation } of [...result.locations, ...(result.relatedLocations ?? [])]) {
    if (physicalLocation.region.startColumn) seen.places += 1;
    await checkRegion(physicalLocation.region, physicalLocation, base, name);
  }
  seen.related += result.relatedLocations?.length ?? 0;
  for (const fix of result.fixes ?? []) {
    seen.fixes += 1;
    for (const change of fix.artifactChanges) {
      for (const { deletedRegion } of change.replacements) {
        await checkRegion(deletedRegion, change, base, name);
      }
    }
  }
}

for (const path of process.argv.slice(2)) {
  const log = JSON.parse(await readFile(path, "utf8"));
  const name = basename(path);
  if (!validate(log)) problems.push(...validate.errors.map((error) => `${name}${error.dataPath}: ${error.message}`));
  const base = `file://${process.cwd()}/`;
  for (const { tool, results } of log.runs) {
    for (const result of results) await checkResult(result, tool.driver.rules, base, name);
  }
  log.runs[0].tool.driver.rules[0].level = "error";
  if (validate(log)) problems.push(`${name}: an unknown property was not noticed`);
}
for (const [what, number] of Object.entries(seen)) {
  if (number === 0) problems.push(`no log has any ${what}`);
}
if (seen.places >= seen.results + seen.related) problems.push("every result has a place");

for (const problem of problems) console.error(problem);
console.log(`${seen.results} results, ${seen.places} places, ${seen.related} related places, ${seen.fixes} fixes`);
console.log(problems.length === 0 ? "SARIF is valid" : `SARIF has ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
