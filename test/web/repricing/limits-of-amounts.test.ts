import { expect, it } from "vitest";
import { limitsWords } from "../../../web/src/repricing/order-view.tsx";

const NONE = { lines: 0, amount: "0.00" };

it("modifiers that are not priced and charges below the rate are said in words", () => {
  expect(
    limitsWords({
      modifier_not_priced: { lines: 1, amount: "14.60" },
      modifier_not_known: { lines: 3, amount: "72.00" },
      charge_limit: { column: "Billed Amount", lines: 2, amount: "1004.00" },
    }),
  ).toEqual([
    "1 line has a modifier that changes what is paid and that the published rate is without ($14.60 at the rate): not compared, and in no total. The workbook lists them.",
    "3 lines have a modifier of no list and without a published rate, priced without it (expected $72.00): compared, and it may change what is paid.",
    "Expected is at most what was billed (Billed Amount): 2 lines were billed below the rate, by $1,004.00.",
  ]);
});

it("nothing is said where there is neither", () => {
  expect(
    limitsWords({ modifier_not_priced: NONE, modifier_not_known: NONE, charge_limit: { column: null, ...NONE } }),
  ).toEqual([]);
});
