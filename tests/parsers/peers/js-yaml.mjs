// The npm package `js-yaml`; its argument is the folder of the version to ask.
import { readingOf, serve, versionOf } from "./answer.mjs";

const folder = process.argv[2];
const { load } = await import(folder);

await serve("js-yaml", versionOf(folder), readingOf((text) => load(text)));
