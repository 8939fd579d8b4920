import { RecentlyUsed } from "../../../core/runtime/cache.ts";
import { orAborted } from "../../../core/runtime/ending.ts";
import { Thread } from "../../../core/runtime/thread.ts";
import { HTTP_LIMITS } from "../limits.ts";
import type { ComparedPair, ComparisonCalls, ReleasePair } from "./comparison-thread.ts";

/** Pairs whose comparison is kept: the one that is paged through, and the one before. Each takes up to some 30 MB. */
const PAIRS_KEPT_MAX = 2;

/** Releases of full size take half a minute; what takes ten times as long will not end well. */
const MILLISECONDS_MAX = 300_000;

/** Enough for the largest list of changes and the values of columns. */
const HEAP_MEBIBYTES_MAX = 512;

/** What came of a comparison; `busy` when another one is under way. */
type ComparisonOutcome =
  | { readonly kind: "compared"; readonly pair: ComparedPair }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "gave_up" }
  | { readonly kind: "busy" };

/**
 * Compares releases in a thread of its own, one pair at a time, so that neither lookups nor batches wait for it. What was
 * compared is memoised: releases never change, so a pair is known by its two hashes. The thread keeps no process alive.
 */
export class Comparer {
  readonly #module: URL;
  readonly #millisecondsMax: number;
  readonly #kept = new RecentlyUsed<string, ComparedPair>(PAIRS_KEPT_MAX);
  #underWay: { readonly name: string; readonly outcome: Promise<ComparisonOutcome> } | null = null;

  /** `module` is what the thread starts with: it brings the states. */
  constructor(module: URL, millisecondsMax: number = MILLISECONDS_MAX) {
    this.#module = module;
    this.#millisecondsMax = millisecondsMax;
  }

  /** Requests for a pair that is under way share the work. Rejects when the thread fails by our mistake. */
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
      // Its end is not awaited: in native code it may take long.
      void thread.end();
    }
  }
}

/** What a service compares releases with: those in the folder of its home. */
export interface ComparedCatalogue {
  readonly folder: string;
  readonly comparer: Comparer;
}

/** How often a waiting request checks whether the service is shutting down, which does not wait for a comparison. */
const LOOK_MILLISECONDS = 200;

/** Why a request waits no longer. */
interface Unfinished {
  readonly kind: "still_at_it" | "stopping";
}

/** What comes of a comparison within the time that clients wait; the work goes on for the next request. */
export async function awaited(
  work: Promise<ComparisonOutcome>,
  isShuttingDown: () => boolean,
  millisecondsMax: number = HTTP_LIMITS.longWorkMillisecondsMax,
): Promise<ComparisonOutcome | Unfinished> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<Unfinished>((resolve) => {
    const endsAt = performance.now() + millisecondsMax;
    timer = setInterval(() => {
      // With the service the work ends too.
      if (isShuttingDown()) resolve({ kind: "stopping" });
      else if (performance.now() >= endsAt) resolve({ kind: "still_at_it" });
    }, LOOK_MILLISECONDS);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearInterval(timer);
    // A thread that fails when no request waits for it any longer is no reason to end.
    work.catch(() => {});
  }
}
