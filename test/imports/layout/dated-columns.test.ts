import { describe, expect, it } from "vitest";
import { figure } from "../../../src/imports/declaring/conversions.ts";
import { heading, optional } from "../../../src/imports/declaring/fields.ts";
import { datedColumns } from "../../../src/imports/layout/dated-columns.ts";

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
