import { expect, it } from "vitest";
import { fiscalYearStart } from "../../../../src/states/ca/publications/dhcs.ts";

it.each([
  ["list-for-california-providers-in-state-fiscal-year-2019-20.csv", "2019-07-01"],
  ["SFY 2023-2024 DRG Pricing Calculator.xlsx", "2023-07-01"],
  ["SFY_2099_00.xlsx", "2099-07-01"],
  ["calculator-2024-03-15.xlsx", null],
  ["20240315-25.xlsx", null],
  ["calculator.xlsx", null],
])("the fiscal year of %s starts on %s", (fileName, day) => {
  expect(fiscalYearStart(fileName)).toBe(day);
});
