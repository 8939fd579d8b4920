import { join } from "node:path";
import { makePackage } from "../package/make.ts";
import { optionsOf, USAGE } from "./options.ts";
import { Refusal } from "./refusal.ts";
import { release } from "./release.ts";

/* npm run release -- VERSION: prepares a version (docs/contributing/releasing.md). */

const today = new Date().toISOString().slice(0, 10);
try {
  const options = optionsOf(process.argv.slice(2));
  const root = join(import.meta.dirname, "..", "..");
  console.log(options === null ? USAGE : await release(root, options, today, makePackage));
} catch (failure) {
  if (!(failure instanceof Refusal)) throw failure;
  console.error(failure.message);
  process.exitCode = 1;
}
