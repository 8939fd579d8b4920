import { describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { dayOfHeading, isLikeDay, isOfOtherDays } from "../../../src/imports/layout/dated-columns.ts";

describe("the day that a heading names", () => {
  it.each([
    ["Dec 1\n2008", "2008-12-01"],
    ["July 1 \n2011", "2011-07-01"],
    ["Jan 1, 2026", "2026-01-01"],
    ["Jan 1,2026", "2026-01-01"],
    ["Sept. 1, 2014", "2014-09-01"],
    ["4/1/2022****", "2022-04-01"],
    ["Effective\n04/01/15", "2015-04-01"],
    ["2015-04-01", "2015-04-01"],
  ])("%j is %s", (heading, day) => {
    expect(dayOfHeading(heading)).toBe(day);
  });

  it.each(["Dec 2008", "Janury 2026", "13/1/2022", "Feb 30, 2020", "2015", "7/1/2011 - 12/31/2011", "Spring '09 Mar"])(
    "%j is none, though it is like one",
    (heading) => {
      expect(dayOfHeading(heading)).toBeNull();
      expect(isLikeDay(heading)).toBe(true);
    },
  );

  it.each(["APG", "APG Description", "**Base Rate Code", "Marginal", "Maybe", "Decimal", "Region", "1407", ""])(
    "%j is none, nor like one",
    (heading) => {
      expect(dayOfHeading(heading)).toBeNull();
      expect(isLikeDay(heading)).toBe(false);
    },
  );
});

describe("a heading is of other days than an edition of 2026-04-15, whose quarter begins on 2026-04-01", () => {
  const isOther = (heading: string) =>
    isOfOtherDays(heading, "2026-04-15" as Day, { start: "2026-04-01" as Day, end: "2026-06-30" as Day });

  it.each([
    "Rate Effective 01/01/2026-03/31/2026",
    "Rate 1/1/2026",
    "Rate thru 3/31/2026",
    "Fee through March 31, 2026",
    "Q1 2026 Rate",
    "2026 Q3",
    "July 2026 Rate",
    "CY2025 Q2 fee",
  ])("%j", (heading) => {
    expect(isOther(heading)).toBe(true);
  });

  it.each([
    "Rate Effective 04/01/2026-06/30/2026",
    "Rate 4/1/2026",
    "Rate 4/15/2026",
    "Rate thru 4/15/2026",
    "Q2 2026 Rate",
    "April 2026 Rate",
    "SFY 2026 Q3 Rate",
    "2025 Rate",
    "Rate",
  ])("not %j", (heading) => {
    expect(isOther(heading)).toBe(false);
  });
});
