import { withTesters } from "./crew.ts";
import { type Judge, judgesFor } from "./judges.ts";
import type { Mutant } from "./mutant.ts";
import type { Tester } from "./tester.ts";

/** What became of a mutant. */
export type Fate =
  | { readonly kind: "test failed" | "timed out" | "crashed"; readonly by: string }
  | { readonly kind: "survived"; readonly reachedBy: number }
  | { readonly kind: "equivalent"; readonly reason: string };

/** A mutant that makes a test this many times slower, and this much longer beyond, runs for ever. */
const SLOWER_MAX = 5;
const LONGER_MILLISECONDS_MAX = 30_000;

/** Judges every mutant; `report` receives each as it is settled. */
export async function judged(
  copy: string,
  jobs: number,
  mutants: readonly Mutant[],
  judges: readonly Judge[],
  reasonFor: (mutant: Mutant) => string | null,
  report: (mutant: Mutant, fate: Fate) => void,
): Promise<readonly Fate[]> {
  return await withTesters(copy, jobs, mutants, async (tester, mutant, number) => {
    const reason = reasonFor(mutant);
    const fate: Fate =
      reason === null
        ? await fateOf(tester, number, judgesFor(number, mutant.file, judges))
        : { kind: "equivalent", reason };
    report(mutant, fate);
    return fate;
  });
}

async function fateOf(tester: Tester, mutant: number, judges: readonly Judge[]): Promise<Fate> {
  for (const { path, milliseconds } of judges) {
    const millisecondsMax = milliseconds * SLOWER_MAX + LONGER_MILLISECONDS_MAX;
    const ending = await tester.run({ path, mutant, reached: "" }, millisecondsMax);
    if (ending !== "passed") return { kind: ending === "failed" ? "test failed" : ending, by: path };
  }
  return { kind: "survived", reachedBy: judges.length };
}
