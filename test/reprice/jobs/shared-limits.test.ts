import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { JobFolder } from "../../../src/reprice/jobs/job-folder.ts";
import { ArrivingBytes } from "../../../src/reprice/jobs/job-progress.ts";
import { type FoundJob, JobStore } from "../../../src/reprice/jobs/job-store.ts";
import type { JobKeys } from "../../../src/reprice/jobs/known-jobs.ts";
import type { JobRecord } from "../../../src/reprice/jobs/record.ts";
import type { JobSpace } from "../../../src/reprice/jobs/space.ts";
import { JOB_LIMITS } from "../../../src/reprice/limits.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { SOON } from "../../support/waiting.ts";
import { announced, changedBeside, DONE, doneIn, NOW, reservedIn } from "./support/jobs-of-a-store.ts";

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
