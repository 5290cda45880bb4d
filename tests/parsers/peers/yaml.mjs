// The npm package `yaml`, with the settings that it has by itself.
import { parse } from "yaml";

import { readingOf, serve, versionOf } from "./answer.mjs";

await serve("npm yaml", versionOf("yaml"), readingOf((text) => parse(text, { logLevel: "error" })));
