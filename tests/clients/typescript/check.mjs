// The official TypeScript client against a server, over HTTP and over stdio, in both of the protocol's eras. What the
// server says is judged by the client's own code: it refuses invalid entries while it lists, and a file whose size,
// digest or frontmatter differs from its entry while it reads.
import { deepStrictEqual, ok, rejects } from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { DIRECTORY_MIME_TYPE, SkillVerificationError, SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [url, token, command, ...args] = process.argv.slice(2);
const http = (headers) => () => new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
// A server on standard streams has one caller, who started it.
const CONNECTIONS = [
  { transport: "http", caller: "staff", open: http({ Authorization: `Bearer ${token}` }) },
  { transport: "http", caller: "other", open: http({}) },
  { transport: "stdio", caller: "local", open: () => new StdioClientTransport({ command, args, stderr: "ignore" }) },
];
// `legacy` is this client's default: the handshake of protocol 2025-11-25.
const PROTOCOLS = { "2025-11-25": "legacy", "2026-07-28": { pin: "2026-07-28" } };
const PAGE_SIZE = 2;

const isForStaff = ({ frontmatter }) => frontmatter.metadata?.audience === "staff";

/** Every entry, page by page as the server gives them, and how many pages there were. An empty cursor starts over. */
async function listPages(skills) {
  const entries = [];
  let pages = 0;
  for (let cursor = ""; cursor !== undefined; pages += 1) {
    const page = await skills.list({ cursor });
    ok(page.skills.length <= PAGE_SIZE, `a page of ${page.skills.length} skills`);
    entries.push(...page.skills);
    cursor = page.nextCursor;
  }
  return { entries, pages };
}

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

async function checkSkill(skills, entry) {
  const { skill } = await skills.get(entry.uri);
  deepStrictEqual(skill, entry, `${entry.uri} differs between list and get`);
  const counts = await readFiles(skills, skill);
  const listed = skill.resources.map(({ uri }) => uri);
  const found = await filesBelow(skills, skill.uri.slice(0, -"/SKILL.md".length));
  deepStrictEqual(found.toSorted(), listed.toSorted(), `the directory of ${entry.uri} differs from its entry`);
  return counts;
}

async function checkSkills(client) {
  const skills = new SkillsClient(client);
  ok(skills.supported && skills.directoryRead, "the server does not declare skills with directory reads");
  const { skills: all } = await skills.list();
  const { entries, pages } = await listPages(skills);
  deepStrictEqual(entries, all, "the pages differ from the whole list");
  ok(pages > 1, "the server lists everything on one page");
  const total = { entries, pages, files: 0, verified: 0 };
  for (const entry of entries) {
    const { files, verified } = await checkSkill(skills, entry);
    total.files += files;
    total.verified += verified;
  }
  await refusesAnotherDigest(skills, entries[0]);
  return total;
}

/** A2, D10: whoever may not see a skill is refused as if there were none. */
async function refusesConcealed(client, skill) {
  const skills = new SkillsClient(client);
  const refused = ({ code }) => code === -32602;
  await rejects(skills.get(skill.uri), refused);
  for (const { uri } of skill.resources) await rejects(client.readResource({ uri }), refused);
}

async function connected(open, protocol, use) {
  const client = new Client(
    { name: "skills-tests", version: "0.0.0" },
    { versionNegotiation: { mode: PROTOCOLS[protocol] } },
  );
  await client.connect(open());
  try {
    deepStrictEqual(client.getNegotiatedProtocolVersion(), protocol);
    return await use(client);
  } finally {
    await client.close();
  }
}

for (const protocol of Object.keys(PROTOCOLS)) {
  let everything;
  for (const { transport, caller, open } of CONNECTIONS) {
    const { entries, pages, files, verified } = await connected(open, protocol, checkSkills);
    everything ??= entries;
    const concealed = caller === "other" ? everything.filter(isForStaff) : [];
    deepStrictEqual(entries, everything.filter((entry) => !concealed.includes(entry)));
    if (caller === "other") ok(concealed.length >= 2, "too few skills to conceal");
    for (const skill of concealed) await connected(open, protocol, (client) => refusesConcealed(client, skill));
    console.log(["typescript", transport, protocol, caller, entries.length, pages, files, verified].join("\t"));
  }
}
