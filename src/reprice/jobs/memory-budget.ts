import { orAborted } from "../../core/runtime/ending.ts";
import { JOB_LIMITS } from "./limits.ts";
import type { JobTask } from "./order.ts";

interface Waiting {
  readonly mebibytes: number;
  readonly proceed: () => void;
}

/**
 * A weighted semaphore: work takes its share of the memory before it begins, and what does not fit waits. First come, first
 * served, also where the next one would fit: a job that needs much would otherwise wait for as long as small files come.
 */
export class MemoryBudget {
  #free: number;
  readonly #waiting = new Set<Waiting>();

  constructor(mebibytes: number) {
    this.#free = mebibytes;
  }

  /** Does the work once there is memory for it; throws the reason of `end` when that comes first. */
  async use<Outcome>(mebibytes: number, end: AbortSignal, work: () => Promise<Outcome>): Promise<Outcome> {
    await this.#take(mebibytes, end);
    try {
      return await work();
    } finally {
      this.#free += mebibytes;
      this.#serve();
    }
  }

  async #take(mebibytes: number, end: AbortSignal): Promise<void> {
    const { promise: turn, resolve: proceed } = Promise.withResolvers<void>();
    const waiting: Waiting = { mebibytes, proceed };
    this.#waiting.add(waiting);
    this.#serve();
    try {
      await orAborted(turn, end);
    } catch (error) {
      // Memory that it got in the same moment goes to the next.
      if (!this.#waiting.delete(waiting)) this.#free += mebibytes;
      this.#serve();
      throw error;
    }
  }

  #serve(): void {
    for (const waiting of this.#waiting) {
      if (waiting.mebibytes > this.#free) return;
      this.#waiting.delete(waiting);
      this.#free -= waiting.mebibytes;
      waiting.proceed();
    }
  }
}

const { dryRunHeapMebibytesMax, jobHeapMebibytesMax, pricingHeapMebibytesMax, besideHeapMebibytes } = JOB_LIMITS;

/** The most that work on a file can take, its threads together. */
export function mebibytesFor({ isDryRun }: Pick<JobTask, "isDryRun">): number {
  if (isDryRun) return dryRunHeapMebibytesMax + besideHeapMebibytes;
  return jobHeapMebibytesMax + pricingHeapMebibytesMax + 2 * besideHeapMebibytes;
}
