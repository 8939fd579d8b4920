import { expect, it } from "vitest";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { amount, figure, rounded } from "../../../src/imports/declaring/conversions.ts";

it("keeps a figure digit for digit, without signs and separators", () => {
  expect(["0.5320", "$18.20", "1,012.500", ".5", "N/A"].map(figure)).toEqual([
    "0.5320",
    "18.20",
    "1012.500",
    "0.5",
    null,
  ]);
  expect(figure("high")).toBeInstanceOf(Refusal);
});

it("rounds half-up what has more decimals than it may have, and nothing else", () => {
  const cents = rounded(2, amount);
  expect(["10.255", "10.2549999", "$1,234.5", "8", "-0.125", "---"].map(cents)).toEqual([
    "10.26",
    "10.25",
    "1234.50",
    "8.00",
    "-0.13",
    null,
  ]);
  expect(cents("BR")).toBeInstanceOf(Refusal);
});
