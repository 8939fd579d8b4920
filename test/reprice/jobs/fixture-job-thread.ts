import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { answerParent } from "../../../src/core/runtime/thread.ts";
import type { JobOutcome, JobParentCalls, JobThreadCalls } from "../../../src/reprice/jobs/messages.ts";
import type { JobTask } from "../../../src/reprice/jobs/order.ts";

/* A thread small enough to test jobs: the file says what becomes of it. It loads nothing of the product that it can do without. */

const { promise: paused, resolve: pause } = Promise.withResolvers<JobOutcome>();
const calls: JobThreadCalls = { work, pause: () => pause({ kind: "paused" }) };
const parent = answerParent<JobParentCalls>(calls);

const NO_TABLE = {
  sheets: [],
  hidden_sheets: [],
  sheet: null,
  is_remittance: false,
  headings: [],
  meanings: [],
  groupings: [],
  questions: [],
};

async function work({ input, out, findings, isDryRun, isResumed }: JobTask): Promise<JobOutcome> {
  const word = isResumed ? "priced" : readFileSync(input, "utf8");
  if (word === "broken") throw new TypeError("broken on purpose");
  if (word === "refused") return { kind: "refused", reason: "it is refused", table: null };
  if (word === "hungry") eatMemory();
  // "accepted": a look finds nothing wrong, and the work on it lasts until it is ended.
  if ((word === "priced" || word === "accepted") && isDryRun)
    return { kind: "shown", shown: { columns: "npi", table: NO_TABLE, lines: [] }, lines: null, npis: null };
  if (word === "priced") {
    writeFileSync(out, "results");
    writeFileSync(findings.notesJson, JSON.stringify(["a note"]));
    writeFileSync(findings.notesCsv, "a note");
    writeFileSync(findings.summaryJson, JSON.stringify({ lookups: 2, totals: "x".repeat(2 ** 20) }));
    writeFileSync(findings.summaryCsv, "2");
    parent.notify("progress", { lines: 1, done: 1, total: 2, written: 7 });
    return { kind: "done", lines: 2, priced: 1, hasFaults: false, variance: null };
  }
  // "writes 5000": tells of so many bytes of results until it is ended.
  const written = Number(/^writes (\d+)$/.exec(word)?.[1] ?? 0);
  if (written > 0) parent.notify("progress", { lines: 1, done: 1, total: 2, written });
  // Any other file keeps it at work until it is ended, or told to break.
  setInterval(() => {
    if (existsSync(`${input}.break`)) throw new TypeError("broken later");
  }, 10);
  return await paused;
}

/** Keeps whatever it makes, until its heap is full. */
function eatMemory(): never {
  // Fractions: the garbage collector looks for no references among them.
  const kept: number[][] = [];
  for (;;) kept.push(new Array<number>(100_000).fill(0.5));
}
