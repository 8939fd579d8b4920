import { endable } from "../runtime/ending.ts";
import { Semaphore } from "../runtime/semaphore.ts";
import { type ThreadWork, workInThread } from "./job-thread.ts";
import { JOB_LIMITS } from "./limits.ts";
import type { JobTask } from "./order.ts";

/** Why a file was not looked at: too many others are, its client left, or it took too long. */
export type NotShown = "full" | "ended" | "out_of_time";

/** Files that are looked at while their clients wait: a few at a time in each process, the next ones in turn. */
export class DryRuns {
  readonly #threadModule: URL;
  readonly #semaphore = new Semaphore(JOB_LIMITS.dryRunsMax);

  constructor(threadModule: URL) {
    this.#threadModule = threadModule;
  }

  /** The time for it begins with the waiting. `end` is aborted when nobody needs the answer any more. */
  async show(task: JobTask, end: AbortSignal): Promise<ThreadWork | NotShown> {
    if (this.#semaphore.waiting >= JOB_LIMITS.dryRunsWaitingMax) return "full";
    const early = AbortSignal.any([end, AbortSignal.timeout(JOB_LIMITS.dryRunMillisecondsMax)]);
    const work = () => workInThread(this.#threadModule, task, early, () => {});
    try {
      return (await endable(early, () => this.#semaphore.use(work))) ?? whyEnded(end);
    } catch (error) {
      // Before its turn came.
      if (early.aborted && error === early.reason) return whyEnded(end);
      throw error;
    }
  }
}

function whyEnded(end: AbortSignal): NotShown {
  return end.aborted ? "ended" : "out_of_time";
}
