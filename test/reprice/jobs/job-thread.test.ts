import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { entryPoints } from "../../../src/cli/entry-points.ts";
import { dayNumbered } from "../../../src/core/calendar/day.ts";
import { describedFile } from "../../../src/release/open.ts";
import type { ReleaseDescription } from "../../../src/release/release.ts";
import { MemoryBudget, mebibytesFor, workInThread } from "../../../src/reprice/jobs/job-thread.ts";
import type { JobProgress } from "../../../src/reprice/jobs/messages.ts";
import { type JobTask, type Order, readOrder } from "../../../src/reprice/jobs/order.ts";
import { JOB_SPACE } from "../../../src/reprice/jobs/space.ts";
import { limitedSummary, withoutPaths } from "../../../src/reprice/jobs/thread-side.ts";
import { JOB_LIMITS } from "../../../src/reprice/limits.ts";
import type { RepricingSummary } from "../../../src/reprice/report/summary.ts";
import { states } from "../../../src/states/index.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { californiaAt } from "../../support/shared-release.ts";
import { SOON } from "../../support/waiting.ts";

describe("paused work", () => {
  /* The real thread, with the real release: what a pause leaves must be what is gone on with. */

  const folder = temporaryFolder();
  const release = join(folder.path, "sample.db");
  const input = join(folder.path, "input");
  /** Lines are long, so that few of them are many chunks (128 KiB each): a pause comes between chunks. */
  const LINES = 700;
  const NOTE = "n".repeat(1_500);
  const NEVER = new AbortController().signal;

  beforeAll(async () => {
    await californiaAt(release);
    const lines = Array.from({ length: LINES }, (_, at) => `${at},1000700140,99213,2026-10-01,${at % 40}.00,${NOTE}`);
    writeFileSync(input, ["claim,npi,billing_code,date_of_service,paid,note", ...lines, ""].join("\n"));
  });
  afterAll(() => folder.remove());

  function taskTo(out: string): JobTask {
    const form = new Map(Object.entries({ state: "ca", setting: "outpatient" }));
    const { state, ...order } = readOrder(form, states) as Order;
    return {
      ...order,
      state: state.code,
      release: { file: release, description: describedFile(release) },
      today: dayNumbered(20_773),
      staleAfterMonths: null,
      input,
      out: join(folder.path, out),
      workbook: join(folder.path, `${out}.xlsx`),
      findings: {
        notesJson: join(folder.path, `${out}.notes.json`),
        notesCsv: join(folder.path, `${out}.notes.csv`),
        summaryJson: join(folder.path, `${out}.summary.json`),
        summaryCsv: join(folder.path, `${out}.summary.csv`),
        rowIndex: join(folder.path, `${out}.rows.json`),
        variances: join(folder.path, `${out}.variances.bin`),
      },
      space: JOB_SPACE,
    };
  }

  let attempts = 0;

  /** Pauses work at its first report. On a busy machine the thread may be done before it hears of that: then there is another attempt. */
  async function pausedWork(): Promise<{ readonly task: JobTask; readonly linesBefore: number }> {
    attempts += 1;
    const task = taskTo(`paused-${attempts}.csv`);
    const pause = new AbortController();
    let linesBefore = 0;
    const pauseAtOnce = ({ lines }: JobProgress) => {
      linesBefore = lines;
      pause.abort();
    };
    const paused = await workInThread(entryPoints.jobThread, task, NEVER, pauseAtOnce, pause.signal);
    expect(paused?.outcome).toEqual({ kind: "paused" });
    return { task, linesBefore };
  }

  test("work that is paused goes on where it stopped, and its results are those of work that was not", async () => {
    const whole = taskTo("whole.csv");
    const expected = await workInThread(entryPoints.jobThread, whole, NEVER, () => {});
    const { task, linesBefore } = await vi.waitFor(pausedWork, SOON);
    const lines: number[] = [];
    const resumed = { ...task, isResumed: true };
    const work = await workInThread(entryPoints.jobThread, resumed, NEVER, (far) => lines.push(far.lines));
    expect(work?.outcome).toEqual(expected?.outcome);
    expect(work?.outcome).toMatchObject({ kind: "done", lines: LINES });
    // It did not begin again.
    expect(linesBefore).toBeGreaterThan(0);
    expect(lines[0]).toBeGreaterThan(linesBefore);
    expect(readFileSync(task.out, "utf8")).toBe(readFileSync(whole.out, "utf8"));
    const { notesJson, summaryJson } = task.findings;
    expect(readFileSync(notesJson, "utf8")).toBe(readFileSync(whole.findings.notesJson, "utf8"));
    expect(readFileSync(summaryJson, "utf8")).toBe(readFileSync(whole.findings.summaryJson, "utf8"));
  });
});

describe("memory budget", () => {
  /** Work that is under way until the test ends it. */
  function started(budget: MemoryBudget, mebibytes: number, begun: string[], name: string, end?: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const work = budget.use(mebibytes, end ?? new AbortController().signal, () => {
      begun.push(name);
      return promise;
    });
    const finish = () => {
      resolve();
      return work;
    };
    return { work, finish };
  }

  const settled = () => new Promise((resolve) => setImmediate(resolve));

  test("work waits until there is memory for it, in the order in which it came", async () => {
    const budget = new MemoryBudget(100);
    const begun: string[] = [];
    const first = started(budget, 60, begun, "first");
    const large = started(budget, 80, begun, "large");
    const small = started(budget, 40, begun, "small");
    await settled();
    // The small one would fit, but would keep the large one waiting.
    expect(begun).toEqual(["first"]);
    await first.finish();
    await settled();
    expect(begun).toEqual(["first", "large"]);
    await large.finish();
    await settled();
    expect(begun).toEqual(["first", "large", "small"]);
    await small.finish();
  });

  test("work that is given up while it waits lets the next one go on", async () => {
    const budget = new MemoryBudget(100);
    const begun: string[] = [];
    const first = started(budget, 60, begun, "first");
    const leaving = new AbortController();
    const large = started(budget, 80, begun, "large", leaving.signal);
    const small = started(budget, 40, begun, "small");
    await settled();
    leaving.abort(new Error("left"));
    await expect(large.work).rejects.toThrow("left");
    await settled();
    expect(begun).toEqual(["first", "small"]);
    await Promise.all([first.finish(), small.finish()]);
  });

  test("a process has memory for a file that is priced beside one that is looked at, and no more", () => {
    const [priced, shown] = [mebibytesFor({ isDryRun: false }), mebibytesFor({ isDryRun: true })];
    expect(JOB_LIMITS.filesMebibytesMax).toBe(priced + shown);
  });
});

describe("summary limit", () => {
  const KIBIBYTE = 1_024;

  function bytesOf(summary: object): number {
    return Buffer.byteLength(JSON.stringify(summary));
  }

  function summaryWith(changes: object): RepricingSummary {
    return { lookups: 7, total: "24.00", may_be_paid: [], totals: [], ...changes } as unknown as RepricingSummary;
  }

  function groups(count: number): readonly object[] {
    return Array.from({ length: count }, (_, place) => ({ key: String(place), label: "x".repeat(100), lines: 1 }));
  }

  const TOTALS = [
    { by: "Payer", groups_total: 5_000, groups: groups(1_000) },
    { by: "month", groups_total: 3, groups: groups(3) },
  ];

  test("a summary within the limit stays as it is", () => {
    const summary = summaryWith({ totals: TOTALS });
    expect(limitedSummary(summary, bytesOf(summary))).toBe(summary);
  });

  test("one above it lists fewer groups, the first of each grouping, and says how many", () => {
    const limited = limitedSummary(summaryWith({ totals: TOTALS }), 64 * KIBIBYTE);
    expect(bytesOf(limited)).toBeLessThanOrEqual(64 * KIBIBYTE);
    const [payers, months] = limited.totals;
    expect([payers?.groups.length, payers?.groups_total, months?.groups.length]).toEqual([250, 5_000, 3]);
    expect(payers?.groups[0]).toMatchObject({ key: "0" });
    expect(limited.left_out).toEqual(["Totals by Payer: 250 of 5000 groups are listed. The workbook has all."]);
  });

  test("long cells of the largest differences go after the groups, and counts and totals always stay", () => {
    const largest_differences = Array.from({ length: 50 }, () => ({ provider: "p".repeat(10 * KIBIBYTE) }));
    const limited = limitedSummary(summaryWith({ totals: TOTALS, largest_differences }), 64 * KIBIBYTE);
    expect(bytesOf(limited)).toBeLessThanOrEqual(64 * KIBIBYTE);
    expect(limited).toMatchObject({ lookups: 7, total: "24.00" });
    expect(limited.left_out).toEqual([
      "Totals by Payer: 0 of 5000 groups are listed. The workbook has all.",
      "Totals by month: 0 of 3 groups are listed. The workbook has all.",
      "Largest differences after the first 6. The workbook lists them.",
    ]);
  });

  test("headings of a megabyte are left out with their list, or cut where there is no list", () => {
    const heading = "h".repeat(KIBIBYTE * KIBIBYTE);
    const limited = limitedSummary(
      summaryWith({ may_be_paid: [heading], compared_with: { column: heading, meaning: "paid_amount" } }),
      8 * KIBIBYTE,
    );
    expect(bytesOf(limited)).toBeLessThanOrEqual(8 * KIBIBYTE);
    expect(limited).toMatchObject({ compared_with: { column: expect.stringMatching(/^h+\.\.\. \[cut\]$/) } });
    expect(limited.left_out).toEqual(["The list may_be_paid.", "The ends of texts with more than 200 characters."]);
  });
});

describe("without paths", () => {
  const TASK = {
    input: "/home/rates/jobs/0a1b/input",
    release: { file: "/srv/rates.db", description: {} as ReleaseDescription },
  };

  test.each([
    ["/home/rates/jobs/0a1b/input:1: There is no column npi.", "line 1: There is no column npi."],
    ["the file:7: There is no column npi.", "line 7: There is no column npi."],
    ['the file: workbook, sheet "May", 4 columns.', 'the file: workbook, sheet "May", 4 columns.'],
    ["/home/rates/jobs/0a1b/input has become shorter.", "the file has become shorter."],
    [
      "/home/rates/jobs/0a1b/results.csv.partial cannot be written (ENOSPC).",
      "results.csv.partial cannot be written (ENOSPC).",
    ],
    ["The release /srv/rates.db was replaced.", "The release was replaced."],
    ["/srv/rates.db is no release.", "the release is no release."],
  ])("%s", (notices, shown) => {
    expect(withoutPaths(notices, TASK)).toBe(shown);
  });

  test("a sentence that quotes a long heading is cut", () => {
    expect(withoutPaths("x".repeat(10_000), TASK)).toHaveLength(JOB_LIMITS.noteLengthMax);
  });
});
