import { join } from "node:path";
import { createVitest } from "vitest/node";
import { SHARED_RELEASES_VARIABLE } from "../../test/support/suite/shared-releases.ts";
import { IN_THREADS_VARIABLE } from "../../vitest.config.ts";
import { MUTANT_VARIABLE, REACHED_VARIABLE } from "./switch.ts";

/*
 * A process that runs test files of a mutated copy, one at a time, on request. What was transformed for one file serves
 * the next. Each file runs in a new thread, so that it loads every module again, with the mutant that is on.
 */

/** What to run. The number of no mutant is -1. */
export interface Order {
  readonly path: string;
  readonly mutant: number;
  /** Where to note which mutants are reached; empty for nowhere. */
  readonly reached: string;
}

export interface Verdict {
  readonly passed: boolean;
}

const root = process.argv[2] as string;
// A release that was compiled with another mutant judges nothing: every file compiles its own.
process.env[SHARED_RELEASES_VARIABLE] = "";
process.env[IN_THREADS_VARIABLE] = "1";
const vitest = await createVitest({
  root,
  config: join(root, "vitest.config.ts"),
  watch: false,
  pool: "threads",
  maxWorkers: 1,
  isolate: true,
  // The first failure settles it.
  bail: 1,
  reporters: [{}],
});
process.on("message", ({ path, mutant, reached }: Order) => {
  process.env[MUTANT_VARIABLE] = String(mutant);
  process.env[REACHED_VARIABLE] = reached;
  void run(path).then((verdict) => process.send?.(verdict));
});
// Who gave the orders was interrupted.
process.on("disconnect", () => process.exit());
process.send?.({ passed: true } satisfies Verdict);

async function run(path: string): Promise<Verdict> {
  const file = join(root, path);
  const { testModules, unhandledErrors } = await vitest.runTestFiles([file]);
  // Vitest also hands back the files of earlier orders.
  const module = testModules.find(({ moduleId }) => moduleId === file);
  return { passed: module !== undefined && module.state() === "passed" && unhandledErrors.length === 0 };
}
