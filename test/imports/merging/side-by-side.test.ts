import { describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { KEY_SEPARATOR } from "../../../src/dataset/table.ts";
import { sideBySide, type TimelineSegment } from "../../../src/imports/merging/timeline.ts";

function segment(source: number, cells: string, start: string, end: string | null): TimelineSegment {
  const packed = cells.replaceAll("|", KEY_SEPARATOR);
  return { period: { start: start as Day, end: end as Day | null }, cells: packed, sources: [source] };
}

function lines(first: readonly TimelineSegment[], second: readonly TimelineSegment[]): string[] {
  return sideBySide(first, second).map(
    ({ period, cells, sources }) =>
      `${cells.replaceAll(KEY_SEPARATOR, "|")} ${period.start}..${period.end ?? ""} from ${sources.join("+")}`,
  );
}

describe("two publications of different columns", () => {
  it("are cut at every day on which either changes", () => {
    const weights = [
      segment(1, "97110||0.13", "2011-07-01", "2025-12-31"),
      segment(2, "97110||0.14", "2026-01-01", null),
    ];
    const groups = [segment(3, "97110|270|", "2018-01-01", "2024-03-31"), segment(4, "97110|271|", "2024-04-01", null)];
    expect(lines(weights, groups)).toEqual([
      "97110||0.13 2011-07-01..2017-12-31 from 1",
      "97110|270|0.13 2018-01-01..2024-03-31 from 1+3",
      "97110|271|0.13 2024-04-01..2025-12-31 from 1+4",
      "97110|271|0.14 2026-01-01.. from 2+4",
    ]);
  });

  it("say nothing on days of which neither does", () => {
    const weights = [segment(1, "97110||0.13", "2020-01-01", "2020-06-30")];
    const groups = [segment(2, "97110|271|", "2021-01-01", "2021-12-31")];
    expect(lines(weights, groups)).toEqual([
      "97110||0.13 2020-01-01..2020-06-30 from 1",
      "97110|271| 2021-01-01..2021-12-31 from 2",
    ]);
  });

  it("stand alone where the other has nothing at all", () => {
    const groups = [segment(2, "97110|271|", "2021-01-01", null)];
    expect(lines([], groups)).toEqual(["97110|271| 2021-01-01.. from 2"]);
    expect(lines(groups, [])).toEqual(["97110|271| 2021-01-01.. from 2"]);
  });
});
