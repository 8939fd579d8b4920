import { expect, test } from "vitest";
import { cellText, valueText } from "../../../src/reprice/csv/cell.ts";

test.each([
  ["plain", "plain"],
  [" spaces ", " spaces "],
  ["a,b", '"a,b"'],
  ['say "a"', '"say ""a"""'],
  ["two\nlines", '"two\nlines"'],
  ["", ""],
])("the text %j is the cell %j", (text, cell) => {
  expect(cellText(text)).toBe(cell);
});

test.each([
  ["26.18", "26.18"],
  [null, ""],
  [undefined, ""],
  [true, "true"],
  [0.5432, "0.5432"],
  [1e21, "1e+21"],
  [["A", "B"], "A|B"],
  [[{ code: "x" }], '{"code":"x"}'],
  [[], ""],
])("the value %j is the text %j", (value, text) => {
  expect(valueText(value)).toBe(text);
});
