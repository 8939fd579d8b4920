import { expect, it } from "vitest";
import { isBuiltInDate, isDateFormat } from "../../../../src/imports/sources/workbook/styles.ts";

it("formats of days and times are dates", () => {
  const dates = [
    "m/d/yyyy;@",
    "[$-409]d-mmm-yy",
    "yyyy\\-mm\\-dd",
    'd" of "mmmm',
    "[h]:mm:ss",
    "mm:ss.00",
    "h:mm AM/PM",
  ];
  expect(dates.filter((format) => !isDateFormat(format))).toEqual([]);
});

it("formats of numbers are none, whatever letters they show", () => {
  const numbers = ["General", "0.00", '"$"#,##0.00', "0%", "[Red]0.00", '0" days"', "0\\m", "@", "", "00000"];
  expect(numbers.filter(isDateFormat)).toEqual([]);
});

it("every program has dates under the numbers 14 to 22, and none at 13 and 23", () => {
  expect([13, 14, 22, 23].map(isBuiltInDate)).toEqual([false, true, true, false]);
});

it("brackets that are never closed are read once, however many there are", () => {
  // By the square of the length this would take hours.
  expect(isDateFormat(`${"[".repeat(5_000_000)}yyyy`)).toBe(true);
  expect(isDateFormat(`${"[".repeat(5_000_000)}0`)).toBe(false);
  expect(isDateFormat("[Red][>100]yyyy")).toBe(true);
});
