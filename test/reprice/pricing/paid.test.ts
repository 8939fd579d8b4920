import { expect, test } from "vitest";
import { Refusal } from "../../../src/reading/refusal.ts";
import { amountOf, readPaid } from "../../../src/reprice/pricing/paid.ts";

test.each([
  ["12.5", "12.50"],
  [" 12 ", "12.00"],
  ["-7.25", "-7.25"],
  ["0.005", "0.01"],
  ["0.0049", "0.00"],
  ["9999999999.99", "9999999999.99"],
])("%j was paid as %s", (cell, text) => {
  const paid = readPaid(cell);
  expect(paid instanceof Refusal ? paid : paid?.text).toBe(text);
});

test.each(["$12.50", "1,250.00", "12.5e3", "(12.50)", "n/a", "10000000000", "-10000000000"])(
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
  [null, undefined],
  [undefined, undefined],
])("the payment rate %j is the amount %s", (rate, text) => {
  expect(amountOf(rate)?.text).toBe(text);
});
