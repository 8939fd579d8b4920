import { expect, test } from "vitest";
import { factor } from "../../../src/money/factor.ts";
import { Refusal } from "../../../src/reading/refusal.ts";
import { amountOf, comparison, readPaid } from "../../../src/reprice/pricing/paid.ts";

test.each([
  ["12.5", "12.5"],
  [" 12 ", "12"],
  ["-7.25", "-7.25"],
  ["0.0049", "0.0049"],
  ["9999999999.99", "9999999999.99"],
  ["-9999999999.99", "-9999999999.99"],
])("%j is an amount of %s", (cell, text) => {
  const paid = readPaid(cell);
  expect(paid instanceof Refusal ? paid : paid?.text).toBe(text);
});

test.each(["$12.50", "1,250.00", "12.5e3", "(12.50)", "n/a", "9999999999.991", "-9999999999.991"])(
  "%j is no amount",
  (cell) => {
    expect(readPaid(cell)).toBeInstanceOf(Refusal);
  },
);

test("an empty cell says that nothing is known", () => {
  expect(readPaid("  ")).toBeNull();
});

test.each([
  ["26.18", "26.18"],
  ["0.0042", "0.0042"],
  [null, undefined],
  [undefined, undefined],
])("the payment rate %j is the amount %s", (rate, text) => {
  expect(amountOf(rate)?.text).toBe(text);
});

test.each([
  // To the cent where the rate is: half a cent counts as one.
  ["24.00", "12.5", "12.50", "11.5"],
  ["24.00", "0.005", "0.01", "23.99"],
  ["24.00", "0.0049", "0.00", "24"],
  ["24.00", "-0.005", "-0.01", "24.01"],
  ["12.34", "12.340000000000002", "12.34", "0"],
  // With the decimals of a rate that has more.
  ["0.0042", "0.0042", "0.0042", "0"],
  ["0.0042", "0", "0.0000", "0.0042"],
  ["0.0042", "0.00425", "0.0043", "-0.0001"],
  // Never less than cents.
  ["24", "12.34", "12.34", "11.66"],
])("beside a rate of %s %s was paid as %s, a difference of %s", (rate, paid, asPaid, difference) => {
  expect(comparison(factor(rate), factor(paid))).toMatchObject({
    rate: { text: rate },
    paid: { text: asPaid },
    difference: { text: difference },
  });
});
