import { describe, expect, test } from "vitest";
import { numberOf, type OriginRun, packRuns, placeIn, runWith, textOf } from "../../../src/release/origin-blocks.ts";

describe("a place", () => {
  test.each([
    ["line 12", "line", 12],
    ['sheet "A 3", row 7', 'sheet "A 3", row', 7],
    ["line 999999999", "line", 999_999_999],
    ["line 1000000000", "line 1000000000", 0],
    ["line 012", "line 012", 0],
    ["line 0", "line 0", 0],
    ["whole file", "whole file", 0],
    ["12", "12", 0],
    ["line ", "line ", 0],
  ])("%s is %s and %d", (place, text, number) => {
    expect([textOf(place), numberOf(place)]).toEqual([text, number]);
    const run = { line: 2, lineCount: 1, label: 0, number };
    expect(placeIn({ sources: [], text, isNumbered: number > 0 }, run, 2)).toBe(place);
  });
});

describe("packed runs", () => {
  const runs: readonly OriginRun[] = [
    { line: 2, lineCount: 3, label: 0, number: 7 },
    { line: 5, lineCount: 1, label: 1, number: 0 },
    { line: 9, lineCount: 200_000, label: 63, number: 999_000_000 },
    { line: 300_000, lineCount: 1, label: 0, number: 1 },
    { line: 999_999_999, lineCount: 1, label: 2, number: 999_999_999 },
  ];

  test("give the run of each of their lines, and none between them", () => {
    const packed = packRuns(0, runs);
    const runOf = (line: number) => runWith(line, 0, packed);
    for (const run of runs) {
      expect(runOf(run.line)).toEqual(run);
      expect(runOf(run.line + run.lineCount - 1)).toEqual(run);
    }
    for (const line of [0, 1, 6, 8, 200_009, 299_999, 300_001, 999_999_998, 1_000_000_000])
      expect(runOf(line)).toBeNull();
  });

  test("take four bytes where lines and places count up, whatever they count from", () => {
    expect(packRuns(5_000_000, [{ line: 5_000_000, lineCount: 100, label: 0, number: 3 }])).toHaveLength(4);
    expect(packRuns(0, runs.slice(0, 0))).toHaveLength(0);
  });
});
