import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isolatedDeclarationSync } from "rolldown/experimental";
import { transformSync } from "rolldown/utils";
import { writeClientTypes } from "./client-types.ts";

/*
 * npm run client: builds client/dist, which is what `npm pack ./client` packs. The types are checked by the tests; each file has its
 * declarations by itself (isolatedDeclarations).
 */

const CLIENT = join(import.meta.dirname, "../client");
const SOURCE = join(CLIENT, "src");
const DIST = join(CLIENT, "dist");

/** Node 20. */
const TARGET = "es2022";

await writeClientTypes();
rmSync(DIST, { recursive: true, force: true });
const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
for (const file of files) {
  const text = readFileSync(join(SOURCE, file), "utf8");
  const declarations = isolatedDeclarationSync(file, text);
  const code = transformSync(file, text, { target: TARGET, typescript: { rewriteImportExtensions: true } });
  const [error] = [...declarations.errors, ...code.errors];
  if (error !== undefined) throw new Error(`client/src/${file} cannot be built: ${error.message}`);
  const out = join(DIST, file.replace(/\.ts$/, ""));
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(`${out}.d.ts`, declarations.code.replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
  writeFileSync(`${out}.js`, code.code);
}
console.log(`client/dist: ${files.length} files. Pack them with: npm pack ./client`);
