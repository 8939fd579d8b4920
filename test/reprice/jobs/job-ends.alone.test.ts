import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { JobEnds } from "../../../src/reprice/jobs/job-ends.ts";
import type { JobFolder } from "../../../src/reprice/jobs/job-folder.ts";
import { JobsFolder } from "../../../src/reprice/jobs/jobs-folder.ts";
import { KnownJobs } from "../../../src/reprice/jobs/known-jobs.ts";
import { OpenFiles } from "../../../src/reprice/jobs/open-files.ts";
import { arriving, type JobRecord, thisOwner } from "../../../src/reprice/jobs/record.ts";
import { JOB_LIMITS } from "../../../src/reprice/limits.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { READ_ONLY_HOMES } from "./support/read-only-home.ts";

const REASON = "the home cannot be written";
const KEYS = { succeeds: () => false, hasEnded: () => false };

let home: ReturnType<typeof temporaryFolder>;
let folder: JobsFolder;
let known: KnownJobs;
let ends: JobEnds;
let mistakes: unknown[];

beforeEach(async () => {
  home = temporaryFolder();
  folder = new JobsFolder(join(home.path, "jobs"));
  await folder.make();
  mistakes = [];
  known = new KnownJobs(folder, KEYS);
  ends = new JobEnds(known, new OpenFiles(KEYS.hasEnded), (error) => mistakes.push(error));
});

afterEach(() => {
  for (const each of READ_ONLY_HOMES) each.open(home.path);
  home.remove();
});

/** A job on the disk, at work in this process or in another one. */
async function running(process: "this process" | "another process"): Promise<JobFolder> {
  const job = folder.newJob();
  const record: JobRecord = { ...arriving(job.id, "key-a", thisOwner(), new Date()), status: "running" };
  await job.make();
  await job.write(record);
  if (process === "this process") known.begin(job, record);
  return job;
}

/** A job whose end is in memory alone: a folder is in the way of what takes the place of its record. */
async function unwritten(): Promise<JobFolder> {
  const job = await running("this process");
  mkdirSync(obstacle(job));
  writeFileSync(join(obstacle(job), "x"), "");
  ends.endUnwritten(job, REASON);
  return job;
}

function obstacle({ input }: JobFolder): string {
  return join(input, "..", "job.json.new");
}

describe("an end that is not on the disk", () => {
  test("is tried again until it is written, and then no more", async () => {
    const job = await unwritten();
    await ends.writeUnwritten();
    expect(known.unwritten.all).toMatchObject([{ record: { id: job.id, status: "failed" }, isToDelete: false }]);
    expect((await job.read())?.status).toBe("running");
    await folder.removeLeft(join(job.id, "job.json.new"));
    await ends.writeUnwritten();
    expect(known.unwritten.all).toEqual([]);
    const written = await job.read();
    expect(written).toMatchObject({ status: "failed", reason: REASON });
    expect(known.lastRead(job.id)).toEqual({ ...written, reason: null });
    expect(mistakes).toEqual([]);
  });

  test("stays the end of the job, however many other jobs have failed since", async () => {
    const job = await unwritten();
    for (let made = 0; made <= JOB_LIMITS.reasonsInMemoryMax; made += 1) {
      known.end({ ...(known.inMemory(job.id) as JobRecord), id: `other-${made}` });
    }
    expect(await known.recordIn(job)).toMatchObject({ status: "failed", reason: REASON });
  });

  test("is forgotten when the job is deleted, by this process or by another one", async () => {
    const [here, elsewhere] = [await unwritten(), await unwritten()];
    await elsewhere.remove();
    expect(await ends.remove(here)).toBe(true);
    expect(known.unwritten.all).toMatchObject([{ record: { id: elsewhere.id } }]);
    await ends.writeUnwritten();
    expect(known.unwritten.all).toEqual([]);
    expect([await here.isGone(), await elsewhere.isGone()]).toEqual([true, true]);
    expect(known.all()).toEqual([]);
  });
});

describe.each(READ_ONLY_HOMES)("in a home that turns read-only, $name,", (readOnly) => {
  test("a job that is deleted while its end is written stays deleted", async () => {
    const job = await unwritten();
    await folder.removeLeft(join(job.id, "job.json.new"));
    const write = job.write.bind(job);
    vi.spyOn(job, "write").mockImplementation(async (record) => {
      await write(record);
      readOnly.close(home.path);
      expect(await ends.remove(job)).toBe(false);
    });
    await ends.writeUnwritten();
    expect(known.unwritten.all).toMatchObject([{ record: { id: job.id }, isToDelete: true }]);
    readOnly.open(home.path);
    await ends.writeUnwritten();
    expect([await job.isGone(), known.unwritten.all]).toEqual([true, []]);
  });

  test("a job of another process that was not read before ends when it is deleted", async () => {
    const job = await running("another process");
    readOnly.close(home.path);
    expect(await ends.remove(job)).toBe(false);
    expect(await known.recordIn(job)).toMatchObject({ status: "failed" });
    expect(mistakes).toMatchObject([{ code: "EROFS" }]);
    readOnly.open(home.path);
    await ends.writeUnwritten();
    expect([await job.isGone(), known.all()]).toEqual([true, []]);
  });

  test("a job that nobody can read is none, and its deletion is tried by each sweep that finds it", async () => {
    const job = await running("another process");
    writeFileSync(join(job.input, "..", "job.json"), "{");
    readOnly.close(home.path);
    expect(await ends.remove(job)).toBe(false);
    expect(known.unwritten.all).toEqual([]);
    readOnly.open(home.path);
    expect([await ends.remove(job), existsSync(join(job.input, ".."))]).toEqual([true, false]);
  });
});
