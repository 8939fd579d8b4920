import { reasonOf } from "../../../core/runtime/failure.ts";
import { answerParent } from "../../../core/runtime/thread.ts";
import type { State } from "../../../pricing/state/state.ts";
import { ReleaseDamaged, ReleaseRefused } from "../../../release/soundness.ts";
import { type ComparedPair, comparedPair, type ReleasePair } from "./compared.ts";

/** What the thread is asked: the comparison, or why a file cannot be compared. */
export type ComparisonCalls = {
  readonly compare: (pair: ReleasePair) => Promise<ComparedOrRefused>;
};

type ComparedOrRefused =
  | { readonly kind: "compared"; readonly pair: ComparedPair }
  | { readonly kind: "refused"; readonly reason: string };

/** Compares pairs of releases in a thread of its own. */
export function runComparisonThread(states: readonly State[]): void {
  const calls: ComparisonCalls = { compare: (pair) => compared(pair, states) };
  answerParent(calls);
}

async function compared(pair: ReleasePair, states: readonly State[]): Promise<ComparedOrRefused> {
  try {
    return { kind: "compared", pair: await comparedPair(pair, states) };
  } catch (error) {
    if (!(error instanceof ReleaseRefused || error instanceof ReleaseDamaged)) throw error;
    return { kind: "refused", reason: reasonOf(error) };
  }
}
