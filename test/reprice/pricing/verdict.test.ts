import { expect, it } from "vitest";
import { difference } from "../../../src/core/money/arithmetic.ts";
import { factor } from "../../../src/core/money/factor.ts";
import { judge, NO_TOLERANCE, type Tolerance } from "../../../src/reprice/pricing/payment-comparison.ts";

function verdict(expected: string, paid: string, tolerance: Tolerance = NO_TOLERANCE): string {
  return judge(tolerance)(factor(expected), difference(factor(expected), factor(paid)));
}

it("judges to the cent without a tolerance", () => {
  expect([verdict("10.00", "9.99"), verdict("10.00", "10.00"), verdict("10.00", "10.01")]).toEqual([
    "underpaid",
    "asExpected",
    "overpaid",
  ]);
});

it("takes a difference as large as the tolerance as expected, and one cent more not", () => {
  const half = { figure: "0.50", of: "dollars" } as const;
  expect([verdict("10", "9.50", half), verdict("10", "9.49", half)]).toEqual(["asExpected", "underpaid"]);
  expect([verdict("10", "10.50", half), verdict("10", "10.51", half)]).toEqual(["asExpected", "overpaid"]);
});

it("takes a percentage of the expected amount, without rounding", () => {
  // 1% of 33.33 is 0.3333: 33 cents are within, 34 are not.
  const one = { figure: "1", of: "percent" } as const;
  expect([verdict("33.33", "33.00", one), verdict("33.33", "32.99", one)]).toEqual(["asExpected", "underpaid"]);
  // 1% of 50.00 is 0.50 exactly.
  expect([verdict("50.00", "50.50", one), verdict("50.00", "50.51", one)]).toEqual(["asExpected", "overpaid"]);
  expect(verdict("0.00", "0.01", one)).toBe("overpaid");
});
