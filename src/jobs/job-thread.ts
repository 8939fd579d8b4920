import { orAborted } from "../runtime/ending.ts";
import { failure } from "../runtime/failure.ts";
import { Thread } from "../runtime/rpc/thread.ts";
import { JOB_LIMITS } from "./limits.ts";
import type { JobOutcome, JobParentCalls, JobProgress, JobThreadCalls } from "./messages.ts";
import type { JobTask } from "./order.ts";

/** What came of the work, with what was said before it began. */
export interface ThreadWork {
  readonly outcome: JobOutcome;
  readonly notes: readonly string[];
}

/** Files are read piece by piece: what needs more is not what it says it is. The thread that prices has its own memory. */
const HEAP_MEBIBYTES_MAX = 1_024;

/** Has a thread work on a file; null when it was ended early. Throws what the thread did not expect. */
export async function workInThread(
  threadModule: URL,
  task: JobTask,
  end: AbortSignal,
  onProgress: (progress: JobProgress) => void,
): Promise<ThreadWork | null> {
  if (end.aborted) return null;
  const notes: string[] = [];
  const calls: JobParentCalls = {
    progress: onProgress,
    note: (text) => {
      if (notes.length < JOB_LIMITS.notesMax) notes.push(text);
    },
  };
  const thread = new Thread<JobThreadCalls>(threadModule, calls, {
    heapMebibytesMax: HEAP_MEBIBYTES_MAX,
    ended: () => failure("The thread that worked on the file has ended."),
  });
  try {
    return { outcome: await orAborted(thread.peer.call("work", task), end), notes };
  } catch (error) {
    if (end.aborted && error === end.reason) return null;
    throw error;
  } finally {
    await thread.end();
  }
}
