import { orAborted } from "../../core/runtime/ending.ts";
import { failure } from "../../core/runtime/failure.ts";
import { isOutOfMemory, Thread } from "../../core/runtime/thread.ts";
import { TOO_MUCH_MEMORY } from "./form-advice.ts";
import { JOB_LIMITS } from "./limits.ts";
import { MemoryBudget, mebibytesFor } from "./memory-budget.ts";
import type { JobOutcome, JobParentCalls, JobProgress, JobThreadCalls } from "./messages.ts";
import type { JobTask } from "./order.ts";

/** What came of the work, with what was said before it began. */
export interface ThreadWork {
  readonly outcome: JobOutcome;
  readonly notes: readonly string[];
}

const OUT_OF_MEMORY = `${TOO_MUCH_MEMORY.charAt(0).toUpperCase()}${TOO_MUCH_MEMORY.slice(1)}.`;

/** All files of this process share it: those that are looked at and those that are priced. */
const BUDGET = new MemoryBudget(JOB_LIMITS.filesMebibytesMax);

/**
 * Has a thread work on a file, once there is memory for it; null when it was ended early. Throws what the thread did not
 * expect. `onBegin` is called once there is memory. When `pause` is aborted, the work stops where it can go on later. A file that needs more memory than it may have ends its thread and is refused; the process lives on.
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
  const tellToPause = () => thread.peer.notify("pause", null);
  pause?.addEventListener("abort", tellToPause);
  try {
    const work = thread.peer.call("work", task);
    // It may have waited for its memory until then.
    if (pause?.aborted === true) tellToPause();
    return { outcome: await orAborted(work, end), notes };
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    return { outcome: { kind: "refused", reason: OUT_OF_MEMORY, table: null }, notes };
  } finally {
    pause?.removeEventListener("abort", tellToPause);
    await thread.end();
  }
}
