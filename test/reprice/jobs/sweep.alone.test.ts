import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { JobFolder } from "../../../src/reprice/jobs/job-folder.ts";
import { JobStore } from "../../../src/reprice/jobs/job-store.ts";
import type { JobRecord } from "../../../src/reprice/jobs/record.ts";
import { JOB_LIMITS } from "../../../src/reprice/limits.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { changedBeside, DONE, doneIn, GONE, MINUTE, NOW, ownedBy, reservedIn } from "./support/jobs-of-a-store.ts";

let home: ReturnType<typeof temporaryFolder>;
let folder: string;
let store: JobStore;
let mistakes: unknown[];

beforeEach(() => {
  home = temporaryFolder();
  folder = join(home.path, "jobs");
  mistakes = [];
  store = new JobStore(folder, (error) => mistakes.push(error));
});

afterEach(() => home.remove());

const reserved = (keyId?: string) => reservedIn(store, keyId);
const done = (job: JobFolder) => doneIn(store, job);
const change = (job: JobFolder, changes: Partial<JobRecord>) => changedBeside(store, job, changes);

test("what is done is kept for an hour and then deleted", async () => {
  const job = await done(await reserved());
  await store.sweep(new Date(NOW.getTime() + 60 * MINUTE));
  expect(await job.read()).not.toBeNull();
  await store.sweep(new Date(NOW.getTime() + 60 * MINUTE + 1));
  expect(readdirSync(folder)).toEqual([]);
});

test("what a server has left that is gone is deleted, done or not", async () => {
  await change(await reserved(), { owner: ownedBy(store, { server: GONE, worker: GONE }) });
  await change(await reserved(), { ...DONE, owner: ownedBy(store, { server: GONE, worker: GONE }) });
  const ours = await reserved();
  await store.sweep(NOW);
  expect(readdirSync(folder)).toEqual([ours.id]);
});

test("a job whose process is gone, of a server that lives, has failed and has lost its claims; what is done stays", async () => {
  const unfinished = await reserved();
  writeFileSync(unfinished.input, "npi\n");
  await change(unfinished, { status: "running", owner: ownedBy(store, { worker: GONE }) });
  const finished = await reserved();
  await change(finished, { ...DONE, owner: ownedBy(store, { worker: GONE }) });
  expect((await store.find(unfinished.id, "key-a"))?.record).toMatchObject({ status: "failed" });
  await store.sweep(NOW);
  expect(existsSync(unfinished.input)).toBe(false);
  expect(await unfinished.read()).toMatchObject({
    status: "failed",
    reason: expect.stringContaining("Send the file again"),
  });
  expect(await finished.read()).toMatchObject({ status: "done" });
});

test("a process on another machine is left alone", async () => {
  const job = await reserved();
  await change(job, { owner: ownedBy(store, { host: "elsewhere.invalid", server: GONE, worker: GONE }) });
  await store.sweep(NOW);
  expect((await store.find(job.id, "key-a"))?.record.status).toBe("receiving");
});

test("a job under way that nobody has touched for minutes has lost its claims, wherever its process was", async () => {
  const silent = await reserved();
  const touched = await reserved();
  for (const job of [silent, touched]) {
    writeFileSync(job.input, "npi\n");
    await change(job, {
      status: "queued",
      owner: ownedBy(store, { host: "gone.invalid", server: GONE, worker: GONE }),
    });
    await job.touch(NOW);
  }
  const later = new Date(NOW.getTime() + JOB_LIMITS.silentMillisecondsMax);
  await store.sweep(later);
  expect(existsSync(silent.input)).toBe(true);
  await touched.touch(later);
  await store.sweep(new Date(later.getTime() + 1));
  expect(existsSync(silent.input)).toBe(false);
  expect(await silent.read()).toMatchObject({ status: "failed" });
  expect(await touched.read()).toMatchObject({ status: "queued" });
});

test("a job that nobody works on here is told as failed even before the sweep", async () => {
  const job = await reserved();
  await change(job, { status: "running", owner: ownedBy(store, { host: "gone.invalid" }) });
  await job.touch(new Date(Date.now() - 2 * JOB_LIMITS.silentMillisecondsMax));
  expect((await store.find(job.id, "key-a"))?.record.status).toBe("failed");
});

test("one folder that cannot be dealt with is told and keeps no other from its end", async () => {
  const bad = "a".repeat(32);
  const old = await done(await reserved());
  const later = new Date(NOW.getTime() + 61 * MINUTE);
  vi.spyOn(JobFolder.prototype, "remove").mockRejectedValueOnce(new Error("EACCES"));
  mkdirSync(join(folder, bad), { recursive: true });
  utimesSync(join(folder, bad), NOW, NOW);
  await store.sweep(later);
  expect(mistakes).toHaveLength(1);
  expect(readdirSync(folder)).toHaveLength(1);
  await store.sweep(later);
  expect(readdirSync(folder)).toEqual([]);
  expect(await old.isGone()).toBe(true);
});

test("a job whose record cannot be written any more has lost its claims all the same", async () => {
  const job = await reserved();
  writeFileSync(job.input, "npi\n");
  await change(job, { owner: ownedBy(store, { worker: GONE }) });
  // In the way of what would take the record's place.
  mkdirSync(join(folder, job.id, "job.json.new"));
  writeFileSync(join(folder, job.id, "job.json.new", "x"), "");
  await store.sweep(NOW);
  expect(existsSync(job.input)).toBe(false);
});

test("a record that cannot be read counts for nobody and goes after its hour", async () => {
  const job = await reserved();
  writeFileSync(join(folder, job.id, "job.json"), "{");
  await job.touch(NOW);
  store.letGo(job);
  expect(await store.list("key-a")).toEqual([]);
  await expect(job.read()).rejects.toThrow("JSON");
  await store.sweep(new Date(NOW.getTime() + 60 * MINUTE));
  expect(await job.isGone()).toBe(false);
  await store.sweep(new Date(NOW.getTime() + 60 * MINUTE + 1));
  expect(await job.isGone()).toBe(true);
});

test("a folder that was half made or half deleted goes; one that is just being made stays", async () => {
  const half = "a".repeat(32);
  const justMade = "b".repeat(32);
  for (const name of [half, justMade, "deleted-x"]) mkdirSync(join(folder, name), { recursive: true });
  utimesSync(join(folder, half), NOW, NOW);
  const soon = new Date(NOW.getTime() + JOB_LIMITS.sweepMilliseconds + 1);
  utimesSync(join(folder, justMade), soon, soon);
  await store.sweep(soon);
  expect(readdirSync(folder)).toEqual([justMade]);
});

test("a process that stops deletes its own jobs and those of the dead, and no others", async () => {
  await reserved();
  await change(await reserved(), { owner: ownedBy(store, { worker: GONE }) });
  const others = await reserved("key-b");
  await change(others, {
    owner: ownedBy(store, { worker: { pid: 1, processStart: null }, host: "elsewhere.invalid" }),
  });
  await store.clear();
  expect(readdirSync(folder)).toEqual([others.id]);
});
