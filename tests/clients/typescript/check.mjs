// The official TypeScript client against a server, over HTTP and over stdio, in both of the protocol's eras. What the
// server says is judged by the client's own code: it refuses invalid entries while it lists, and a file whose size,
// digest or frontmatter differs from its entry while it reads.
import { deepStrictEqual, ok, rejects } from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { DIRECTORY_MIME_TYPE, SkillVerificationError, SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [url, command] = process.argv.slice(2);
const TRANSPORTS = {
  http: () => new StreamableHTTPClientTransport(new URL(url)),
  stdio: () => new StdioClientTransport({ command, args: ["stdio"], stderr: "ignore" }),
};
// `legacy` is this client's default: the handshake of protocol 2025-11-25.
const PROTOCOLS = { "2025-11-25": "legacy", "2026-07-28": { pin: "2026-07-28" } };

/** Reads every file of a skill, and says how many there were and how many verifications they passed. */
async function readFiles(skills, skill) {
  const counts = { files: 0, verified: 0 };
  for (const { uri } of skill.resources) {
    const file = await skills.read(skill, uri);
    ok(file.verified, `${uri} was read and not verified`);
    counts.files += 1;
    counts.verified += 1;
    if (uri === skill.uri) {
      deepStrictEqual(file.frontmatter, skill.frontmatter);
      counts.verified += 1;
    }
  }
  return counts;
}

/** The URIs of all files below a directory, by way of `resources/directory/read`. */
async function filesBelow(skills, directory) {
  const { resources } = await skills.readDirectory(directory);
  const found = resources.map(({ uri, mimeType }) =>
    mimeType === DIRECTORY_MIME_TYPE ? filesBelow(skills, uri) : [uri],
  );
  return (await Promise.all(found)).flat();
}

/** Makes sure that the client would have noticed a wrong file: with another digest it has to refuse the same bytes. */
async function refusesAnotherDigest(skills, skill) {
  const changed = structuredClone(skill);
  changed.resources[0].digest = `sha256:${"0".repeat(64)}`;
  const reason = ({ name, reason }) => name === SkillVerificationError.name && reason === "digest";
  await rejects(skills.read(changed, changed.resources[0].uri), reason);
}

async function checkSkills(client) {
  const skills = new SkillsClient(client);
  ok(skills.supported && skills.directoryRead, "the server does not declare skills with directory reads");
  const { skills: entries } = await skills.list();
  ok(entries.length > 0, "the server lists no skills");
  const total = { skills: entries.length, files: 0, verified: 0 };
  for (const entry of entries) {
    const { skill } = await skills.get(entry.uri);
    deepStrictEqual(skill, entry, `${entry.uri} differs between list and get`);
    const { files, verified } = await readFiles(skills, skill);
    const listed = skill.resources.map(({ uri }) => uri);
    const found = await filesBelow(skills, skill.uri.slice(0, -"/SKILL.md".length));
    deepStrictEqual(found.toSorted(), listed.toSorted(), `the directory of ${entry.uri} differs from its entry`);
    total.files += files;
    total.verified += verified;
  }
  await refusesAnotherDigest(skills, entries[0]);
  return total;
}

async function check(transport, protocol) {
  const client = new Client(
    { name: "skills-tests", version: "0.0.0" },
    { versionNegotiation: { mode: PROTOCOLS[protocol] } },
  );
  await client.connect(TRANSPORTS[transport]());
  try {
    deepStrictEqual(client.getNegotiatedProtocolVersion(), protocol);
    return await checkSkills(client);
  } finally {
    await client.close();
  }
}

const row = (...cells) => console.log(...cells.map((cell) => String(cell).padEnd(12)));

row("transport", "protocol", "skills", "files read", "verifications passed");
for (const transport of Object.keys(TRANSPORTS)) {
  for (const protocol of Object.keys(PROTOCOLS)) {
    try {
      const { skills, files, verified } = await check(transport, protocol);
      row(transport, protocol, skills, files, verified);
    } catch (error) {
      row(transport, protocol, "failed:", error.stack ?? error);
      process.exitCode = 1;
    }
  }
}
