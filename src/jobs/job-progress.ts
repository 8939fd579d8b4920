import type { JobFolder } from "./job-folder.ts";
import type { ThreadWork } from "./job-thread.ts";
import type { JobProgress } from "./messages.ts";
import type { JobRecord } from "./record.ts";

/** Writes a change of a job down; throws when the job has been deleted. */
export function changed(folder: JobFolder, change: Partial<JobRecord>): JobRecord {
  const before = folder.read();
  if (before === null) throw new Error("The job has been deleted.");
  const record = { ...before, ...change };
  folder.write(record);
  return record;
}

/** Progress that cannot be written, on a full disk say, is no reason to give the work up. */
export function tryToWrite(folder: JobFolder, { lines, done, total }: JobProgress): void {
  try {
    const { bytesTotal, bytesDone: before } = folder.read() ?? { bytesTotal: 0, bytesDone: 0 };
    // Of the lookups alone: the heading and the packing of a workbook are no part of it. Work that goes on after a pause
    // counts what is left.
    const bytesDone = Math.max(Math.floor((done / Math.max(total, 1)) * bytesTotal), before);
    changed(folder, { linesDone: lines, bytesDone });
  } catch {}
}

export function failed(folder: JobFolder, reason: string): void {
  // First, since a full disk may be the reason.
  folder.keepRecord();
  changed(folder, { status: "failed", endedAt: new Date().toISOString(), reason });
}

/** What a thread has made of a file. */
export function finish(folder: JobFolder, { outcome, notes }: ThreadWork): void {
  if (outcome.kind === "refused") {
    changed(folder, { notes });
    failed(folder, outcome.reason);
  } else if (outcome.kind === "done") {
    const { summary, hasFaults, lines } = outcome;
    const { bytesTotal } = folder.read() ?? { bytesTotal: 0 };
    const endedAt = new Date().toISOString();
    folder.keepResults();
    changed(folder, { status: "done", endedAt, summary, hasFaults, notes, linesDone: lines, bytesDone: bytesTotal });
  }
}
