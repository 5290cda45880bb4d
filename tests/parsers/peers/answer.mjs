// The conversation with the driver: a line with versions first, then a line of readings for each line of questions.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** What keeps a value from being JSON as it stands; `undefined` when nothing does. */
function notJson(value) {
  if (value === null || typeof value === "boolean") return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : String(value);
  if (typeof value === "string") return value.isWellFormed() ? undefined : JSON.stringify(value);
  if (Array.isArray(value)) return value.map(notJson).find(Boolean);
  if (typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.entries(value).flat().map(notJson).find(Boolean);
  }
  return `${value?.constructor?.name ?? typeof value} ${String(value)}`;
}

/** A parsed value as the driver reads it. */
export function parsed(value) {
  const other = notJson(value);
  return other === undefined ? { json: JSON.stringify(value) } : { other };
}

/** What `parse` makes of a text, a refusal included. */
export function readingOf(parse) {
  return (text) => {
    try {
      return parsed(parse(text));
    } catch (error) {
      return { refused: error.reason ?? error.code ?? error.message };
    }
  };
}

/** The installed version of a package. */
export function versionOf(folder) {
  const manifest = new URL(`../node_modules/${folder}/package.json`, import.meta.url);
  return `${JSON.parse(readFileSync(manifest, "utf8")).version} on Node.js ${process.versions.node}`;
}

export async function serve(name, version, answer) {
  console.log(JSON.stringify({ name, version }));
  for await (const line of createInterface({ input: process.stdin })) {
    const readings = [];
    for (const question of JSON.parse(line)) readings.push(await answer(question));
    console.log(JSON.stringify(readings));
  }
}
