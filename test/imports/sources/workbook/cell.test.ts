import { expect, it } from "vitest";
import { cellText, numberText } from "../../../../src/imports/sources/workbook/cell.ts";

const legend = { sharedTexts: [], isDateStyle: [false, true], isFrom1904: false };
const day = (value: string) => cellText({ type: undefined, style: "1", value, inlineText: "" }, legend);

it("a number is written as its author typed it", () => {
  const written = ["1E+3", "0.1", "19.989999999999998", "-1.5E-7", "12345678901234567890", "no number"];
  expect(written.map(numberText)).toEqual(["1000", "0.1", "19.99", "-0.00000015", "12345678901234567168", "no number"]);
});

it("a day is told by its number, and a number beyond all days stays a number", () => {
  expect(["46053", "46053.99", "1", "1e12", "x"].map(day)).toEqual([
    "2026-01-31",
    "2026-01-31",
    "1899-12-31",
    "1000000000000",
    null,
  ]);
});
