import { expect, test } from "vitest";
import { valueText } from "../../src/dataset/safe-cell.ts";

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
