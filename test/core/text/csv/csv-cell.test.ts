import { expect, test } from "vitest";
import { csvCell } from "../../../../src/core/text/csv.ts";

test.each([
  ["plain", "plain"],
  [" spaces ", " spaces "],
  ["a,b", '"a,b"'],
  ['say "a"', '"say ""a"""'],
  ["two\nlines", '"two\nlines"'],
  ["", ""],
])("the text %j is the cell %j", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});
