import { expect, it } from "vitest";
import { costToChargeRatio } from "../../../../src/states/ca/publications/hospital-columns.ts";

it.each([
  ["21.5%", "0.215"],
  ["21.5", "0.215"],
  ["0.215", "0.215"],
  ["102.5", "1.025"],
  ["2.1", "0.021"],
])("reads a ratio of %s as %s", (printed, ratio) => {
  expect(costToChargeRatio(printed)).toBe(ratio);
});
