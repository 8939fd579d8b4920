import type { JobFolder } from "./job-folder.ts";
import type { JobStore } from "./job-store.ts";
import type { JobOutcome, JobProgress } from "./messages.ts";

/** Progress that cannot be written, on a full disk say, is no reason to give the work up. */
export async function tryToWrite(store: JobStore, folder: JobFolder, progress: JobProgress): Promise<void> {
  const { lines, done, total, written } = progress;
  const { bytesTotal, bytesDone: before } = store.ownRecord(folder) ?? { bytesTotal: 0, bytesDone: 0 };
  // Of the lookups alone: the heading and the packing of a workbook are no part of it. Work that goes on after a pause
  // counts what is left.
  const bytesDone = Math.max(Math.floor((done / Math.max(total, 1)) * bytesTotal), before);
  await store.change(folder, { linesDone: lines, bytesDone, keptBytes: bytesTotal + written }).catch(() => {});
}

export async function failed(store: JobStore, folder: JobFolder, reason: string): Promise<void> {
  // First, since a full disk may be the reason.
  await folder.keepNotes();
  const keptBytes = await folder.bytes();
  await store.change(folder, { status: "failed", endedAt: new Date().toISOString(), reason, keptBytes });
}

/** Writes down what a thread has made of a file. */
export async function finish(store: JobStore, folder: JobFolder, outcome: JobOutcome): Promise<void> {
  if (outcome.kind === "refused") await failed(store, folder, outcome.reason);
  else if (outcome.kind === "done") {
    const { hasFaults, lines } = outcome;
    const { bytesTotal } = store.ownRecord(folder) ?? { bytesTotal: 0 };
    await folder.keepResults();
    const [endedAt, keptBytes] = [new Date().toISOString(), await folder.bytes()];
    const done = { hasFaults, linesDone: lines, bytesDone: bytesTotal, keptBytes };
    await store.change(folder, { status: "done", endedAt, ...done });
  }
}
