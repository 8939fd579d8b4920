import { describe, expect, it } from "vitest";
import { factor } from "../../../src/core/money/factor.ts";
import { expectedOf } from "../../../src/reprice/pricing/payment-comparison.ts";

const CLAIM_LINES = { procedures: [], modifiers: [], isPerUnit: () => true, unitsMax: () => "4" };

describe("The units of a line", () => {
  it.each([
    ["3", "3", "30.00", false],
    // Just as many as the state pays are not cut.
    ["4", "4", "40.00", false],
    ["4.0001", "4", "40.00", true],
  ])("%s are paid as %s where the state pays four", (units, priced, amount, isCut) => {
    expect(expectedOf({ payment_rate: "10.00" }, factor(units), true, CLAIM_LINES)).toMatchObject({
      unitsPriced: { text: priced },
      amount: factor(amount),
      isCut,
    });
  });
});
