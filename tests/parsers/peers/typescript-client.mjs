// The TypeScript client, asked as a host asks it: it reads `SKILL.md` from a server and compares the frontmatter with
// that of the entry. The server is played by this script.
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { SKILLS_EXTENSION_ID, SkillVerificationError, SkillsClient } from "@modelcontextprotocol/client/ext/skills";

import { parsed, serve, versionOf } from "./answer.mjs";

let served = "";

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { resources: {}, extensions: { [SKILLS_EXTENSION_ID]: {} } },
    serverInfo: { name: "files", version: "0" },
  }),
  "resources/read": ({ uri }) => ({ contents: [{ uri, mimeType: "text/markdown", text: served }] }),
};

async function connect() {
  const [near, far] = InMemoryTransport.createLinkedPair();
  far.onmessage = ({ id, method, params }) => {
    if (id !== undefined) far.send({ jsonrpc: "2.0", id, result: results[method](params) });
  };
  await far.start();
  const client = new Client({ name: "parsers", version: "0" });
  await client.connect(near);
  return new SkillsClient(client);
}

const skills = await connect();

/** `expected` is the frontmatter of the entry, `file` the text of its `SKILL.md`. */
async function answer({ file, expected }) {
  served = file;
  const frontmatter = JSON.parse(expected);
  const skill = { uri: `skill://${frontmatter.name}/SKILL.md`, frontmatter, resources: "dynamic" };
  try {
    return parsed((await skills.read(skill)).frontmatter);
  } catch (error) {
    if (!(error instanceof SkillVerificationError) || error.reason !== "frontmatter") return { refused: String(error) };
    const { differences, message } = error;
    return differences.length > 0 ? { other: differences.join("; ") } : { refused: message.replace(/^.*cannot be read: (line \d+: )?/, "") };
  }
}

await serve("TypeScript client", versionOf("@modelcontextprotocol/client"), answer);
