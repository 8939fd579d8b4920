import { expect, it } from "vitest";
import { cellText, numberText } from "../../../../src/imports/sources/workbook/cell.ts";

const legend = { sharedTexts: [], isDateStyle: [false, true], isFrom1904: false };
const day = (value: string) => cellText({ type: undefined, style: "1", value, inlineText: "" }, legend);

it("a number is written as its author typed it", () => {
  const written = ["1E+3", "0.1", "19.989999999999998", "-1.5E-7", "12345678901234567890", "no number"];
  expect(written.map(numberText)).toEqual(["1000", "0.1", "19.99", "-0.00000015", "12345678901234567168", "no number"]);
});

it("white space is no number, nor is what only a programmer takes for one", () => {
  const cell = (value: string, style?: string) => cellText({ type: undefined, style, value, inlineText: "" }, legend);
  for (const style of [undefined, "0", "1"]) {
    expect([" ", "\n", ""].map((value) => cell(value, style))).toEqual(["", "", ""]);
    expect(["0x10", "0b11", "Infinity", "1_000", "1,5"].map((value) => cell(value, style))).toEqual(
      Array(5).fill(null),
    );
  }
  expect([" 12.50 ", "+1", ".5", "1."].map((value) => cell(value))).toEqual(["12.5", "1", "0.5", "1"]);
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
