import { RecentlyUsed } from "../../../core/runtime/cache.ts";
import { orAborted } from "../../../core/runtime/ending.ts";
import { Thread } from "../../../core/runtime/thread.ts";
import { HTTP_LIMITS } from "../limits.ts";
import type { ComparedPair, ComparisonCalls, ReleasePair } from "./comparison-thread.ts";

/** Cached pairs: the one that is paged through, and the one before. Each takes up to some 30 MB. */
const PAIRS_KEPT_MAX = 2;

/** Releases of full size take half a minute; ten times as long is an error. */
const MILLISECONDS_MAX = 300_000;

/** Enough for the largest list of changes and the values of columns. */
const HEAP_MEBIBYTES_MAX = 512;

/** The outcome of a comparison; `busy` when another one is under way. */
type ComparisonOutcome =
  | { readonly kind: "compared"; readonly pair: ComparedPair }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "gave_up" }
  | { readonly kind: "busy" };

/**
 * Compares releases in a thread, one pair at a time, so that neither lookups nor batches wait for it. Comparisons are memoised by the two
 * hashes: releases never change. The thread keeps no process alive.
 */
export class Comparer {
  readonly #module: URL;
  readonly #millisecondsMax: number;
  readonly #kept = new RecentlyUsed<string, ComparedPair>(PAIRS_KEPT_MAX);
  #underWay: { readonly name: string; readonly outcome: Promise<ComparisonOutcome> } | null = null;

  /** `module` is the thread's entry point: it brings the states. */
  constructor(module: URL, millisecondsMax: number = MILLISECONDS_MAX) {
    this.#module = module;
    this.#millisecondsMax = millisecondsMax;
  }

  /** Requests for a pair that is under way share the work. Rejects when the thread fails by a bug. */
  compare(pair: ReleasePair): Promise<ComparisonOutcome> {
    const name = `${pair.from.contentHash} ${pair.to.contentHash}`;
    const kept = this.#kept.get(name);
    if (kept !== undefined) return Promise.resolve({ kind: "compared", pair: kept });
    if (this.#underWay !== null) {
      return this.#underWay.name === name ? this.#underWay.outcome : Promise.resolve({ kind: "busy" });
    }
    const outcome = this.#inThread(pair).finally(() => {
      this.#underWay = null;
    });
    this.#underWay = { name, outcome };
    return outcome.then((compared) => {
      if (compared.kind === "compared") this.#kept.set(name, compared.pair);
      return compared;
    });
  }

  async #inThread(pair: ReleasePair): Promise<ComparisonOutcome> {
    const thread = new Thread<ComparisonCalls>(
      this.#module,
      {},
      {
        heapMebibytesMax: HEAP_MEBIBYTES_MAX,
        keepsProcessAlive: false,
        ended: () => new Error("The thread that compares releases ended without an answer."),
      },
    );
    const limit = AbortSignal.timeout(this.#millisecondsMax);
    try {
      return await orAborted(thread.peer.call("compare", pair), limit);
    } catch (error) {
      if (limit.aborted && error === limit.reason) return { kind: "gave_up" };
      throw error;
    } finally {
      const ended = thread.end();
      // One comparison at a time, also while the thread of one that took too long goes on until it reads a message.
      if (limit.aborted) await ended;
    }
  }
}

export interface ComparedCatalogue {
  readonly folder: string;
  readonly comparer: Comparer;
}

/** How often a waiting request checks whether the service is shutting down, which does not wait for a comparison. */
const LOOK_MILLISECONDS = 200;

interface Unfinished {
  readonly kind: "still_at_it" | "stopping";
}

/** The outcome of a comparison within the time that clients wait; the work goes on for the next request. */
export async function awaited(
  work: Promise<ComparisonOutcome>,
  isShuttingDown: () => boolean,
  millisecondsMax: number = HTTP_LIMITS.longWorkMillisecondsMax,
): Promise<ComparisonOutcome | Unfinished> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<Unfinished>((resolve) => {
    const endsAt = performance.now() + millisecondsMax;
    timer = setInterval(() => {
      // The work ends with the service.
      if (isShuttingDown()) resolve({ kind: "stopping" });
      else if (performance.now() >= endsAt) resolve({ kind: "still_at_it" });
    }, LOOK_MILLISECONDS);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearInterval(timer);
    // A thread may fail when no request waits for it: that must not end the process.
    work.catch(() => {});
  }
}
