import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { ReleaseDamaged } from "../../release/damaged.ts";
import { ReleaseRefused } from "../../release/refused.ts";
import { reasonOf } from "../../runtime/failure.ts";
import type { State } from "../../state/state.ts";
import { type ComparedPair, comparedPair, type ReleasePair } from "./compared.ts";

/** What the thread says when it is done: the comparison, or why a file cannot be compared. */
export type ComparisonMessage =
  | { readonly kind: "compared"; readonly pair: ComparedPair }
  | { readonly kind: "refused"; readonly reason: string };

/** Compares the pair that it was started with, says what came of it, and ends. A mistake of ours ends it with the error. */
export async function runComparisonThread(states: readonly State[]): Promise<void> {
  const tell = (message: ComparisonMessage) => (parentPort as MessagePort).postMessage(message);
  try {
    tell({ kind: "compared", pair: await comparedPair(workerData as ReleasePair, states) });
  } catch (error) {
    if (!(error instanceof ReleaseRefused || error instanceof ReleaseDamaged)) throw error;
    tell({ kind: "refused", reason: reasonOf(error) });
  }
}
