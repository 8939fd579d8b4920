import { orAborted } from "../../core/runtime/ending.ts";
import { failure } from "../../core/runtime/failure.ts";
import { isOutOfMemory, Thread } from "../../core/runtime/thread.ts";
import { JOB_LIMITS } from "../limits.ts";
import {
  type JobOutcome,
  type JobParentCalls,
  type JobProgress,
  type JobThreadCalls,
  TOO_MUCH_MEMORY,
} from "./messages.ts";
import type { JobTask } from "./order.ts";

/** The outcome of the work, with the messages from before it began. */
export interface ThreadWork {
  readonly outcome: JobOutcome;
  readonly notes: readonly string[];
}

const OUT_OF_MEMORY = `${TOO_MUCH_MEMORY.charAt(0).toUpperCase()}${TOO_MUCH_MEMORY.slice(1)}.`;

/**
 * Works on a file in a thread, once there is memory for it; null when it was ended early. Throws what the thread did not
 * expect. `onBegin` is called once there is memory. Aborting `pause` stops the work where it can be resumed. A file that
 * needs too much memory ends its thread and is refused; the process goes on.
 */
export async function workInThread(
  threadModule: URL,
  task: JobTask,
  end: AbortSignal,
  onProgress: (progress: JobProgress) => void,
  pause: AbortSignal | null = null,
  onBegin: () => void = () => {},
): Promise<ThreadWork | null> {
  if (end.aborted) return null;
  try {
    return await BUDGET.use(mebibytesFor(task), end, () => {
      onBegin();
      return workNow(threadModule, task, end, onProgress, pause);
    });
  } catch (error) {
    if (end.aborted && error === end.reason) return null;
    throw error;
  }
}

async function workNow(
  threadModule: URL,
  task: JobTask,
  end: AbortSignal,
  onProgress: (progress: JobProgress) => void,
  pause: AbortSignal | null,
): Promise<ThreadWork> {
  const notes: string[] = [];
  const calls: JobParentCalls = {
    progress: onProgress,
    note: (text) => {
      if (notes.length < JOB_LIMITS.notesMax) notes.push(text);
    },
  };
  const thread = new Thread<JobThreadCalls>(threadModule, calls, {
    heapMebibytesMax: task.isDryRun ? JOB_LIMITS.dryRunHeapMebibytesMax : JOB_LIMITS.jobHeapMebibytesMax,
    ended: () => failure("The thread that worked on the file has ended."),
  });
  const requestPause = () => thread.peer.notify("pause", null);
  pause?.addEventListener("abort", requestPause);
  try {
    const work = thread.peer.call("work", task);
    // The pause may have come while the file waited for memory.
    if (pause?.aborted === true) requestPause();
    return { outcome: await orAborted(work, end), notes };
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    return { outcome: { kind: "refused", reason: OUT_OF_MEMORY, table: null }, notes };
  } finally {
    pause?.removeEventListener("abort", requestPause);
    await thread.end();
  }
}

interface Waiting {
  readonly mebibytes: number;
  readonly proceed: () => void;
}

/**
 * A weighted semaphore over memory: work that does not fit waits. First come, first served, even if a later one would fit:
 * small files could otherwise delay a large job without end.
 */
export class MemoryBudget {
  #free: number;
  readonly #waiting = new Set<Waiting>();

  constructor(mebibytes: number) {
    this.#free = mebibytes;
  }

  /** Does the work once there is memory for it; throws the reason of `end` if that comes first. */
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
      // Memory that it received in this moment goes to the next.
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

/** The most memory for one file, its threads together. */
export function mebibytesFor({ isDryRun }: Pick<JobTask, "isDryRun">): number {
  if (isDryRun) return dryRunHeapMebibytesMax + besideHeapMebibytes;
  return jobHeapMebibytesMax + pricingHeapMebibytesMax + 2 * besideHeapMebibytes;
}

/** Shared by all files of this process, previewed and priced. */
const BUDGET = new MemoryBudget(JOB_LIMITS.filesMebibytesMax);
