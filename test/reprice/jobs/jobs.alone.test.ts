import fs, { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { dayNumbered } from "../../../src/core/calendar/day.ts";
import { JobFolder } from "../../../src/reprice/jobs/job-folder.ts";
import type { Announcement } from "../../../src/reprice/jobs/job-store.ts";
import { type JobContext, type JobCounts, type JobUsage, RepricingJobs } from "../../../src/reprice/jobs/jobs.ts";
import type { ReleaseInService } from "../../../src/reprice/jobs/kept-releases.ts";
import { type Order, readOrder } from "../../../src/reprice/jobs/order.ts";
import { JOB_SPACE, type JobSpace } from "../../../src/reprice/jobs/space.ts";
import { JOB_LIMITS } from "../../../src/reprice/limits.ts";
import { states } from "../../../src/states/index.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { SOON } from "../../support/waiting.ts";

const ORDER = readOrder(new Map(Object.entries({ state: "ca", setting: "outpatient" })), states) as Order;
const DRY_RUN: Order = { ...ORDER, isDryRun: true };
const CONTEXT: JobContext = {
  release: {
    file: "rates.db",
    description: {
      name: "Rates",
      description: "",
      version: "2026.4",
      sources: [],
      contentHash: "c0ffee",
      rowCounts: {},
    },
  },
  today: dayNumbered(20_773),
  staleAfterMonths: null,
};
const NOBODY_LEAVES = new AbortController().signal;

let home: ReturnType<typeof temporaryFolder>;
let folder: string;
let jobs: RepricingJobs;
let counts: JobCounts[];
let used: JobUsage[];
let mistakes: unknown[];
let space: JobSpace;
let ended: string[];

function newJobs(): RepricingJobs {
  return new RepricingJobs({
    folder,
    threadModule: new URL("./fixture-job-thread.ts", import.meta.url),
    onCounts: (each) => counts.push(each),
    onPriced: (each) => used.push(each),
    onMistake: (error) => mistakes.push(error),
    space,
    keys: { succeeds: () => false, hasEnded: (id) => ended.includes(id) },
  });
}

beforeEach(() => {
  home = temporaryFolder();
  folder = join(home.path, "jobs");
  counts = [];
  used = [];
  mistakes = [];
  space = JOB_SPACE;
  ended = [];
  jobs = newJobs();
});

afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await jobs.end();
  home.remove();
});

function announced(keyId: string): Announcement {
  return { keyId, bytes: 0, mark: null };
}

async function arrived(file: string, key = "key-a"): Promise<JobFolder> {
  const job = await jobs.reserve(announced(key));
  if (!(job instanceof JobFolder)) throw new Error(String(job));
  writeFileSync(job.input, file);
  return job;
}

async function accepted(file: string, key = "key-a"): Promise<JobFolder> {
  const job = await arrived(file, key);
  expect(await jobs.accept(job, ORDER, CONTEXT)).toMatchObject({ status: "queued", bytesTotal: file.length });
  return job;
}

async function until(job: JobFolder, status: string, key = "key-a"): Promise<void> {
  await vi.waitFor(async () => expect((await jobs.find(job.id, key))?.record.status).toBe(status), SOON);
}

describe("a job", () => {
  test("waits, is worked on and is done; the claims go and the results stay, under the release it was accepted with", async () => {
    const first = await accepted("at work");
    await until(first, "running");
    const second = await accepted("priced");
    expect(await second.read()).toMatchObject({
      status: "queued",
      release: { version: "2026.4", contentHash: "c0ffee" },
    });
    expect(counts.at(-1)).toEqual({ queued: 1, running: 1 });
    await jobs.remove(first);
    await until(second, "done");
    expect(await second.read()).toMatchObject({ linesDone: 2, bytesDone: 6 });
    expect(JSON.parse(readFileSync(second.findings.notesJson, "utf8"))).toEqual(["a note"]);
    expect(JSON.parse(readFileSync(second.findings.summaryJson, "utf8"))).toMatchObject({ lookups: 2 });
    // The first one was given up: nothing of it counts.
    expect(used).toEqual([{ keyId: "key-a", state: "ca", setting: "outpatient", lookups: 2, priced: 1 }]);
    expect(readdirSync(join(folder, second.id)).sort()).toEqual([
      "job.json",
      "notes.csv",
      "notes.json",
      "results.csv",
      "summary.csv",
      "summary.json",
    ]);
    // With every upload the records of all jobs are read: none holds its summary, which is a megabyte here.
    expect(statSync(join(folder, second.id, "job.json")).size).toBeLessThan(2_000);
    await vi.waitFor(() => expect(counts.at(-1)).toEqual({ queued: 0, running: 0 }), SOON);
  });

  test.each([
    ["refused", "it is refused", 0],
    ["broken", "Something went wrong here", 1],
  ])(
    "whose file is %s fails with the reason, keeps its record alone, and the next one is worked on",
    async (file, reason, notices) => {
      const job = await accepted(file);
      const next = await accepted("priced");
      await until(job, "failed");
      expect((await job.read())?.reason).toContain(reason);
      expect(readdirSync(join(folder, job.id))).toEqual(["job.json"]);
      expect(mistakes).toHaveLength(notices);
      await until(next, "done");
    },
  );

  test("that is deleted at work is gone at once, and the next one is worked on", async () => {
    const job = await accepted("at work");
    await until(job, "running");
    const next = await accepted("priced");
    await jobs.remove(job);
    expect(await jobs.find(job.id, "key-a")).toBeNull();
    await until(next, "done");
    expect(readdirSync(folder)).toEqual([next.id]);
    expect(mistakes).toEqual([]);
  });

  test("that is at work shows in its record how far it is, and is given up within a moment when another process deletes it", async () => {
    const job = await accepted("writes 7");
    await vi.waitFor(async () => {
      expect(await job.read()).toMatchObject({ status: "running", linesDone: 1, bytesDone: 4, bytesTotal: 8 });
    }, SOON);
    await new JobFolder(folder, job.id).remove();
    await until(await accepted("priced"), "done");
    expect(mistakes).toEqual([]);
  });

  test("is its key's alone: results are found by no other key", async () => {
    const job = await accepted("priced");
    await until(job, "done");
    expect(await jobs.find(job.id, "key-b")).toBeNull();
  });

  test("of a key that was revoked ends at work and while it waits, with its files, and others are worked on", async () => {
    const [job, waiting] = [await accepted("at work"), await accepted("priced")];
    await until(job, "running");
    const other = await accepted("priced", "key-b");
    ended = ["key-a"];
    expect(await jobs.find(job.id, "key-a")).toBeNull();
    await jobs.swept();
    expect([await job.isGone(), await waiting.isGone()]).toEqual([true, true]);
    await until(other, "done", "key-b");
    expect(readdirSync(folder)).toEqual([other.id]);
    expect([used.map(({ keyId }) => keyId), mistakes]).toEqual([["key-b"], []]);
  });

  test("whose record cannot be written fails in memory, that is logged, and the next one is worked on", async () => {
    const job = await accepted("broken later");
    await until(job, "running");
    const next = await accepted("priced");
    blockRecord(job);
    writeFileSync(`${job.input}.break`, "");
    await until(job, "failed");
    await until(next, "done");
    expect(mistakes).toMatchObject([{ name: "TypeError" }, { code: "ERR_FS_EISDIR" }]);
  });
});

describe("a file that needs more memory than it may have", () => {
  const TOO_MUCH = "Reading the file needs more memory than the service has for one file; save the sheet";

  test("is refused when it is looked at, and the process lives on", async () => {
    const job = await arrived("hungry");
    const work = await jobs.dryRun(job, DRY_RUN, CONTEXT, NOBODY_LEAVES);
    expect(work).toMatchObject({ outcome: { kind: "refused", reason: expect.stringContaining(TOO_MUCH) as string } });
    expect(mistakes).toEqual([]);
  });

  test("fails its job with the same reason, and the next one is worked on", async () => {
    const job = await accepted("hungry");
    const next = await accepted("priced");
    await until(job, "failed");
    expect((await job.read())?.reason).toContain(TOO_MUCH);
    expect(mistakes).toEqual([]);
    await until(next, "done");
  });
});

/** Puts a folder in the way of what takes the record's place. */
function blockRecord({ id }: JobFolder): void {
  mkdirSync(join(folder, id, "job.json.new", "x"), { recursive: true });
}

describe("limits", () => {
  test("a key has two files under way beside one that is looked at; ended ones make room", async () => {
    const job = await accepted("at work");
    await accepted("priced");
    const third = await arrived("priced");
    expect(jobs.hasTooMany(third)).toBe(true);
    expect(await jobs.reserve(announced("key-a"))).toBe("under_way");
    expect(typeof (await jobs.reserve(announced("key-b")))).toBe("object");
    await jobs.remove(job);
    expect(jobs.hasTooMany(third)).toBe(false);
    await jobs.remove(third);
  });

  test("a job whose key takes more than it may fails with the limit and the remedy, and the next one is worked on", async () => {
    space = { ...JOB_SPACE, bytesPerKeyMax: 4_000 };
    jobs = newJobs();
    const job = await accepted("writes 5000");
    const next = await accepted("priced", "key-b");
    await until(job, "failed");
    expect((await job.read())?.reason).toBe(
      "The jobs of this API key take more than 4000 bytes together, files and results. Download results, delete their jobs, and send the file again.",
    );
    expect(readdirSync(join(folder, job.id))).toEqual(["job.json"]);
    await until(next, "done", "key-b");
    // What is left of it on the disk, the summary of a megabyte included.
    const { keptBytes = 0 } = (await next.read()) ?? {};
    expect(Math.abs(keptBytes - (await next.bytes()))).toBeLessThan(100);
  });
});

describe("a disk whose free space cannot be read", () => {
  test("is logged once and ends no job; the limits on bytes apply all the same", async () => {
    const unreadable = Object.assign(new Error("i/o error"), { code: "EIO" });
    const looked = vi.spyOn(fs.promises, "statfs");
    space = { ...JOB_SPACE, bytesPerKeyMax: 6_000 };
    jobs = newJobs();
    const [job, large] = [await accepted("writes 5000"), await accepted("writes 7000")];
    looked.mockRejectedValue(unreadable);
    syncBuiltinESMExports();
    await vi.waitFor(() => expect(looked.mock.calls.length).toBeGreaterThan(2), SOON);
    expect(mistakes).toEqual([unreadable]);
    expect((await job.read())?.status).toBe("running");
    await jobs.remove(job);
    await until(large, "failed");
    expect((await large.read())?.reason).toContain("The jobs of this API key take more than 6000 bytes");
    expect(mistakes).toEqual([unreadable]);
  });
});

describe("the release of a job", () => {
  const hash = (sign: string) => sign.repeat(64);
  const releaseFolder = (sign: string) => join(folder, "releases", hash(sign));

  async function keep(process: RepricingJobs, job: JobFolder, sign: string): Promise<JobContext> {
    const { release } = CONTEXT;
    const description = { ...release.description, contentHash: hash(sign) };
    const linkAt = async (path: string) => {
      writeFileSync(path, sign);
      return true;
    };
    const inService: ReleaseInService = { contentHash: hash(sign), bytes: 1, linkAt, copyTo: async () => {} };
    return await process.keepRelease(job, { ...CONTEXT, release: { ...release, description } }, inService);
  }

  function makeOld(...signs: readonly string[]): void {
    const touchedAt = new Date(Date.now() - 2 * JOB_LIMITS.keptMillisecondsMax);
    for (const sign of signs) utimesSync(releaseFolder(sign), touchedAt, touchedAt);
  }

  test("stays while another process needs it, also where that began after the records were last read", async () => {
    const other = newJobs();
    try {
      const own = await arrived("priced");
      const job = await other.reserve(announced("key-b"));
      if (!(job instanceof JobFolder)) throw new Error(String(job));
      writeFileSync(job.input, "at work");
      await other.accept(job, ORDER, await keep(other, job, "1"));
      for (const sign of ["2", "3", "4"]) await keep(jobs, own, sign);
      makeOld("1", "2", "3", "4");
      await keep(jobs, own, "5");
      expect(readdirSync(join(folder, "releases"))).toEqual([hash("1"), hash("5")]);
    } finally {
      await other.end();
    }
  });

  test("is touched with every sweep while its job is under way", async () => {
    const job = await arrived("at work");
    await jobs.accept(job, ORDER, await keep(jobs, job, "1"));
    makeOld("1");
    await jobs.swept();
    expect(Date.now() - statSync(releaseFolder("1")).mtimeMs).toBeLessThan(JOB_LIMITS.sweepMilliseconds);
  });
});

describe("turns", () => {
  test("a key's second file waits for those of other keys, and a short file comes before a long one", async () => {
    const first = await accepted("at work", "key-a");
    await until(first, "running");
    const second = await accepted("at work", "key-a");
    const long = await accepted("at work, and longer", "key-b");
    const short = await accepted("at work!", "key-c");
    const files = [first, short, long, second];
    for (const [at, file] of files.entries()) {
      await vi.waitFor(async () => expect((await file.read())?.status).toBe("running"), SOON);
      const waiting = await Promise.all(files.slice(at + 1).map(async (each) => (await each.read())?.status));
      expect(waiting).toEqual(files.slice(at + 1).map(() => "queued"));
      await jobs.remove(file);
    }
  });
});

describe("a file whose turn is over", () => {
  test("goes on where no other key waits, gives its place to one that does, and is finished afterwards", async () => {
    // A whole number: with a fraction, the difference of two times can be a rounding error short of a turn.
    const now = Math.floor(performance.now());
    const clock = vi.spyOn(performance, "now").mockReturnValue(now);
    const long = await accepted("at work");
    await until(long, "running");
    clock.mockReturnValue(now + JOB_LIMITS.turnMilliseconds);
    const own = await accepted("priced");
    const other = await accepted("priced", "key-b");
    await until(other, "done", "key-b");
    expect((await long.read())?.status).not.toBe("done");
    await until(long, "done");
    await until(own, "done");
    expect(used.map(({ keyId }) => keyId)).toEqual(["key-b", "key-a", "key-a"]);
    expect(mistakes).toEqual([]);
  });
});

describe("a dry run", () => {
  test("of a key that has one leaves the other place to other keys", async () => {
    const left = new AbortController();
    const held = Array.from({ length: 3 }, async () =>
      jobs.dryRun(await arrived("at work", "key-a"), DRY_RUN, CONTEXT, left.signal),
    );
    const other = await jobs.dryRun(await arrived("priced", "key-b"), DRY_RUN, CONTEXT, NOBODY_LEAVES);
    expect(other).toMatchObject({ outcome: { kind: "shown" } });
    left.abort();
    expect(await Promise.all(held)).toEqual(["ended", "ended", "ended"]);
  });

  test("ends sooner than its minute while a file of another key waits, and not while none does", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const look = async (file: string, key: string) => {
      return await jobs.dryRun(await arrived(file, key), DRY_RUN, CONTEXT, NOBODY_LEAVES);
    };
    const ended: string[] = [];
    const held = ["key-a", "key-b"].map((key) => look("at work", key).finally(() => ended.push(key)));
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2), SOON);
    await vi.advanceTimersByTimeAsync(2 * JOB_LIMITS.dryRunMillisecondsWhileOthersWait);
    expect(ended).toEqual([]);
    const other = look("priced", "key-c");
    await vi.waitFor(() => expect(ended).toHaveLength(1), SOON);
    expect(await other).toMatchObject({ outcome: { kind: "shown" } });
    expect(await held[ended[0] === "key-a" ? 0 : 1]).toBe("out_of_time");
  });

  test("shows a file, beside any that are worked on", async () => {
    await until(await accepted("at work"), "running");
    const shown = await jobs.dryRun(await arrived("priced"), DRY_RUN, CONTEXT, NOBODY_LEAVES);
    expect(shown).toMatchObject({ outcome: { kind: "shown" } });
  });

  test("waits while two others are looked at, ends when its client leaves, and lets the next one in", async () => {
    const leaving = new AbortController();
    const arrivedBoth = await Promise.all([0, 1].map((n) => arrived("at work", `key-${n}`)));
    const busy = arrivedBoth.map((job) => jobs.dryRun(job, DRY_RUN, CONTEXT, leaving.signal));
    const left = new AbortController();
    const [fileThree, fileFour] = [await arrived("priced", "key-2"), await arrived("priced", "key-3")];
    const third = jobs.dryRun(fileThree, DRY_RUN, CONTEXT, left.signal);
    const fourth = jobs.dryRun(fileFour, DRY_RUN, CONTEXT, NOBODY_LEAVES);
    left.abort();
    expect(await third).toBe("ended");
    leaving.abort();
    expect(await Promise.all(busy)).toEqual(["ended", "ended"]);
    expect(await fourth).toMatchObject({ outcome: { kind: "shown" } });
  });

  test("is refused when too many wait", async () => {
    const left = new AbortController();
    const filling = JOB_LIMITS.dryRunsMax + JOB_LIMITS.dryRunsWaitingMax;
    const files = await Promise.all(Array.from({ length: filling }, (_, n) => arrived("at work", `key-${n}`)));
    const last = await arrived("priced", "last");
    const all = files.map((job) => jobs.dryRun(job, DRY_RUN, CONTEXT, left.signal));
    // Each is written down as a dry run before it takes its place.
    await vi.waitFor(
      async () =>
        expect((await Promise.all(files.map((job) => job.read()))).every((each) => each?.isDryRun)).toBe(true),
      SOON,
    );
    expect(await jobs.dryRun(last, DRY_RUN, CONTEXT, NOBODY_LEAVES)).toBe("full");
    left.abort();
    expect(new Set(await Promise.all(all))).toEqual(new Set(["ended"]));
  });
});

describe("a process", () => {
  test("that ends deletes its jobs, at work, waiting and done, and no other process finds any", async () => {
    const done = await accepted("priced");
    await until(done, "done");
    await accepted("at work");
    await accepted("priced");
    await jobs.end();
    expect(readdirSync(folder)).toEqual([]);
  });
});
