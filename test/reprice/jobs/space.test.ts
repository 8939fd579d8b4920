import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { dayNumbered } from "../../../src/core/calendar/day.ts";
import { openRelease } from "../../../src/release/open.ts";
import { JobFolder } from "../../../src/reprice/jobs/job-folder.ts";
import { RepricingJobs } from "../../../src/reprice/jobs/jobs.ts";
import { type Order, readOrder } from "../../../src/reprice/jobs/order.ts";
import { JOB_SPACE, type JobSpace, ResultRoom } from "../../../src/reprice/jobs/space.ts";
import { states } from "../../../src/states/index.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { californiaAt } from "../../support/shared-release.ts";
import { installedFolder } from "../../support/suite/installed.ts";
import { SOON } from "../../support/waiting.ts";

describe("result limits", () => {
  /* The thread of a job counts what it writes: files as clients send them, with limits small enough for a test. */

  const home = temporaryFolder();
  const release = join(home.path, "rates.db");
  const threadModule = pathToFileURL(join(installedFolder(), "dist", "program", "job-thread.js"));
  const ORDER = readOrder(new Map(Object.entries({ state: "ca", setting: "outpatient" })), states) as Order;
  const CLAIMS = `npi,billing_code,date_of_service,paid\n${"1000700140,99213,2026-10-01,20\n".repeat(500)}`;

  let jobs: RepricingJobs | null = null;

  beforeAll(() => californiaAt(release));
  afterEach(() => jobs?.end());
  afterAll(() => home.remove());

  async function ended(space: JobSpace): Promise<JobFolder> {
    const ignored = () => {};
    const folder = join(home.path, "jobs");
    const notices = { onCounts: ignored, onPriced: ignored, onMistake: ignored };
    jobs = new RepricingJobs({ folder, threadModule, space, ...notices });
    const job = await jobs.reserve({ keyId: "key-a", bytes: 0, mark: null });
    if (!(job instanceof JobFolder)) throw new Error(String(job));
    writeFileSync(job.input, CLAIMS);
    const opened = openRelease(release, states);
    const { description } = opened;
    opened.close();
    await jobs.accept(job, ORDER, {
      release: { file: release, description },
      today: dayNumbered(20_773),
      staleAfterMonths: null,
    });
    await vi.waitFor(async () => expect((await job.read())?.endedAt).not.toBeNull(), SOON);
    return job;
  }

  let whole: { readonly results: number; readonly workbook: number };

  test("within the limits a job is done, and counts what is left of it", async () => {
    const job = await ended(JOB_SPACE);
    whole = { results: statSync(job.results).size, workbook: statSync(job.workbook).size };
    const record = await job.read();
    expect(record).toMatchObject({ status: "done", reason: null });
    expect(record?.keptBytes).toBeGreaterThan(CLAIMS.length);
  });

  test("results above the limit fail the job with the limit and the remedy, and none of them stay", async () => {
    const job = await ended({ ...JOB_SPACE, resultBytesMax: 20_000 });
    expect(await job.read()).toMatchObject({
      status: "failed",
      reason:
        "The results are larger than 20000 bytes, the most that a job may write. Name fewer fields in the field fields, split the file, or reprice it with the command.",
    });
    expect(await job.bytes()).toBeLessThan(5_000);
  });

  test("a workbook that does not fit beside the results fails the job as well", async () => {
    const resultBytesMax = whole.results + Math.floor(whole.workbook / 2);
    expect(await (await ended({ ...JOB_SPACE, resultBytesMax })).read()).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("The results are larger than"),
    });
  });

  test("nothing is written to a disk that has less free than is kept free", async () => {
    const space = { ...JOB_SPACE, freeBytesMin: Number.MAX_SAFE_INTEGER };
    const room = new ResultRoom(join(home.path, "results.csv"), space, 0);
    await expect(room.take(1)).rejects.toThrow("Tell the operator of the service");
  });

  test("what earlier turns of a job have written counts towards its limit", async () => {
    const room = new ResultRoom(join(home.path, "results.csv"), { ...JOB_SPACE, resultBytesMax: 100 }, 90);
    await room.take(10);
    await expect(room.take(1)).rejects.toThrow("The results are larger than 100 bytes");
  });
});

describe("result room", () => {
  const FULL = { ...JOB_SPACE, freeBytesMin: Number.MAX_SAFE_INTEGER };
  const HERE = import.meta.filename;

  test("results on a disk that is full are refused", async () => {
    await expect(new ResultRoom(HERE, FULL, 0).take(1)).rejects.toThrow("The disk of the service is full");
  });

  test("results on a disk whose free space cannot be read are written, up to the limit of a job", async () => {
    // The system answers ENOTDIR below a file.
    const room = new ResultRoom(join(HERE, "folder", "results.csv"), { ...FULL, resultBytesMax: 1_000 }, 0);
    await room.take(1_000);
    expect(room.written).toBe(1_000);
    await expect(room.take(1)).rejects.toThrow("The results are larger than 1000 bytes");
  });
});
