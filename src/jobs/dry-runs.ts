import { type ThreadWork, workInThread } from "./job-thread.ts";
import { JOB_LIMITS } from "./limits.ts";
import type { JobTask } from "./order.ts";

/** Why a file was not looked at: too many others are, its client left, or it took too long. */
export type NotShown = "full" | "ended" | "out_of_time";

/** Files that are looked at while their clients wait: a few at a time in each process, the next ones in turn (a semaphore). */
export class DryRuns {
  readonly #threadModule: URL;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(threadModule: URL) {
    this.#threadModule = threadModule;
  }

  /** The time for it begins with the waiting. `end` is aborted when nobody needs the answer any more. */
  async show(task: JobTask, end: AbortSignal): Promise<ThreadWork | NotShown> {
    if (this.#waiting.length >= JOB_LIMITS.dryRunsWaitingMax) return "full";
    const timeout = AbortSignal.timeout(JOB_LIMITS.dryRunMillisecondsMax);
    const early = AbortSignal.any([end, timeout]);
    if (!(await this.#turn(early))) return whyEnded(end);
    try {
      return (await workInThread(this.#threadModule, task, early, () => {})) ?? whyEnded(end);
    } finally {
      const next = this.#waiting.shift();
      // The next one takes over the place; nobody comes in between.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** False when it was ended before its turn came. */
  async #turn(early: AbortSignal): Promise<boolean> {
    if (this.#running < JOB_LIMITS.dryRunsMax) {
      this.#running += 1;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    const leave = () => resolve();
    early.addEventListener("abort", leave, { once: true });
    await promise;
    early.removeEventListener("abort", leave);
    const place = this.#waiting.indexOf(resolve);
    if (place < 0) return true;
    this.#waiting.splice(place, 1);
    return false;
  }
}

function whyEnded(end: AbortSignal): NotShown {
  return end.aborted ? "ended" : "out_of_time";
}
