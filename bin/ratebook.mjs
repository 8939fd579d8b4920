#!/usr/bin/env node
// @ts-check
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./launch/launch.mjs";
import { RATEBOOK_FLAGS } from "./launch/surroundings.mjs";

/* The ratebook command on every platform; npm makes a command of it that cmd and PowerShell know. */

await launch({
  root: join(dirname(fileURLToPath(import.meta.url)), ".."),
  file: "src/cli/main",
  args: process.argv.slice(2),
  flags: RATEBOOK_FLAGS,
  isScript: false,
  forDevelopment: false,
});
