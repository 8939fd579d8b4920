import { expect, it } from "vitest";
import { limitsWords } from "../../../web/src/repricing/limits-of-amounts.tsx";

const NONE = { lines: 0, amount: "0.00" };

it("modifiers that are not priced and charges below the rate are said in words", () => {
  expect(
    limitsWords({
      modifier_not_priced: { lines: 1, amount: "14.60" },
      charge_limit: { column: "Billed Amount", lines: 2, amount: "1004.00" },
    }),
  ).toEqual([
    "1 line has a modifier that changes what is paid and that the published rate is without ($14.60 at the rate): not compared, and in no total. The workbook lists them.",
    "Expected is at most what was billed (Billed Amount): 2 lines were billed below the rate, by $1,004.00.",
  ]);
});

it("nothing is said where there is neither", () => {
  expect(limitsWords({ modifier_not_priced: NONE, charge_limit: { column: null, ...NONE } })).toEqual([]);
});
