// The npm package `js-yaml`; its argument is the folder of the version to ask.
import { readingOf, serve, versionOf } from "./answer.mjs";

const folder = process.argv[2];
const { load } = await import(folder);

const version = versionOf(folder);
await serve(`js-yaml ${version.split(".")[0]}`, version, readingOf((text) => load(text)));
