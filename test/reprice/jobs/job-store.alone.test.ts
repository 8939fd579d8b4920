import fs, { readdirSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { JobFolder } from "../../../src/reprice/jobs/job-folder.ts";
import { type Announcement, JobStore } from "../../../src/reprice/jobs/job-store.ts";
import type { JobKeys } from "../../../src/reprice/jobs/known-jobs.ts";
import { type JobRecord, markOf } from "../../../src/reprice/jobs/record.ts";
import { JOB_SPACE } from "../../../src/reprice/jobs/space.ts";
import { JOB_LIMITS } from "../../../src/reprice/limits.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { announced, changedBeside, DONE, doneIn, MINUTE, NOW, reservedIn } from "./support/jobs-of-a-store.ts";

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

test("nothing can be written to a job that was deleted", async () => {
  const job = await reserved();
  const record = (await job.read()) as JobRecord;
  await job.remove();
  await expect(job.write(record)).rejects.toThrow("ENOENT");
  expect(await job.read()).toBeNull();
  await job.remove();
});

test("the claims of a deleted job go, though a full disk gives its folder no other name", async () => {
  const job = await reserved();
  writeFileSync(join(folder, job.id, "input"), "claims");
  vi.spyOn(fs.promises, "rename").mockRejectedValue(Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }));
  syncBuiltinESMExports();
  try {
    await job.remove();
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
  expect(readdirSync(folder)).toEqual([]);
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
