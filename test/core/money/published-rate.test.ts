import { expect, test } from "vitest";
import { factor } from "../../../src/core/money/factor.ts";
import { dollarText } from "../../../src/core/money/money.ts";

test.each([
  ["0.0842", "0.0842"],
  ["0.0042", "0.0042"],
  ["0.610000", "0.610000"],
  ["0.000", "0.000"],
  ["12.345", "12.345"],
])("a rate of %s, with more than two decimals, is printed digit for digit", (published, text) => {
  expect(dollarText(factor(published))).toBe(text);
});

test.each([
  ["76.15", "76.15"],
  ["76.1", "76.10"],
  ["76", "76.00"],
  ["0", "0.00"],
])("a rate of %s, with two decimals or fewer, is printed as %s", (published, text) => {
  expect(dollarText(factor(published))).toBe(text);
});
