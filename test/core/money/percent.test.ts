import { expect, it } from "vitest";
import { percentChange } from "../../../src/core/money/comparison.ts";
import { factor } from "../../../src/core/money/factor.ts";

it.each([
  ["100", "110", "10.00"],
  ["4.52", "4.00", "-11.50"],
  ["3", "4", "33.33"],
  // 1 / 800 = 0.125 %: a tie goes away from zero.
  ["800", "801", "0.13"],
  ["800", "799", "-0.13"],
  ["0.5320", "0.532", "0.00"],
  ["10", "0", "-100.00"],
  ["-10", "-5", "50.00"],
])("from %s to %s is %s percent", (before, after, percent) => {
  expect(percentChange(factor(before), factor(after))).toBe(percent);
});

it("has no percentage from zero", () => {
  expect(percentChange(factor("0.00"), factor("5"))).toBeNull();
});
