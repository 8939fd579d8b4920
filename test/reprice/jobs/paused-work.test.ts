import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { entryPoints } from "../../../src/cli/entry-points.ts";
import { dayNumbered } from "../../../src/core/calendar/day.ts";
import { describedFile } from "../../../src/release/open.ts";
import { workInThread } from "../../../src/reprice/jobs/job-thread.ts";
import type { JobProgress } from "../../../src/reprice/jobs/messages.ts";
import { type JobTask, type Order, readOrder } from "../../../src/reprice/jobs/order.ts";
import { JOB_SPACE } from "../../../src/reprice/jobs/space.ts";
import { states } from "../../../src/states/index.ts";
import { SAMPLE } from "../../cli/support/ratebook.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { releaseAt } from "../../support/shared-release.ts";

/* The real thread, with the real release: what a pause leaves must be what is gone on with. */

const folder = temporaryFolder();
const release = join(folder.path, "sample.db");
const input = join(folder.path, "input");
/** Lines are long, so that few of them are many chunks (128 KiB each): a pause comes between chunks. */
const LINES = 6_000;
const NOTE = "n".repeat(150);
const NEVER = new AbortController().signal;

beforeAll(async () => {
  await releaseAt(release, SAMPLE);
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
    },
    space: JOB_SPACE,
  };
}

test("work that is paused goes on where it stopped, and its results are those of work that was not", async () => {
  const whole = taskTo("whole.csv");
  const expected = await workInThread(entryPoints.jobThread, whole, NEVER, () => {});
  const task = taskTo("paused.csv");
  const pause = new AbortController();
  let linesBefore = 0;
  const pauseAtOnce = ({ lines: done }: JobProgress) => {
    linesBefore = done;
    pause.abort();
  };
  const paused = await workInThread(entryPoints.jobThread, task, NEVER, pauseAtOnce, pause.signal);
  expect(paused?.outcome).toEqual({ kind: "paused" });
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
