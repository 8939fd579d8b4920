import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dayNumbered } from "../../src/calendar/day.ts";
import { JobFolder } from "../../src/jobs/job-folder.ts";
import { type JobContext, type JobCounts, type JobUsage, RepricingJobs } from "../../src/jobs/jobs.ts";
import { JOB_LIMITS } from "../../src/jobs/limits.ts";
import { type Order, readOrder } from "../../src/jobs/order.ts";
import { states } from "../../src/states/index.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { SOON } from "../support/waiting.ts";

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

function newJobs(): RepricingJobs {
  return new RepricingJobs({
    folder,
    threadModule: new URL("./fixture-job-thread.ts", import.meta.url),
    onCounts: (each) => counts.push(each),
    onPriced: (each) => used.push(each),
    onMistake: (error) => mistakes.push(error),
  });
}

beforeEach(() => {
  home = temporaryFolder();
  folder = join(home.path, "jobs");
  counts = [];
  used = [];
  mistakes = [];
  jobs = newJobs();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await jobs.end();
  home.remove();
});

function arrived(file: string, key = "key-a"): JobFolder {
  const job = jobs.reserve(key);
  if (typeof job === "string") throw new Error(job);
  writeFileSync(job.input, file);
  return job;
}

function accepted(file: string, key = "key-a"): JobFolder {
  const job = arrived(file, key);
  expect(jobs.accept(job, ORDER, CONTEXT)).toMatchObject({ status: "queued", bytesTotal: file.length });
  return job;
}

async function until(job: JobFolder, status: string, key = "key-a"): Promise<void> {
  await vi.waitFor(() => expect(jobs.find(job.id, key)?.record.status).toBe(status), SOON);
}

describe("a job", () => {
  test("waits, is worked on and is done; the claims go and the results stay, under the release it was accepted with", async () => {
    const first = accepted("at work");
    await until(first, "running");
    const second = accepted("priced");
    expect(second.read()).toMatchObject({ status: "queued", release: { version: "2026.4", contentHash: "c0ffee" } });
    expect(counts.at(-1)).toEqual({ queued: 1, running: 1 });
    jobs.remove(first);
    await until(second, "done");
    expect(second.read()).toMatchObject({ linesDone: 2, bytesDone: 6, notes: ["a note"], summary: { lookups: 2 } });
    // The first one was given up: nothing of it counts.
    expect(used).toEqual([{ keyId: "key-a", state: "ca", setting: "outpatient", lookups: 2, priced: 1 }]);
    expect(readdirSync(join(folder, second.id)).sort()).toEqual(["job.json", "results.csv"]);
    await vi.waitFor(() => expect(counts.at(-1)).toEqual({ queued: 0, running: 0 }), SOON);
  });

  test.each([
    ["refused", "it is refused", 0],
    ["broken", "Something went wrong here", 1],
  ])(
    "whose file is %s fails with the reason, keeps its record alone, and the next one is worked on",
    async (file, reason, told) => {
      const job = accepted(file);
      const next = accepted("priced");
      await until(job, "failed");
      expect(job.read()?.reason).toContain(reason);
      expect(readdirSync(join(folder, job.id))).toEqual(["job.json"]);
      expect(mistakes).toHaveLength(told);
      await until(next, "done");
    },
  );

  test("that is deleted at work is gone at once, and the next one is worked on", async () => {
    const job = accepted("at work");
    await until(job, "running");
    const next = accepted("priced");
    jobs.remove(job);
    expect(jobs.find(job.id, "key-a")).toBeNull();
    await until(next, "done");
    expect(readdirSync(folder)).toEqual([next.id]);
    expect(mistakes).toEqual([]);
  });

  test("that another process deletes is given up within a moment", async () => {
    const job = accepted("at work");
    await until(job, "running");
    new JobFolder(folder, job.id).remove();
    await until(accepted("priced"), "done");
    expect(mistakes).toEqual([]);
  });

  test("is its key's alone: results are found by no other key, such as the one that replaces a revoked one", async () => {
    const job = accepted("priced");
    await until(job, "done");
    expect(jobs.find(job.id, "key-b")).toBeNull();
  });

  test("that fails and can neither be written nor deleted is told, and the next one is worked on", async () => {
    const job = accepted("broken later");
    await until(job, "running");
    const next = accepted("priced");
    vi.spyOn(JobFolder.prototype, "remove").mockImplementationOnce(() => {
      throw new Error("cannot be deleted");
    });
    writeFileSync(join(folder, job.id, "job.json"), "{");
    writeFileSync(`${job.input}.break`, "");
    await until(next, "done");
    expect(mistakes).toMatchObject([{ name: "TypeError" }, { name: "SyntaxError" }, { message: "cannot be deleted" }]);
    await jobs.end();
    expect(next.isGone).toBe(true);
  });

  test("whose record cannot be read fails with its process's record gone, rather than seem to go on", async () => {
    const job = accepted("broken later");
    await until(job, "running");
    writeFileSync(join(folder, job.id, "job.json"), "{");
    writeFileSync(`${job.input}.break`, "");
    await vi.waitFor(() => expect(job.isGone).toBe(true), SOON);
  });
});

describe("a file that needs more memory than it may have", () => {
  const TOO_MUCH = "Reading the file needs more memory than the service has for one file; save the sheet";

  test("is refused when it is looked at, and the process lives on", async () => {
    const job = arrived("hungry");
    const work = await jobs.dryRun(job, DRY_RUN, CONTEXT, NOBODY_LEAVES);
    expect(work).toMatchObject({ outcome: { kind: "refused", reason: expect.stringContaining(TOO_MUCH) as string } });
    expect(mistakes).toEqual([]);
  });

  test("fails its job with the same reason, and the next one is worked on", async () => {
    const job = accepted("hungry");
    const next = accepted("priced");
    await until(job, "failed");
    expect(job.read()?.reason).toContain(TOO_MUCH);
    expect(mistakes).toEqual([]);
    await until(next, "done");
  });
});

describe("limits", () => {
  test("a key has two files under way beside one that is looked at; ended ones make room", async () => {
    const job = accepted("at work");
    accepted("priced");
    expect(jobs.hasTooMany("key-a")).toBe(false);
    const third = arrived("priced");
    expect(jobs.hasTooMany("key-a")).toBe(true);
    expect(jobs.reserve("key-a")).toBe("under_way");
    expect(typeof jobs.reserve("key-b")).toBe("object");
    jobs.remove(job);
    expect(jobs.hasTooMany("key-a")).toBe(false);
    jobs.remove(third);
  });

  test("of all keys together there are forty", () => {
    for (let made = 0; made < JOB_LIMITS.keptMax; made += 1) arrived("priced", `key-${made}`);
    expect(jobs.reserve("key-of-another")).toBe("all");
  });
});

describe("turns", () => {
  test("a key's second file waits for those of other keys, and a short file comes before a long one", async () => {
    const first = accepted("at work", "key-a");
    await until(first, "running");
    const second = accepted("at work", "key-a");
    const long = accepted("at work, and longer", "key-b");
    const short = accepted("at work!", "key-c");
    const files = [first, short, long, second];
    for (const [at, file] of files.entries()) {
      await vi.waitFor(() => expect(file.read()?.status).toBe("running"), SOON);
      expect(files.slice(at + 1).map((each) => each.read()?.status)).toEqual(files.slice(at + 1).map(() => "queued"));
      jobs.remove(file);
    }
  });
});

describe("a file whose turn is over", () => {
  test("goes on where no other key waits, gives its place to one that does, and is finished afterwards", async () => {
    const now = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(now);
    const long = accepted("at work");
    await until(long, "running");
    clock.mockReturnValue(now + JOB_LIMITS.turnMilliseconds);
    const own = accepted("priced");
    const other = accepted("priced", "key-b");
    await until(other, "done", "key-b");
    expect(long.read()?.status).not.toBe("done");
    await until(long, "done");
    await until(own, "done");
    expect(used.map(({ keyId }) => keyId)).toEqual(["key-b", "key-a", "key-a"]);
    expect(mistakes).toEqual([]);
  });
});

describe("a dry run", () => {
  test("of a key that has one leaves the other place to other keys", async () => {
    const left = new AbortController();
    const held = Array.from({ length: 3 }, () =>
      jobs.dryRun(arrived("at work", "key-a"), DRY_RUN, CONTEXT, left.signal),
    );
    const other = await jobs.dryRun(arrived("priced", "key-b"), DRY_RUN, CONTEXT, NOBODY_LEAVES);
    expect(other).toMatchObject({ outcome: { kind: "shown" } });
    left.abort();
    expect(await Promise.all(held)).toEqual(["ended", "ended", "ended"]);
  });

  test("shows a file, beside any that are worked on", async () => {
    await until(accepted("at work"), "running");
    const shown = await jobs.dryRun(arrived("priced"), DRY_RUN, CONTEXT, NOBODY_LEAVES);
    expect(shown).toMatchObject({ outcome: { kind: "shown" } });
  });

  test("waits while two others are looked at, ends when its client leaves, and lets the next one in", async () => {
    const leaving = new AbortController();
    const busy = [0, 1].map((n) => jobs.dryRun(arrived("at work", `key-${n}`), DRY_RUN, CONTEXT, leaving.signal));
    const left = new AbortController();
    const third = jobs.dryRun(arrived("priced", "key-2"), DRY_RUN, CONTEXT, left.signal);
    const fourth = jobs.dryRun(arrived("priced", "key-3"), DRY_RUN, CONTEXT, NOBODY_LEAVES);
    left.abort();
    expect(await third).toBe("ended");
    leaving.abort();
    expect(await Promise.all(busy)).toEqual(["ended", "ended"]);
    expect(await fourth).toMatchObject({ outcome: { kind: "shown" } });
  });

  test("is refused when too many wait", async () => {
    const left = new AbortController();
    const filling = JOB_LIMITS.dryRunsMax + JOB_LIMITS.dryRunsWaitingMax;
    const all = Array.from({ length: filling }, (_, n) =>
      jobs.dryRun(arrived("at work", `key-${n}`), DRY_RUN, CONTEXT, left.signal),
    );
    expect(await jobs.dryRun(arrived("priced", "last"), DRY_RUN, CONTEXT, NOBODY_LEAVES)).toBe("full");
    left.abort();
    expect(new Set(await Promise.all(all))).toEqual(new Set(["ended"]));
  });
});

describe("a process", () => {
  test("that ends deletes its jobs, at work, waiting and done, and no other process finds any", async () => {
    const done = accepted("priced");
    await until(done, "done");
    accepted("at work");
    accepted("priced");
    await jobs.end();
    expect(readdirSync(folder)).toEqual([]);
  });
});
