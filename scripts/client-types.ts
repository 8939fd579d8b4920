import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { states } from "../src/states/index.ts";
import { clientFiles } from "./client-types/files.ts";
import { formatted } from "./client-types/formatted.ts";

/* npm run client-types: writes the types of the client from the declarations that serve requests. */

const FOLDER = join(import.meta.dirname, "../client/src/generated");

mkdirSync(FOLDER, { recursive: true });
const files = clientFiles(states);
for (const name of readdirSync(FOLDER)) if (!files.has(name)) rmSync(join(FOLDER, name));
for (const [name, text] of files) writeFileSync(join(FOLDER, name), formatted(name, text));
console.log(`client/src/generated: ${files.size} files`);
