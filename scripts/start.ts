import { join } from "node:path";
import { ratebook, run } from "../src/cli/program.ts";
import { isOutside } from "../src/core/runtime/failure.ts";
import { buildPage } from "./page/build.ts";

/*
 * npm start [-- OPTION...]: `ratebook start` in a clone, with its options and the page built from its source. Everything is written to
 * `.ratebook`, unless --work or RATEBOOK_WORK names another folder.
 */

const root = join(import.meta.dirname, "..");

/** Options that npm has read as its settings: without `--` they reach this script only as variables, and their values as arguments. */
async function keptByNpm(): Promise<readonly string[]> {
  const start = (await ratebook("start")).commands.find((command) => command.name() === "start");
  const options = start?.options ?? [];
  return options
    .filter(({ long }) => process.env[`npm_config_${long?.slice(2).replaceAll("-", "_")}`])
    .map(({ flags }) => flags);
}

async function started(args: readonly string[]): Promise<number> {
  const kept = await keptByNpm();
  if (kept.length > 0) {
    const remedy = `Write -- before the options of Ratebook: npm start -- ${kept.join(" ")}`;
    process.stderr.write(`error: npm reads options before -- as its own. ${remedy}\n`);
    return 2;
  }
  await buildPage(root);
  process.env.RATEBOOK_WORK ||= join(root, ".ratebook");
  return await run(["start", ...args], process);
}

try {
  process.exitCode = await started(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${isOutside(error) ? `error: ${error.message}` : (error as Error).stack}\n`);
  process.exitCode = 1;
}
