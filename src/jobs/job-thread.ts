import { Worker } from "node:worker_threads";
import { failure } from "../runtime/failure.ts";
import { JOB_LIMITS } from "./limits.ts";
import type { FromJobThread, JobOutcome, JobProgress } from "./messages.ts";
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
  const worker = new Worker(threadModule, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES_MAX },
  });
  const { promise, resolve, reject } = Promise.withResolvers<JobOutcome | null>();
  worker.on("message", (message: FromJobThread) => {
    if (message.kind === "progress") onProgress(message.progress);
    else if (message.kind === "outcome") resolve(message.outcome);
    else if (notes.length < JOB_LIMITS.notesMax) notes.push(message.text);
  });
  worker.on("error", reject);
  worker.once("exit", () => reject(failure("The thread that worked on the file has ended.")));
  const endEarly = () => resolve(null);
  end.addEventListener("abort", endEarly, { once: true });
  try {
    const outcome = await promise;
    return outcome === null ? null : { outcome, notes };
  } finally {
    end.removeEventListener("abort", endEarly);
    await worker.terminate();
  }
}
