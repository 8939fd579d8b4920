import { describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { figure } from "../../../src/imports/declaring/conversions.ts";
import { heading, optional } from "../../../src/imports/declaring/fields.ts";
import { datedColumns, dayOfHeading, isLikeDay, isOfOtherDays } from "../../../src/imports/layout/dated-columns.ts";

const ALONE = { rate: heading([], figure) };
const PAIR = { weight: heading("Weight", figure), limit: optional(heading("Limit", figure)) };
const CODE = new Set([0]);

describe("columns under dates", () => {
  it("hold from their date until the next one, in whatever order they stand", () => {
    const row = ["Code", "Text", "1/1/2024", "7/1/2020", "1/1/2022"];
    const found = datedColumns(ALONE, { row, above: [] }, CODE);
    expect(found?.groups).toEqual([
      { period: { start: "2020-07-01", end: "2021-12-31" }, heading: "7/1/2020", columns: { rate: 3 } },
      { period: { start: "2022-01-01", end: "2023-12-31" }, heading: "1/1/2022", columns: { rate: 4 } },
      { period: { start: "2024-01-01", end: null }, heading: "1/1/2024", columns: { rate: 2 } },
    ]);
    expect(found?.faults).toEqual([]);
    expect([...(found?.others ?? [])]).toEqual([0, 1]);
  });

  it("have their dates in a row above the captions, over the first column of each group", () => {
    const row = ["Code", "Text", "Weight", "Limit", "Limit", "Weight"];
    const dates = ["", "", "Dec 1\n2008", "", "Jan 1, 2026"];
    const found = datedColumns(PAIR, { row, above: [dates, ["Title 1/1/2001"]] }, CODE);
    expect(found?.groups.map(({ period, columns }) => [period.start, period.end, columns])).toEqual([
      ["2008-12-01", "2025-12-31", { weight: 2, limit: 3 }],
      ["2026-01-01", null, { limit: 4, weight: 5 }],
    ]);
  });

  it("may lack a part that is optional, and no other", () => {
    const above = [["", "1/1/2020", "1/1/2021"]];
    const found = datedColumns(PAIR, { row: ["Code", "Weight", "Limit"], above }, CODE);
    expect(found?.groups[0]?.columns).toEqual({ weight: 1 });
    expect(found?.faults).toEqual(['under "1/1/2021" there is no column "Weight"']);
  });

  it("are refused where a date cannot be read or stands twice", () => {
    const row = ["Code", "1/1/2020", "Janury 1 26", "Jan 2021", "01/01/2020"];
    expect(datedColumns(ALONE, { row, above: [] }, CODE)?.faults).toEqual([
      'column D: the heading "Jan 2021" names no day, such as 1/31/2026',
      "columns B and E both begin on 2020-01-01",
    ]);
  });

  it("are not there where no row of captions has a date outside the columns of other fields", () => {
    expect(datedColumns(ALONE, { row: ["1/1/2020", "Fee"], above: [["7/1/2020"]] }, CODE)).toBeNull();
  });

  it("leave the columns before them alone, unless these are parts without a date", () => {
    const above = [["", "", "", "1/1/2020"]];
    const found = datedColumns(PAIR, { row: ["Code", "Weight", "Rate Code", "Weight"], above }, CODE);
    expect([...(found?.others ?? [])]).toEqual([0, 2]);
  });
});

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
