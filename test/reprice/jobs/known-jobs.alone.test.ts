import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { JobFolder } from "../../../src/reprice/jobs/job-folder.ts";
import { JobStore } from "../../../src/reprice/jobs/job-store.ts";
import { JobsFolder } from "../../../src/reprice/jobs/jobs-folder.ts";
import { KnownJobs } from "../../../src/reprice/jobs/known-jobs.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";

const NOW = new Date("2026-11-16T08:00:00.000Z");
const DONE = { status: "done", endedAt: NOW.toISOString() } as const;

let home: ReturnType<typeof temporaryFolder>;
let known: KnownJobs;
/** Another process with the same home. */
let other: JobStore;

beforeEach(() => {
  home = temporaryFolder();
  const folder = join(home.path, "jobs");
  known = new KnownJobs(new JobsFolder(folder), { succeeds: () => false, hasEnded: () => false });
  other = new JobStore(folder, () => {});
});

afterEach(() => {
  vi.restoreAllMocks();
  home.remove();
});

async function theirs(): Promise<JobFolder> {
  const job = await other.reserve({ keyId: "key-a", bytes: 0, mark: null }, NOW);
  if (!(job instanceof JobFolder)) throw new Error(String(job));
  return job;
}

test("jobs of other processes are known as soon as they are there, and ended ones are read once", async () => {
  const job = await theirs();
  await known.refresh();
  expect(known.all()).toMatchObject([{ id: job.id, status: "receiving" }]);
  await other.change(job, DONE);
  await known.refresh();
  expect(known.all()).toMatchObject([{ id: job.id, status: "done" }]);
  const read = vi.spyOn(JobFolder.prototype, "read");
  await known.refresh();
  expect(read).not.toHaveBeenCalled();
  await other.remove(job);
  await known.refresh();
  expect(known.all()).toEqual([]);
});
