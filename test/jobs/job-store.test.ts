import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { JobFolder } from "../../src/jobs/job-folder.ts";
import { JobStore } from "../../src/jobs/job-store.ts";
import { JOB_LIMITS } from "../../src/jobs/limits.ts";
import type { JobOwner } from "../../src/jobs/owner.ts";
import type { JobRecord } from "../../src/jobs/record.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";

const NOW = new Date("2026-11-16T08:00:00.000Z");
const MINUTE = 60_000;

/** No process has this number: the system gives none above 4,194,304. */
const GONE = { pid: 2 ** 30, processStart: "1" };

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

function reserved(keyId = "key-a"): JobFolder {
  const job = store.reserve(keyId, NOW);
  if (typeof job === "string") throw new Error(job);
  return job;
}

function change(job: JobFolder, changes: Partial<JobRecord>): void {
  job.write({ ...(job.read() as JobRecord), ...changes });
}

function done(job: JobFolder): JobFolder {
  change(job, { status: "done", endedAt: NOW.toISOString() });
  return job;
}

function ownedBy(changes: Partial<JobOwner>): JobOwner {
  return { ...store.owner, ...changes };
}

test("a key has two files under way and one that is looked at, one more after one is done, and another key its own", () => {
  const first = reserved();
  reserved();
  expect(store.hasTooMany("key-a")).toBe(false);
  const third = reserved();
  expect(store.hasTooMany("key-a")).toBe(true);
  change(third, { isDryRun: true });
  expect(store.hasTooMany("key-a")).toBe(false);
  expect(store.reserve("key-a", NOW)).toBe("under_way");
  expect(readdirSync(folder)).toHaveLength(3);
  reserved("key-b");
  done(first);
  reserved();
});

test("a key has ten jobs, whatever became of them", () => {
  for (let made = 0; made < JOB_LIMITS.keptPerKeyMax; made += 1) done(reserved());
  expect(store.reserve("key-a", NOW)).toBe("kept");
  reserved("key-b");
});

test("there are forty jobs of all keys", () => {
  for (let made = 0; made < JOB_LIMITS.keptMax; made += 1) reserved(`key-${made}`);
  expect(store.reserve("key-of-another", NOW)).toBe("all");
});

test("a place where nothing can be written is told as such", () => {
  writeFileSync(join(home.path, "taken"), "");
  expect(new JobStore(join(home.path, "taken", "jobs"), () => {}).reserve("key-a", NOW)).toBe("disk");
});

test("files are the owner's alone", () => {
  const job = reserved();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, job.id)).mode & 0o777).toBe(0o700);
});

test("a job is its key's alone, and an id that is none leads nowhere", () => {
  const { id } = reserved();
  expect(store.find(id, "key-a")?.record.id).toBe(id);
  expect(store.find(id, "key-b")).toBeNull();
  for (const other of ["", "..", `../jobs/${id}`, id.toUpperCase(), `${id}/`, "0".repeat(32)]) {
    expect(store.find(other, "key-a")).toBeNull();
  }
});

test("what is done is kept for an hour and then deleted", () => {
  const job = done(reserved());
  store.sweep(new Date(NOW.getTime() + 60 * MINUTE));
  expect(job.read()).not.toBeNull();
  store.sweep(new Date(NOW.getTime() + 60 * MINUTE + 1));
  expect(readdirSync(folder)).toEqual([]);
});

test("what a server has left that is gone is deleted, done or not", () => {
  change(reserved(), { owner: ownedBy({ server: GONE, worker: GONE }) });
  change(done(reserved()), { owner: ownedBy({ server: GONE, worker: GONE }) });
  const ours = reserved();
  store.sweep(NOW);
  expect(readdirSync(folder)).toEqual([ours.id]);
});

test("a job whose process is gone, of a server that lives, has failed and has lost its claims; what is done stays", () => {
  const unfinished = reserved();
  writeFileSync(unfinished.input, "npi\n");
  change(unfinished, { status: "running", owner: ownedBy({ worker: GONE }) });
  const finished = done(reserved());
  change(finished, { owner: ownedBy({ worker: GONE }) });
  expect(store.find(unfinished.id, "key-a")?.record).toMatchObject({ status: "failed" });
  store.sweep(NOW);
  expect(existsSync(unfinished.input)).toBe(false);
  expect(unfinished.read()).toMatchObject({ status: "failed", reason: expect.stringContaining("Send the file again") });
  expect(finished.read()).toMatchObject({ status: "done" });
});

test("a process on another machine is left alone", () => {
  const job = reserved();
  change(job, { owner: ownedBy({ host: "elsewhere.invalid", server: GONE, worker: GONE }) });
  store.sweep(NOW);
  expect(store.find(job.id, "key-a")?.record.status).toBe("receiving");
});

test("a job under way that nobody has touched for minutes has lost its claims, wherever its process was", () => {
  const silent = reserved();
  const touched = reserved();
  for (const job of [silent, touched]) {
    writeFileSync(job.input, "npi\n");
    change(job, { status: "queued", owner: ownedBy({ host: "gone.invalid", server: GONE, worker: GONE }) });
    job.touch(NOW);
  }
  const later = new Date(NOW.getTime() + JOB_LIMITS.silentMillisecondsMax);
  store.sweep(later);
  expect(existsSync(silent.input)).toBe(true);
  store.touch([touched], later);
  store.sweep(new Date(later.getTime() + 1));
  expect(existsSync(silent.input)).toBe(false);
  expect(silent.read()).toMatchObject({ status: "failed" });
  expect(touched.read()).toMatchObject({ status: "queued" });
});

test("a job that nobody works on here is told as failed even before the sweep", () => {
  const job = reserved();
  change(job, { status: "running", owner: ownedBy({ host: "gone.invalid" }) });
  job.touch(new Date(Date.now() - 2 * JOB_LIMITS.silentMillisecondsMax));
  expect(store.find(job.id, "key-a")?.record.status).toBe("failed");
});

test("one folder that cannot be dealt with is told and keeps no other from its end", () => {
  const bad = "a".repeat(32);
  const old = done(reserved());
  const later = new Date(NOW.getTime() + 61 * MINUTE);
  vi.spyOn(JobFolder.prototype, "remove").mockImplementationOnce(() => {
    throw new Error("EACCES");
  });
  mkdirSync(join(folder, bad), { recursive: true });
  utimesSync(join(folder, bad), NOW, NOW);
  store.sweep(later);
  expect(mistakes).toHaveLength(1);
  expect(readdirSync(folder)).toHaveLength(1);
  store.sweep(later);
  expect(readdirSync(folder)).toEqual([]);
  expect(old.isGone).toBe(true);
});

test("a job whose record cannot be written any more has lost its claims all the same", () => {
  const job = reserved();
  writeFileSync(job.input, "npi\n");
  change(job, { owner: ownedBy({ worker: GONE }) });
  // In the way of what would take the record's place.
  mkdirSync(join(folder, job.id, "job.json.new"));
  writeFileSync(join(folder, job.id, "job.json.new", "x"), "");
  store.sweep(NOW);
  expect(existsSync(job.input)).toBe(false);
});

test("a record that cannot be read counts for nobody and goes after its hour", () => {
  const job = reserved();
  writeFileSync(join(folder, job.id, "job.json"), "{");
  job.touch(NOW);
  expect(store.records()).toEqual([]);
  expect(() => job.read()).toThrow("JSON");
  store.sweep(new Date(NOW.getTime() + 60 * MINUTE));
  expect(job.isGone).toBe(false);
  store.sweep(new Date(NOW.getTime() + 60 * MINUTE + 1));
  expect(job.isGone).toBe(true);
});

test("a folder that was half made or half deleted goes; one that is just being made stays", () => {
  const half = "a".repeat(32);
  const justMade = "b".repeat(32);
  for (const name of [half, justMade, "deleted-x"]) mkdirSync(join(folder, name), { recursive: true });
  utimesSync(join(folder, half), NOW, NOW);
  const soon = new Date(NOW.getTime() + JOB_LIMITS.sweepMilliseconds + 1);
  utimesSync(join(folder, justMade), soon, soon);
  store.sweep(soon);
  expect(readdirSync(folder)).toEqual([justMade]);
});

test("nothing can be written to a job that was deleted", () => {
  const job = reserved();
  const record = job.read() as JobRecord;
  job.remove();
  expect(() => job.write(record)).toThrow("ENOENT");
  expect(job.read()).toBeNull();
  job.remove();
});

test("a process that stops deletes its own jobs and those of the dead, and no others", () => {
  reserved();
  change(reserved(), { owner: ownedBy({ worker: GONE }) });
  const others = reserved("key-b");
  change(others, { owner: ownedBy({ worker: { pid: 1, processStart: null }, host: "elsewhere.invalid" }) });
  store.clear();
  expect(readdirSync(folder)).toEqual([others.id]);
});
