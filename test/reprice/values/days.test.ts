import { describe, expect, it, test } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { DAY_BEFORE_MONTH, dayReader, readDay } from "../../../src/reprice/values/days.ts";

describe("A day", () => {
  it.each([
    ["2026-10-01", "2026-10-01", null],
    ["10/1/2026", "2026-10-01", "monthDayYear"],
    ["10/01/2026", "2026-10-01", "monthDayYear"],
    ["10-1-2026", "2026-10-01", "monthDayYear"],
    ["12/31/2026", "2026-12-31", "monthDayYear"],
    ["10/1/26", "2026-10-01", "twoDigitYear"],
    ["2026/10/1", "2026-10-01", "yearFirst"],
    ["2026-1-5", "2026-01-05", "yearFirst"],
    ["20261001", "2026-10-01", "eightDigits"],
    ["100126", "2026-10-01", "sixDigits"],
    ["2026-10", "2026-10-01", "monthAlone"],
    ["2026-10-01 00:00:00", "2026-10-01", "withTime"],
    ["2026-10-01T23:30:00.000Z", "2026-10-01", "withTime"],
    ["2026-10-01T23:30:00-07:00", "2026-10-01", "withTime"],
    ["2026-10-01 00:00:00 UTC", "2026-10-01", "withTime"],
    ["10/1/2026 12:00:00 AM", "2026-10-01", "monthDayYear"],
    ["10/1/26 0:00", "2026-10-01", "twoDigitYear"],
    ["1-Oct-26", "2026-10-01", "namedMonth"],
    ["01OCT2026", "2026-10-01", "namedMonth"],
    ["Oct 1, 2026", "2026-10-01", "namedMonth"],
    ["Sept. 30, 2026", "2026-09-30", "namedMonth"],
    ["October 1 2026", "2026-10-01", "namedMonth"],
    ["46296", "2026-10-01", "dayNumber"],
    ["46296.0", "2026-10-01", "dayNumber"],
    ["46296.75", "2026-10-01", "dayNumber"],
    ["29952", "1982-01-01", "dayNumber"],
    ["59999", "2064-04-07", "dayNumber"],
    ["2/29/2028", "2028-02-29", "monthDayYear"],
  ])("%j is %s", (text, day, way) => {
    expect(readDay(text)).toEqual({ text: day, way });
  });

  it.each([
    "29951",
    "60000",
    "2/29/2026",
    "10/32/2026",
    "0/1/2026",
    "2026-13-01",
    "20261301",
    "023026",
    "2026-13",
    "10012026",
    "10/1/026",
    "1.10.2026",
    "1-Oc-26",
    "1-Octember-26",
    "Oct 2026",
    "46296 00:00",
    "2026-10-01 00:00 00:00",
    "2026-10-01 25:99",
    "2026-10-01 24:00",
    "2026-10-01T23:60:00Z",
    "10/1/2026 12:30:75 PM",
    "2026-10-01T23:30:00+25:00",
    "2958466",
    "4.63E+04",
    "today",
    "13/45/2026",
    "31/2/2026",
    "99/1/2026",
  ])("%j is none", (text) => {
    expect(readDay(text)).toBeInstanceOf(Refusal);
    expect(readDay(text)).not.toBe(DAY_BEFORE_MONTH);
  });

  it.each(["13/10/2026", "31/1/26", "13-10-2026", "13/10/2026 00:00"])("%j has its day first", (text) => {
    expect(readDay(text)).toBe(DAY_BEFORE_MONTH);
  });
});

describe("A day of a file", () => {
  const today = "2026-11-15" as Day;
  const read = dayReader({ today, isFrom1904: false });

  it.each(["10/1/70", "10/1/99", "59999", "2070-10-01", "2027-11-16"])("%j is too far ahead", (text) => {
    expect(read(text)).toMatchObject({ expected: expect.stringContaining("a day up to 2027-11-15") });
  });

  it.each(["0026-10-01", "10/1/0026", "00261001", "1899-12-31"])("%j is too early", (text) => {
    expect(read(text)).toMatchObject({ expected: expect.stringContaining("a day from 1900-01-01 on") });
  });

  it("may be the first of 1900, at any time of the day", () => {
    expect(read("1900-01-01")).toMatchObject({ text: "1900-01-01" });
    expect(read("2026-10-01 23:59:59")).toMatchObject({ text: "2026-10-01" });
    expect(read("10/1/2026 9:05 am")).toMatchObject({ text: "2026-10-01" });
  });

  it.each(["2027-11-15", "11/15/27"])("%j is just within a year", (text) => {
    expect(read(text)).toMatchObject({ text: "2027-11-15" });
  });

  it("is counted from 1904 where the workbook counts so", () => {
    const from1904 = dayReader({ today, isFrom1904: true });
    // 46,296 from 1900 is as many days less the 1,462 of the four years between.
    expect(from1904("44834")).toEqual({ text: "2026-10-01", way: "dayNumber" });
    expect(from1904("46296")).toBeInstanceOf(Refusal);
    expect(from1904("2026-10-01")).toEqual({ text: "2026-10-01", way: null });
  });

  it("with its day first is told without another day", () => {
    expect(DAY_BEFORE_MONTH.expected).not.toMatch(/[0-9]/);
  });
});

test("every spreadsheet number of a year is the day after the one before it", () => {
  const days = Array.from({ length: 366 }, (_, index) => readDay(String(46_023 + index)));
  expect(days[0]).toMatchObject({ text: "2026-01-01" });
  expect(days.at(-1)).toMatchObject({ text: "2027-01-01" });
  expect(new Set(days.map((day) => (day instanceof Refusal ? "" : day.text))).size).toBe(366);
});
