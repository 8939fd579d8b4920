import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { constant } from "../../../../src/pricing/worksheet/calculation.ts";
import { linePayment, paymentAdjustment, withChildrensAddOn } from "../../../../src/states/fl/outpatient/eapg.ts";
import { noRateOf } from "../../../support/sheet.ts";
import { eapgRate, eapgWeight, type Figures, money, outpatientRequest, sheetWith, withoutValue } from "../rows.ts";

function line(policyAdjustor: string | null, terminated: string | null): string {
  const sheet = sheetWith({ paf_terminated: terminated });
  const rate = eapgRate({
    baseRate: money("100.10"),
    policyAdjustor: policyAdjustor === null ? null : factor(policyAdjustor),
  });
  const request = outpatientRequest(terminated === null ? {} : { paf_terminated: "true" });
  linePayment(eapgWeight({ weight: factor("0.1500") }), rate, paymentAdjustment(request, sheet), sheet);
  return sheet.line;
}

it("a line is one product rounded once, absent factors left out", () => {
  // 0.15 x 100.10 = 15.015, a tie that goes up
  expect(line(null, null)).toBe("EAPG weight (0.1500) x base rate (100.10) = $15.02");
  expect(line("1.0", null)).toBe("EAPG weight (0.1500) x base rate (100.10) x policy adjustor (1.0) = $15.02");
  // 15.015 x 1.5 x 0.50 = 11.26125; rounded at each step it would be 11.27
  expect(line("1.5", "0.50")).toBe(
    "EAPG weight (0.1500) x base rate (100.10) x policy adjustor (1.5) x PAF adjustment (0.50: terminated 0.50) = $11.26",
  );
});

it("the children's add-on is paid from the first cent of a line", () => {
  const withAddOn = (amount: string, childrensAddon: string | null) => {
    const sheet = sheetWith();
    const amountPaid = sheet.dollars("fl 4.4 step 5", constant("fl 4.4 step 5", money(amount), "dollars"), null);
    const rate = eapgRate({ childrensAddon: childrensAddon === null ? null : money(childrensAddon) });
    return [withChildrensAddOn(amountPaid, rate, sheet).value.text, sheet.line];
  };
  expect(withAddOn("0.01", "41.87")).toEqual(["41.88", "+ children's add-on (41.87) = $41.88"]);
  expect(withAddOn("0.00", "41.87")).toEqual(["0.00", "children's add-on not paid on a line paid at $0.00"]);
  expect(withAddOn("5.00", "0.00")).toEqual(["5.00", "+ children's add-on (0.00) = $5.00"]);
  expect(withAddOn("5.00", null)).toEqual(["5.00", ""]);
});

describe("the payment adjustor flags", () => {
  const FLAGS = [
    "paf_multiple_significant",
    "paf_same_significant",
    "paf_clinical_significant",
    "paf_packaging",
    "paf_repeat_ancillary",
    "paf_bilateral",
    "paf_terminated",
  ] as const;

  function adjusted(flags: readonly (typeof FLAGS)[number][], figures: Figures = {}) {
    const request = outpatientRequest(Object.fromEntries(flags.map((flag) => [flag, "true"])));
    const adjustment = paymentAdjustment(request, sheetWith(figures));
    if (adjustment === null) return null;
    return [adjustment.combined.value.text, ...adjustment.flags.map(({ name, value }) => `${name} ${value.value}`)];
  }

  it("no flag leaves the factor out", () => {
    expect(adjusted([])).toBeNull();
  });

  it("one flag keeps its published digits", () => {
    expect(FLAGS.map((flag) => adjusted([flag]))).toEqual([
      ["0.50", "paf_multiple_significant 0.50"],
      ["0", "paf_same_significant 0"],
      ["0", "paf_clinical_significant 0"],
      ["0", "paf_packaging 0"],
      ["0.50", "paf_repeat_ancillary 0.50"],
      ["1.50", "paf_bilateral 1.50"],
      ["0.50", "paf_terminated 0.50"],
    ]);
  });

  it("several flags multiply exactly, without trailing zeros, in the contract's order", () => {
    expect(adjusted(["paf_terminated", "paf_bilateral", "paf_multiple_significant"])).toEqual([
      "0.375",
      "paf_multiple_significant 0.50",
      "paf_bilateral 1.50",
      "paf_terminated 0.50",
    ]);
    expect(adjusted(["paf_packaging", "paf_bilateral"])).toMatchObject(["0", {}, {}]);
  });

  it("the first flag sent whose parameter has no value fails the line", () => {
    const without = { paf_packaging: null, paf_terminated: null };
    const failure = noRateOf(() => adjusted(["paf_terminated", "paf_packaging"], without));
    expect(failure.message).toBe(withoutValue("paf_packaging"));
    expect(adjusted(["paf_bilateral"], without)).toMatchObject(["1.50", {}]);
  });
});
