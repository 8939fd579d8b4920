import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Day, dayAfter, dayBefore } from "../../src/calendar/day.ts";
import { contains, type Period } from "../../src/calendar/period.ts";
import { UnchangedDays } from "../../src/pricing/unchanged-days.ts";

const TODAY = "2025-06-15" as Day;

function unchanged(...periods: readonly [start: string, end: string | null][]): (day: string) => boolean {
  const days = new UnchangedDays(TODAY);
  for (const [start, end] of periods) days.narrow({ start: start as Day, end: end as Day | null });
  return (day) => days.include(day as Day);
}

describe("nothing has changed", () => {
  it("on any day where nothing is dated", () => {
    const is = unchanged();
    expect([is("1900-01-01"), is(TODAY), is("2999-12-31")]).toEqual([true, true, true]);
  });

  it("from the latest start to the earliest end of the periods that contain the day", () => {
    const is = unchanged(["2024-01-01", "2025-12-31"], ["2025-01-01", "2025-09-30"], ["2023-01-01", null]);
    expect(["2024-12-31", "2025-01-01", "2025-09-30", "2025-10-01"].map(is)).toEqual([false, true, true, false]);
  });

  it("after the latest end before the day, whatever the order of the periods", () => {
    for (const periods of [
      [["2020-01-01", "2022-12-31"] as const, ["2021-01-01", "2024-12-31"] as const],
      [["2021-01-01", "2024-12-31"] as const, ["2020-01-01", "2022-12-31"] as const],
    ]) {
      const is = unchanged(...periods.map(([start, end]) => [start, end] as [string, string]));
      expect(["2024-12-31", "2025-01-01", "2999-01-01"].map(is)).toEqual([false, true, true]);
    }
  });

  it("before the earliest start after the day, whatever the order of the periods", () => {
    for (const starts of [
      ["2026-01-01", "2027-01-01"],
      ["2027-01-01", "2026-01-01"],
    ]) {
      const is = unchanged(...starts.map((start) => [start, null] as [string, null]));
      expect(["1999-01-01", "2025-12-31", "2026-01-01"].map(is)).toEqual([true, true, false]);
    }
  });
});

it("no period begins or ends between the day and one that is included", () => {
  const day = fc.integer({ min: 1, max: 28 }).map((number) => `2025-06-${String(number).padStart(2, "0")}` as Day);
  const period = fc.tuple(day, fc.option(day)).map(([start, end]): Period => {
    return { start, end: end !== null && end < start ? start : end };
  });
  fc.assert(
    fc.property(fc.array(period, { maxLength: 4 }), day, (periods, other) => {
      const days = new UnchangedDays(TODAY);
      for (const each of periods) days.narrow(each);
      const between: Day[] = [];
      const next = other < TODAY ? dayAfter : dayBefore;
      for (let each = other; each !== TODAY; each = next(each)) between.push(each);
      const isSame = (each: Day) => periods.every((one) => contains(one, each) === contains(one, TODAY));
      expect(days.include(other)).toBe(between.every(isSame));
    }),
    { numRuns: 1_000 },
  );
});
