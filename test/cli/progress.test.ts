import { expect, test } from "vitest";
import { ProgressReport } from "../../src/cli/progress.ts";

function report(isTTY: boolean) {
  const written: string[] = [];
  const clock = { now: 0 };
  const stream = { isTTY, write: (text: string) => written.push(text) };
  return { written, clock, progress: new ProgressReport(stream, () => clock.now) };
}

test("on a terminal one line changes, with an estimate once there is something to go by", () => {
  const { written, clock, progress } = report(true);
  clock.now = 50;
  progress.tell({ stage: "reading ca/providers", done: 1, total: 100 });
  clock.now = 500;
  progress.tell({ stage: "reading ca/providers", done: 5, total: 100 });
  clock.now = 10_000;
  progress.tell({ stage: "reading ca/providers", done: 10, total: 100 });
  progress.end();
  expect(written).toEqual([
    "\r\u001b[K  5 %  reading ca/providers",
    "\r\u001b[K 10 %  reading ca/providers, about 1 min 30 s left",
    "\r\u001b[K",
  ]);
});

test("elsewhere there is a plain line now and then", () => {
  const { written, clock, progress } = report(false);
  for (clock.now = 0; clock.now <= 12_000; clock.now += 100) {
    progress.tell({ stage: "indexing", done: clock.now, total: 20_000 });
  }
  progress.end();
  expect(written).toEqual([" 25 %  indexing, about 15 s left\n", " 50 %  indexing, about 10 s left\n"]);
});

test("a stage that counts from zero is estimated by its own pace, and not by its first percent", () => {
  const { written, clock, progress } = report(true);
  for (const [now, stage, done] of [
    [60_000, "reading", 100],
    [60_100, "merging", 0],
    [64_000, "merging", 0.5],
    [65_100, "merging", 10],
  ] as const) {
    clock.now = now;
    progress.tell({ stage, done, total: 100 });
  }
  expect(written.map((line) => line.slice(4))).toEqual([
    "100 %  reading",
    "  0 %  merging",
    "  0 %  merging",
    " 10 %  merging, about 45 s left",
  ]);
});

test("work that is over at once says nothing", () => {
  const { written, progress } = report(true);
  progress.tell({ stage: "reading", done: 100, total: 100 });
  progress.end();
  expect(written).toEqual([]);
});
