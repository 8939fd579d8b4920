import { describe, expect, it } from "vitest";
import { dayOfHeading, isLikeDay } from "../../../src/imports/layout/heading-day.ts";

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
