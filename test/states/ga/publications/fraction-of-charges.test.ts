import { expect, it } from "vitest";
import { fractionOfCharges } from "../../../../src/states/ga/publications/fraction-of-charges.ts";
import { Refusal } from "../../../../src/text/refusal.ts";

it("reads a sign as a percentage, and a figure without one by its size", () => {
  const cells = ["30.42%", "0.5 %", "0.3042", "1", "2", "2.01", "65.12", "N/A"];
  expect(cells.map(fractionOfCharges)).toEqual(["0.3042", "0.005", "0.3042", "1", "2", "0.0201", "0.6512", null]);
});

it("refuses words", () => {
  expect(fractionOfCharges("cost")).toBeInstanceOf(Refusal);
});
