// @ts-check
import { launch } from "../bin/launch.mjs";

/*
 * node scripts/run.mjs [--development] FILE [ARGUMENT...]: runs a TypeScript file of this project, named from its root, with Node 24.
 * --development: what it needs beyond what users need is installed first.
 */

const given = process.argv.slice(2);
const forDevelopment = given[0] === "--development";
const [file = "", ...args] = forDevelopment ? given.slice(1) : given;

await launch({ file, args, flags: [], forDevelopment });
