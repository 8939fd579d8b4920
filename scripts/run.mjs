// @ts-check
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "../bin/launch/launch.mjs";

/*
 * node scripts/run.mjs [--development] FILE [ARGUMENT...]: runs a TypeScript file of this project, named from its root, with Node 24.
 * --development: what it needs beyond what users need is installed first.
 */

const DEVELOPMENT = "--development";
const given = process.argv.slice(2);
const forDevelopment = given[0] === DEVELOPMENT;
const [file = "", ...args] = forDevelopment ? given.slice(1) : given;

await launch({
  root: join(dirname(fileURLToPath(import.meta.url)), ".."),
  file: file.replace(/\.ts$/, ""),
  args,
  flags: [],
  isScript: true,
  forDevelopment,
});
