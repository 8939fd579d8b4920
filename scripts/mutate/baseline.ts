import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withTesters } from "./crew.ts";
import type { Judge } from "./judges.ts";

/** No test of the suite takes this long by itself. */
const MILLISECONDS_MAX = 15 * 60_000;

interface Baseline {
  readonly judges: readonly Judge[];
  /** Test files that fail without a mutant; they cannot judge one. */
  readonly failing: readonly string[];
}

/** Runs every judge without a mutant: whether it passes, how long it takes and which mutants it reaches. */
export async function baseline(copy: string, jobs: number, paths: readonly string[]): Promise<Baseline> {
  const folder = join(copy, "reached");
  mkdirSync(folder, { recursive: true });
  const judges: Judge[] = [];
  const failing: string[] = [];
  await withTesters(copy, jobs, paths, async (tester, path, index) => {
    const reached = join(folder, String(index));
    const started = performance.now();
    const ending = await tester.run({ path, mutant: -1, reached }, MILLISECONDS_MAX);
    if (ending !== "passed") failing.push(path);
    else judges.push({ path, milliseconds: performance.now() - started, reached: numbersIn(reached) });
  });
  return { judges, failing: failing.sort() };
}

function numbersIn(file: string): ReadonlySet<number> {
  return new Set(existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean).map(Number) : []);
}
