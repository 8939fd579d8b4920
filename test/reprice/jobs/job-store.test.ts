import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { JobFolder } from "../../../src/reprice/jobs/job-folder.ts";
import { ArrivingBytes } from "../../../src/reprice/jobs/job-progress.ts";
import { type Announcement, type FoundJob, JobStore } from "../../../src/reprice/jobs/job-store.ts";
import type { JobKeys } from "../../../src/reprice/jobs/known-jobs.ts";
import { type JobOwner, type JobRecord, markOf } from "../../../src/reprice/jobs/record.ts";
import { JOB_SPACE, type JobSpace } from "../../../src/reprice/jobs/space.ts";
import { JOB_LIMITS } from "../../../src/reprice/limits.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { SOON } from "../../support/waiting.ts";

const NOW = new Date("2026-11-16T08:00:00.000Z");
const MINUTE = 60_000;
const DONE = { status: "done", endedAt: NOW.toISOString() } as const;

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

function announced(keyId: string, bytes = 0): Announcement {
  return { keyId, bytes, mark: null };
}

async function reserved(keyId = "key-a"): Promise<JobFolder> {
  const job = await store.reserve(announced(keyId), NOW);
  if (!(job instanceof JobFolder)) throw new Error(String(job));
  return job;
}

/** As another process of the home changes it. */
async function change(job: JobFolder, changes: Partial<JobRecord>): Promise<void> {
  await job.write({ ...((await job.read()) as JobRecord), ...changes });
  store.letGo(job);
}

async function done(job: JobFolder): Promise<JobFolder> {
  await store.change(job, DONE);
  store.letGo(job);
  return job;
}

function ownedBy(changes: Partial<JobOwner>): JobOwner {
  return { ...store.owner, ...changes };
}

test.each([3, 4, 8])(
  "of %i files that arrive at once the first two are priced, and no file refuses another",
  async (count) => {
    const answers = await Promise.all(Array.from({ length: count }, () => store.reserve(announced("key-a"), NOW)));
    const jobs = answers.filter((answer) => answer instanceof JobFolder);
    expect(jobs).toHaveLength(3);
    expect(new Set(answers.filter((answer) => !(answer instanceof JobFolder)))).toEqual(
      new Set(count > 3 ? ["under_way"] : []),
    );
    expect(jobs.filter((job) => !store.hasTooMany(job))).toHaveLength(2);
  },
);

test("of files that arrive at two processes at once, the earlier ones are priced", async () => {
  const other = new JobStore(folder, (error) => mistakes.push(error));
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
  const jobs = await Promise.all([
    ...[0, 1].map((seconds) => store.reserve(announced("key-a"), at(seconds))),
    ...[2, 3].map((seconds) => other.reserve(announced("key-a"), at(seconds))),
  ]);
  expect(jobs.slice(0, 2).every((job) => job instanceof JobFolder && !store.hasTooMany(job))).toBe(true);
});

test("of files whose processes did not see each other, the later one is refused once it has arrived", async () => {
  const other = new JobStore(folder, (error) => mistakes.push(error));
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
  const second = (await other.reserve(announced("key-a"), at(1))) as JobFolder;
  const third = (await other.reserve(announced("key-a"), at(2))) as JobFolder;
  const first = (await store.reserve(announced("key-a"), at(0))) as JobFolder;
  expect([store.hasTooMany(first), other.hasTooMany(second), other.hasTooMany(third)]).toEqual([false, false, false]);
  expect(await other.hasTooManyNow(third)).toBe(true);
  expect([await store.hasTooManyNow(first), await other.hasTooManyNow(second)]).toEqual([false, false]);
});

test("a key has two files under way and one that is looked at, one more after one is done, and another key its own", async () => {
  const first = await reserved();
  const second = await reserved();
  const third = await reserved();
  expect([first, second, third].map((job) => store.hasTooMany(job))).toEqual([false, false, true]);
  await change(third, { isDryRun: true });
  expect(await store.hasTooManyNow(second)).toBe(false);
  expect(await store.reserve(announced("key-a"), NOW)).toBe("under_way");
  expect(readdirSync(folder)).toHaveLength(3);
  expect(store.hasTooMany(await reserved("key-b"))).toBe(false);
  await done(first);
  await reserved();
});

test("of more than a hundred jobs of a key those that ended first make room, and none that is under way or only looked at", async () => {
  const first = await reserved();
  await store.change(first, { status: "failed", endedAt: "2026-11-16T07:00:00.000Z" });
  const second = await reserved();
  await store.change(second, { ...DONE, endedAt: "2026-11-16T07:30:00.000Z" });
  for (const job of [first, second]) store.letGo(job);
  for (let made = 2; made < JOB_LIMITS.keptPerKeyMax; made += 1) await done(await reserved());
  const other = await done(await reserved("key-b"));
  const look = await reserved();
  await change(look, { isDryRun: true });
  const next = await reserved();
  await store.makeRoom("key-a");
  expect(await store.find(first.id, "key-a")).toBeNull();
  for (const [job, key] of [
    [second, "key-a"],
    [next, "key-a"],
    [look, "key-a"],
    [other, "key-b"],
  ] as const) {
    expect(await store.find(job.id, key)).not.toBeNull();
  }
  await store.makeRoom("key-a");
  expect(await store.list("key-a")).toHaveLength(JOB_LIMITS.keptPerKeyMax);
});

/** Jobs of other processes, done. */
async function doneElsewhere(count: number, keyOf: (place: number) => string): Promise<void> {
  const record = (await (await reserved()).read()) as JobRecord;
  for (let place = 0; place < count; place += 1) {
    const id = place.toString(16).padStart(32, "0");
    mkdirSync(join(folder, id));
    const job = { ...record, ...DONE, id, keyId: keyOf(place), keptBytes: 82 };
    writeFileSync(join(folder, id, "job.json"), JSON.stringify(job));
  }
}

test("ten small files of each of four keys shut nobody out", async () => {
  await doneElsewhere(40, (place) => `key-${place % 4}`);
  await reserved("key-of-another");
});

test("there are five thousand jobs of all keys", async () => {
  await doneElsewhere(JOB_LIMITS.keptMax, (place) => `key-${place}`);
  expect(await store.reserve(announced("key-of-another"), NOW)).toBe("all");
});

describe("bytes of jobs", () => {
  const SPACE: JobSpace = { resultBytesMax: 1_000, bytesPerKeyMax: 1_000, bytesMax: 2_000, freeBytesMin: 1 };

  beforeEach(() => {
    store = new JobStore(folder, (error) => mistakes.push(error), SPACE);
  });

  test("of a key are limited, those of a file that is about to arrive included", async () => {
    const job = await reserved();
    await store.change(job, { ...DONE, keptBytes: 900 });
    expect(await store.reserve(announced("key-a", 101), NOW)).toBe("key_bytes");
    expect(typeof (await store.reserve(announced("key-a", 100), NOW))).toBe("object");
    expect(typeof (await store.reserve(announced("key-b", 1_000), NOW))).toBe("object");
  });

  test("of all keys are limited, whichever process has them", async () => {
    const other = new JobStore(folder, () => {}, SPACE);
    for (const key of ["key-a", "key-b"]) await other.reserve(announced(key, 950), NOW);
    expect(await store.reserve(announced("key-c", 101), NOW)).toBe("all_bytes");
    expect(typeof (await store.reserve(announced("key-c", 100), NOW))).toBe("object");
  });

  test("leave some of the disk free: a file that would take it is refused, and nothing is made for it", async () => {
    store = new JobStore(folder, () => {}, { ...SPACE, freeBytesMin: Number.MAX_SAFE_INTEGER });
    expect(await store.reserve(announced("key-a"), NOW)).toBe("disk");
    expect(existsSync(folder)).toBe(false);
  });

  test("that are written count at once; the limit of all keys ends the job of the key that takes most", async () => {
    const [large, small] = [await reserved("key-a"), await reserved("key-b")];
    await done(await reserved("key-c"));
    await store.change(small, { status: "running", keptBytes: 900 });
    await store.change(large, { status: "running", keptBytes: 1_000 });
    expect([await store.spaceLimit(large), await store.spaceLimit(small)]).toEqual([null, null]);
    const third = await reserved("key-d");
    await store.change(third, { keptBytes: 200 });
    expect([await store.spaceLimit(large), await store.spaceLimit(small)]).toEqual(["all_bytes", null]);
    // A file that arrives is refused at once.
    expect(await store.spaceLimit(third)).toBe("all_bytes");
    await store.change(large, { keptBytes: 1_001 });
    expect(await store.spaceLimit(large)).toBe("key_bytes");
  });

  test("of a file that arrives are counted, whatever its client has said", async () => {
    const job = await reserved();
    const bytes = new ArrivingBytes(store, job);
    expect(bytes.add(JOB_LIMITS.bytesPerLookAtDisk)).toBeNull();
    await vi.waitFor(() => expect(bytes.add(1)).toBe("key_bytes"), SOON);
    expect(await job.read()).toMatchObject({ keptBytes: JOB_LIMITS.bytesPerLookAtDisk });
    bytes.close();
  });

  test("of a file that was deleted while it arrives count until it is closed, and so does its place", async () => {
    const arriving = [await reserved(), await reserved(), await reserved()].map((job) => {
      const bytes = new ArrivingBytes(store, job);
      bytes.add(300);
      return { job, bytes };
    });
    for (const { job, bytes } of arriving) {
      expect(bytes.ended.aborted).toBe(false);
      await store.remove(job);
      expect([bytes.ended.aborted, bytes.ended.reason]).toEqual([true, "deleted"]);
    }
    expect(await store.list("key-a")).toEqual([]);
    expect(await store.reserve(announced("key-a"), NOW)).toBe("under_way");
    arriving[0]?.bytes.close();
    expect(await store.reserve(announced("key-a", 401), NOW)).toBe("key_bytes");
    arriving[1]?.bytes.close();
    expect(await store.reserve(announced("key-a", 401), NOW)).toBeInstanceOf(JobFolder);
    arriving[2]?.bytes.close();
  });

  test("of results that are being downloaded count until they are closed, once for all downloads of a job", async () => {
    const job = await reserved();
    await store.change(job, { keptBytes: 600 });
    const { record } = (await store.find((await done(job)).id, "key-a")) as FoundJob;
    const [one, other] = [store.use(job, record), store.use(job, record)];
    await store.remove(job);
    expect([one.ended.aborted, other.ended.aborted]).toEqual([true, true]);
    one.close();
    expect(await store.reserve(announced("key-a", 401), NOW)).toBe("key_bytes");
    expect(await store.reserve(announced("key-a", 400), NOW)).toBeInstanceOf(JobFolder);
    other.close();
    expect(await store.reserve(announced("key-a", 600), NOW)).toBeInstanceOf(JobFolder);
  });

  test("of a file that another process has deleted are no longer taken after a moment", async () => {
    const job = await reserved();
    const bytes = new ArrivingBytes(store, job);
    await new JobStore(folder, () => {}).remove(new JobFolder(folder, job.id));
    await vi.waitFor(() => expect(bytes.ended.reason).toBe("deleted"), SOON);
    bytes.close();
  });

  test("stay free on the disk, though the file that arrives was deleted", async () => {
    const full = new JobStore(folder, () => {}, { ...SPACE, freeBytesMin: Number.MAX_SAFE_INTEGER });
    const job = await reserved();
    expect(await full.spaceLimit(job)).toBe("disk");
  });

  test("of a key that has ended are no longer read or written after a moment, and a server that stops lets downloads end", async () => {
    const ended: string[] = [];
    const keys: JobKeys = { succeeds: () => false, hasEnded: (id) => ended.includes(id) };
    store = new JobStore(folder, () => {}, SPACE, keys);
    const use = store.use(await reserved());
    ended.push("key-a");
    await vi.waitFor(() => expect(use.ended.reason).toBe("revoked"), SOON);
    use.close();
    const download = store.use(await reserved("key-b"));
    store.stopWatching();
    await store.clear();
    expect([readdirSync(folder), download.ended.aborted]).toEqual([[], false]);
    download.close();
  });
});

test("a place where nothing can be written is told as such", async () => {
  writeFileSync(join(home.path, "taken"), "");
  expect(await new JobStore(join(home.path, "taken", "jobs"), () => {}).reserve(announced("key-a"), NOW)).toBe("disk");
});

test("files are the owner's alone", async () => {
  const job = await reserved();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, job.id)).mode & 0o777).toBe(0o700);
});

test("a job is its key's alone, and an id that is none leads nowhere", async () => {
  const { id } = await reserved();
  expect((await store.find(id, "key-a"))?.record.id).toBe(id);
  expect(await store.find(id, "key-b")).toBeNull();
  for (const other of ["", "..", `../jobs/${id}`, id.toUpperCase(), `${id}/`, "0".repeat(32)]) {
    expect(await store.find(other, "key-a")).toBeNull();
  }
});

test("what is done is kept for an hour and then deleted", async () => {
  const job = await done(await reserved());
  await store.sweep(new Date(NOW.getTime() + 60 * MINUTE));
  expect(await job.read()).not.toBeNull();
  await store.sweep(new Date(NOW.getTime() + 60 * MINUTE + 1));
  expect(readdirSync(folder)).toEqual([]);
});

test("what a server has left that is gone is deleted, done or not", async () => {
  await change(await reserved(), { owner: ownedBy({ server: GONE, worker: GONE }) });
  await change(await reserved(), { ...DONE, owner: ownedBy({ server: GONE, worker: GONE }) });
  const ours = await reserved();
  await store.sweep(NOW);
  expect(readdirSync(folder)).toEqual([ours.id]);
});

test("a job whose process is gone, of a server that lives, has failed and has lost its claims; what is done stays", async () => {
  const unfinished = await reserved();
  writeFileSync(unfinished.input, "npi\n");
  await change(unfinished, { status: "running", owner: ownedBy({ worker: GONE }) });
  const finished = await reserved();
  await change(finished, { ...DONE, owner: ownedBy({ worker: GONE }) });
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
  await change(job, { owner: ownedBy({ host: "elsewhere.invalid", server: GONE, worker: GONE }) });
  await store.sweep(NOW);
  expect((await store.find(job.id, "key-a"))?.record.status).toBe("receiving");
});

test("a job under way that nobody has touched for minutes has lost its claims, wherever its process was", async () => {
  const silent = await reserved();
  const touched = await reserved();
  for (const job of [silent, touched]) {
    writeFileSync(job.input, "npi\n");
    await change(job, { status: "queued", owner: ownedBy({ host: "gone.invalid", server: GONE, worker: GONE }) });
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
  await change(job, { status: "running", owner: ownedBy({ host: "gone.invalid" }) });
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
  await change(job, { owner: ownedBy({ worker: GONE }) });
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

test("nothing can be written to a job that was deleted", async () => {
  const job = await reserved();
  const record = (await job.read()) as JobRecord;
  await job.remove();
  await expect(job.write(record)).rejects.toThrow("ENOENT");
  expect(await job.read()).toBeNull();
  await job.remove();
});

test("a process that stops deletes its own jobs and those of the dead, and no others", async () => {
  await reserved();
  await change(await reserved(), { owner: ownedBy({ worker: GONE }) });
  const others = await reserved("key-b");
  await change(others, { owner: ownedBy({ worker: { pid: 1, processStart: null }, host: "elsewhere.invalid" }) });
  await store.clear();
  expect(readdirSync(folder)).toEqual([others.id]);
});

test("two changes at once are written one after the other, the last one last", async () => {
  const job = await reserved();
  const changes = Array.from({ length: 20 }, (_, lines) => store.change(job, { linesDone: lines }));
  await Promise.all(changes);
  expect(await job.read()).toMatchObject({ linesDone: 19 });
});

describe("keys", () => {
  let ended: string[];
  /** key-b took the place of key-a. */
  const keys: JobKeys = {
    succeeds: (id, earlier) => id === "key-b" && earlier === "key-a",
    hasEnded: (id) => ended.includes(id),
  };

  beforeEach(() => {
    ended = [];
    store = new JobStore(folder, (error) => mistakes.push(error), JOB_SPACE, keys);
  });

  test("that replace others have their jobs, and count them; not the other way round", async () => {
    const old = await done(await reserved("key-a"));
    const own = await reserved("key-b");
    expect((await store.find(old.id, "key-b"))?.record.keyId).toBe("key-a");
    expect((await store.list("key-b")).map(({ id }) => id).sort()).toEqual([old.id, own.id].sort());
    expect((await store.list("key-a")).map(({ id }) => id)).toEqual([old.id]);
    expect(await store.find(own.id, "key-a")).toBeNull();
    for (let made = 1; made < JOB_LIMITS.keptPerKeyMax; made += 1) await done(await reserved("key-a"));
    await store.makeRoom("key-b");
    expect(await store.list("key-b")).toHaveLength(JOB_LIMITS.keptPerKeyMax);
    expect(await store.find(own.id, "key-b")).not.toBeNull();
  });

  test("that have ended have no jobs any more, and the sweep deletes them, under way or done", async () => {
    const jobs = [await done(await reserved("key-a")), await reserved("key-a")];
    const other = await reserved("key-c");
    writeFileSync(jobs[1]?.input as string, "npi\n");
    ended = ["key-a"];
    for (const { id } of jobs) expect(await store.find(id, "key-b")).toBeNull();
    await store.sweep(NOW);
    expect(readdirSync(folder)).toEqual([other.id]);
  });

  test("have their jobs listed, the newest first, dry runs left out, whichever process has them", async () => {
    const other = new JobStore(folder, () => {}, JOB_SPACE, keys);
    const times = [0, 2, 1].map((minutes) => new Date(NOW.getTime() + minutes * MINUTE));
    const ids: string[] = [];
    for (const time of times) {
      const job = (await other.reserve(announced("key-a"), time)) as JobFolder;
      ids.push(job.id);
    }
    const looked = (await store.reserve(announced("key-c"), NOW)) as JobFolder;
    await store.change(looked, { isDryRun: true });
    expect((await store.list("key-a")).map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
    expect(await store.list("key-c")).toEqual([]);
  });
});

describe("a request that is sent again", () => {
  const marked = (keyId = "key-a", word = "one"): Announcement => ({ keyId, bytes: 0, mark: markOf(word) });

  test("is answered with the job of the first, in any process, and takes no place of its own", async () => {
    const first = (await store.reserve(marked(), NOW)) as JobFolder;
    const other = new JobStore(folder, () => {});
    expect(await other.reserve(marked(), new Date())).toMatchObject({ record: { id: first.id, status: "receiving" } });
    await done(first);
    expect(await other.reserve(marked(), new Date())).toMatchObject({ record: { id: first.id, status: "done" } });
    expect(readdirSync(folder)).toEqual([first.id]);
  });

  test("is another one with another word, of another key, without a word, and after the first has failed or gone", async () => {
    const first = (await store.reserve(marked(), NOW)) as JobFolder;
    for (const each of [marked("key-a", "two"), marked("key-b"), announced("key-a")]) {
      expect(await store.reserve(each, NOW)).toBeInstanceOf(JobFolder);
    }
    await change(first, { status: "failed", endedAt: NOW.toISOString() });
    const second = (await store.reserve(marked(), NOW)) as JobFolder;
    await store.remove(second);
    expect(await store.reserve(marked(), NOW)).toBeInstanceOf(JobFolder);
  });

  test("at the same moment has one job in a process, and never two in several", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => store.reserve(marked(), NOW)));
    expect(answers.filter((each) => each instanceof JobFolder)).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(1);
    const stores = [1, 2, 3].map(() => new JobStore(folder, () => {}));
    const elsewhere = await Promise.all(stores.map((each) => each.reserve(marked("key-b"), NOW)));
    expect(elsewhere.filter((each) => each instanceof JobFolder).length).toBeLessThanOrEqual(1);
  });

  test("is written down by hashes alone", async () => {
    const job = (await store.reserve(marked("key-a", "claim-of-patient-7"), NOW)) as JobFolder;
    expect(JSON.stringify(await job.read())).not.toContain("patient");
  });
});

describe("lists of jobs", () => {
  const OTHERS = { status: "failed", endedAt: NOW.toISOString(), reason: "no column for the code" } as const;

  /** A process that has read nothing yet, beside one with done and failed jobs. */
  async function beside(count: number): Promise<JobStore> {
    for (let made = 0; made < count; made += 1) {
      const job = await reserved();
      await store.change(job, made % 2 === 0 ? DONE : OTHERS);
      store.letGo(job);
    }
    return new JobStore(folder, (error) => mistakes.push(error));
  }

  afterEach(() => void vi.restoreAllMocks());

  test("read the record of each job once, however many requests there are", async () => {
    const other = await beside(20);
    const read = vi.spyOn(JobFolder.prototype, "read");
    const lists = await Promise.all(Array.from({ length: 100 }, () => other.list("key-a")));
    // Records first, and the reasons of the ten that failed, which are not kept with the records.
    expect(read).toHaveBeenCalledTimes(30);
    expect(new Set(lists).size).toBe(1);
    expect(lists[0]?.filter(({ reason }) => reason === OTHERS.reason)).toHaveLength(10);
    expect(await other.list("key-a")).toEqual(lists[0]);
    expect(read).toHaveBeenCalledTimes(30);
    expect(await store.list("key-a")).toEqual(lists[0]);
    expect(read).toHaveBeenCalledTimes(30);
  });

  test("wait for a look that begins after the request: a job of another process that was accepted before is in it", async () => {
    const other = new JobStore(folder, (error) => mistakes.push(error));
    const before = other.list("key-a");
    expect(await before).toEqual([]);
    const job = await reserved();
    const [one, two] = await Promise.all([other.list("key-a"), other.list("key-b")]);
    expect(one.map(({ id }) => id)).toEqual([job.id]);
    expect(two).toEqual([]);
    // Changed by its process meanwhile.
    await store.change(job, { linesDone: 7 });
    expect(await other.list("key-a")).toMatchObject([{ linesDone: 7 }]);
  });

  test("do not have a job in hand that another process has deleted", async () => {
    const job = await reserved();
    expect(await store.list("key-a")).toHaveLength(1);
    await new JobFolder(folder, job.id).remove();
    expect(await store.list("key-a")).toEqual([]);
  });

  test("one job that is in hand or has ended is found without reading its record, and not after another process deleted it", async () => {
    const other = await beside(2);
    const [first] = await other.list("key-a");
    const own = await reserved();
    const read = vi.spyOn(JobFolder.prototype, "read");
    for (const [process, id] of [
      [other, first?.id ?? ""],
      [store, own.id],
    ] as const) {
      expect(await process.find(id, "key-a")).not.toBeNull();
      expect(await process.find(id, "key-b")).toBeNull();
      await new JobFolder(folder, id).remove();
      expect(await process.find(id, "key-a")).toBeNull();
    }
    expect(read).not.toHaveBeenCalled();
  });
});
