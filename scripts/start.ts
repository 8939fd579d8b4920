import { join } from "node:path";
import { stopThisProcess, stopWithParent } from "../bin/launch/parent.mjs";
import { start } from "../src/cli/commands/start.ts";
import { isOutside } from "../src/core/runtime/failure.ts";
import { buildPage } from "./page/build.ts";

/* npm start: `ratebook start` in a clone, with the page built from its source and everything written to `.ratebook`. */

const root = join(import.meta.dirname, "..");

stopWithParent(stopThisProcess);
try {
  await buildPage(root);
  await start({ work: join(root, ".ratebook"), port: null });
} catch (error) {
  process.stderr.write(`${isOutside(error) ? `error: ${error.message}` : (error as Error).stack}\n`);
  process.exitCode = 1;
}
