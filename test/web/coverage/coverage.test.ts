import { describe, expect, test } from "vitest";
import type { TableCoverage } from "../../../src/answers/coverage/schema.ts";
import { timelineOf } from "../../../web/src/coverage/timeline-chart.tsx";

function table(first_day: string | null, last_day: string | null): TableCoverage {
  return { table: "xx/rates", rows: 1, first_day, last_day } as TableCoverage;
}

const PLACE = { left: 100, right: 204 };

describe("the periods of tables on a chart", () => {
  test("stand to one scale, with the last day counted in and room after the last of all", () => {
    // 100 days and 4 % of room over 104 pixels: a pixel is a day.
    const tables = [table("2026-01-01", "2026-04-11"), table("2026-01-11", "2026-01-20")];
    const { bars, day } = timelineOf(tables, "2026-02-10", PLACE);
    expect(bars.map(({ from, to, isOpen }) => ({ from, to, isOpen }))).toEqual([
      { from: 100, to: 201, isOpen: false },
      { from: 110, to: 120, isOpen: false },
    ]);
    expect(day).toBe(140);
  });

  test("go to the border where a row has no end, and leave out what has no days", () => {
    const { bars } = timelineOf([table("2026-01-01", null), table(null, null)], "2026-04-11", PLACE);
    expect(bars).toMatchObject([{ from: 100, to: 204, isOpen: true }]);
  });

  test("have the chosen day on the chart also where it is before or after all of them", () => {
    const tables = [table("2026-01-01", "2026-01-31")];
    expect(timelineOf(tables, "2025-12-01", PLACE).day).toBe(100);
    const after = timelineOf(tables, "2026-04-11", PLACE);
    expect(after.day).toBe(200);
    expect(after.bars[0]?.to).toBeCloseTo(131, 10);
  });
});
