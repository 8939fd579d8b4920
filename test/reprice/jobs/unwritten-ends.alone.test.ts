import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dayNumbered } from "../../../src/core/calendar/day.ts";
import { JobFolder } from "../../../src/reprice/jobs/job-folder.ts";
import { type JobContext, type JobCounts, RepricingJobs } from "../../../src/reprice/jobs/jobs.ts";
import { type Order, readOrder } from "../../../src/reprice/jobs/order.ts";
import type { JobRecord } from "../../../src/reprice/jobs/record.ts";
import { states } from "../../../src/states/index.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { SOON } from "../../support/waiting.ts";
import { READ_ONLY_HOMES } from "./support/read-only-home.ts";

const ORDER = readOrder(new Map(Object.entries({ state: "ca", setting: "outpatient" })), states) as Order;
const DESCRIPTION = { name: "Rates", description: "", version: "2026.4", sources: [], contentHash: "c0ffee" };
const CONTEXT: JobContext = {
  release: { file: "rates.db", description: { ...DESCRIPTION, rowCounts: {} } },
  today: dayNumbered(20_773),
  staleAfterMonths: null,
};
const KEY = "key-a";
const HOME = "The home of the service cannot be written";
/** They keep the thread at work, and are longer than a record. */
const CLAIMS = "at work".padEnd(10_000);

let home: ReturnType<typeof temporaryFolder>;
let folder: string;
let jobs: RepricingJobs;
let mistakes: unknown[];
let counts: JobCounts;

beforeEach(() => {
  home = temporaryFolder();
  folder = join(home.path, "jobs");
  mistakes = [];
  jobs = new RepricingJobs({
    folder,
    threadModule: new URL("./fixture-job-thread.ts", import.meta.url),
    onCounts: (now) => {
      counts = now;
    },
    onPriced: () => {},
    onMistake: (error) => mistakes.push(error),
  });
});

afterEach(async () => {
  for (const each of READ_ONLY_HOMES) each.open(home.path);
  await jobs.end();
  home.remove();
});

async function arrived(file: string): Promise<JobFolder> {
  const job = await jobs.reserve({ keyId: KEY, bytes: 0, mark: null });
  if (!(job instanceof JobFolder)) throw new Error(`refused: ${JSON.stringify(job)}`);
  writeFileSync(job.input, file);
  return job;
}

async function accepted(file: string): Promise<JobFolder> {
  const job = await arrived(file);
  await jobs.accept(job, ORDER, CONTEXT);
  return job;
}

async function until(job: JobFolder, status: string): Promise<void> {
  await vi.waitFor(async () => expect((await jobs.find(job.id, KEY))?.record.status).toBe(status), SOON);
}

function onDisk({ id }: JobFolder): JobRecord {
  return JSON.parse(readFileSync(join(folder, id, "job.json"), "utf8")) as JobRecord;
}

describe.each(READ_ONLY_HOMES)("in a home that turns read-only, $name:", (readOnly) => {
  const makeReadOnly = () => readOnly.close(home.path);
  const makeWritable = () => readOnly.open(home.path);

  /** One at work and one that waits, both failed since the home cannot be written. */
  async function failedInReadOnlyHome(): Promise<readonly [JobFolder, JobFolder]> {
    const atWork = await accepted(CLAIMS);
    await until(atWork, "running");
    const waiting = await accepted(CLAIMS);
    makeReadOnly();
    writeFileSync(readOnly.behind(home.path, `${atWork.input}.break`), "");
    await until(atWork, "failed");
    await until(waiting, "failed");
    return [atWork, waiting];
  }

  describe("jobs", () => {
    test("fail one after the other with the reason, also in the list, although the disk has them as under way", async () => {
      const failed = await failedInReadOnlyHome();
      const reason = expect.stringContaining(HOME) as string;
      // What the thread at work did not expect, and the failure of each that could not be written.
      expect(mistakes).toMatchObject([{ message: "broken later" }, { code: "EROFS" }, { code: "EROFS" }]);
      for (const job of failed) expect((await jobs.find(job.id, KEY))?.record).toMatchObject({ reason });
      expect(await jobs.list(KEY)).toMatchObject([
        { status: "failed", reason },
        { status: "failed", reason },
      ]);
      expect(failed.map((job) => onDisk(job).status)).toEqual(["running", "queued"]);
    });

    test("refuse no file once it can be written again, before any sweep", async () => {
      await failedInReadOnlyHome();
      makeWritable();
      const next = await accepted("priced");
      expect(jobs.hasTooMany(next)).toBe(false);
      await until(next, "done");
      await until(await accepted("priced"), "done");
    });

    test("are written and their claims deleted by the first sweep that can, and not before", async () => {
      const failed = await failedInReadOnlyHome();
      await jobs.swept();
      const told = mistakes.length;
      await jobs.swept();
      expect([mistakes.length, failed.map((job) => onDisk(job).status)]).toEqual([told, ["running", "queued"]]);
      makeWritable();
      await jobs.swept();
      const ended = { status: "failed", reason: expect.stringContaining(HOME) as string };
      for (const job of failed) {
        expect(onDisk(job)).toMatchObject(ended);
        expect(readdirSync(join(folder, job.id))).toEqual(["job.json"]);
        expect((await jobs.find(job.id, KEY))?.record).toEqual(onDisk(job));
        // Its record alone: the claims no longer count.
        expect(onDisk(job).keptBytes).toBeGreaterThan(0);
        expect(onDisk(job).keptBytes).toBeLessThan(CLAIMS.length);
      }
      expect(await jobs.list(KEY)).toMatchObject([ended, ended]);
    });
  });

  describe("a job that is deleted", () => {
    test("ends, also its work, and is reported as not deleted; the next sweep that can deletes it", async () => {
      const job = await accepted("at work");
      await until(job, "running");
      const next = await accepted("at work");
      makeReadOnly();
      for (const each of [next, job]) {
        expect(await jobs.remove(each)).toBe(false);
        expect((await jobs.find(each.id, KEY))?.record).toMatchObject({
          status: "failed",
          reason: expect.stringContaining("The job was deleted. Its files cannot be deleted now") as string,
        });
      }
      await vi.waitFor(() => expect(counts).toEqual({ queued: 0, running: 0 }), SOON);
      for (const _sweep of [1, 2]) await jobs.swept();
      // Each logged once, however often it is tried.
      expect(mistakes).toMatchObject([{ code: "EROFS" }, { code: "EROFS" }]);
      expect([job, next].map((each) => onDisk(each).id)).toEqual([job.id, next.id]);
      makeWritable();
      await jobs.swept();
      expect(readdirSync(folder)).toEqual([]);
      expect(await jobs.find(job.id, KEY)).toBeNull();
    });

    test("is reported with the reason of its failure if it had failed", async () => {
      const job = await accepted("refused");
      await until(job, "failed");
      makeReadOnly();
      expect(await jobs.remove(job)).toBe(false);
      expect((await jobs.find(job.id, KEY))?.record).toMatchObject({ status: "failed", reason: "it is refused" });
    });

    test("stays done if it was done, and can be deleted again", async () => {
      const job = await accepted("priced");
      await until(job, "done");
      makeReadOnly();
      expect(await jobs.remove(job)).toBe(false);
      expect((await jobs.find(job.id, KEY))?.record.status).toBe("done");
      makeWritable();
      expect(await jobs.remove(job)).toBe(true);
      expect(readdirSync(folder)).toEqual([]);
    });
  });
});
