import { JobFolder } from "../../../../src/reprice/jobs/job-folder.ts";
import type { Announcement, JobStore } from "../../../../src/reprice/jobs/job-store.ts";
import type { JobOwner, JobRecord } from "../../../../src/reprice/jobs/record.ts";

export const NOW = new Date("2026-11-16T08:00:00.000Z");
export const MINUTE = 60_000;
export const DONE = { status: "done", endedAt: NOW.toISOString() } as const;

/** No process has this number: the system gives none above 4,194,304. */
export const GONE = { pid: 2 ** 30, processStart: "1" };

export function announced(keyId: string, bytes = 0): Announcement {
  return { keyId, bytes, mark: null };
}

export async function reservedIn(store: JobStore, keyId = "key-a"): Promise<JobFolder> {
  const job = await store.reserve(announced(keyId), NOW);
  if (!(job instanceof JobFolder)) throw new Error(String(job));
  return job;
}

/** As another process of the home changes it. */
export async function changedBeside(store: JobStore, job: JobFolder, changes: Partial<JobRecord>): Promise<void> {
  await job.write({ ...((await job.read()) as JobRecord), ...changes });
  store.letGo(job);
}

export async function doneIn(store: JobStore, job: JobFolder): Promise<JobFolder> {
  await store.change(job, DONE);
  store.letGo(job);
  return job;
}

export function ownedBy(store: JobStore, changes: Partial<JobOwner>): JobOwner {
  return { ...store.owner, ...changes };
}
