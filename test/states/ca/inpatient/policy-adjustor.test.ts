import { expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { policyAdjustorOf } from "../../../../src/states/ca/inpatient/drg-payment.ts";
import { drgWeight, hospitalRate, sheetOf } from "../rows.ts";

const weight = drgWeight({
  casemixWeight: factor("3.4821"),
  policyAdjustorA: factor("1.00"),
  policyAdjustorB: factor("1.05"),
  policyAdjustorC: factor("1.25"),
  policyAdjustorD: factor("1.75"),
});

it("the letter follows age and NICU designation, and the weight is the exact product", () => {
  const of = (designatedNicu: boolean, isChild: boolean) => {
    const { letter, value, paymentRelativeWeight } = policyAdjustorOf(
      weight,
      hospitalRate({ designatedNicu }),
      isChild,
      sheetOf(),
    );
    return [letter, value.value.text, paymentRelativeWeight.value.text];
  };
  expect(of(false, false)).toEqual(["A", "1.00", "3.4821"]);
  expect(of(true, false)).toEqual(["B", "1.05", "3.656205"]);
  expect(of(false, true)).toEqual(["C", "1.25", "4.352625"]);
  expect(of(true, true)).toEqual(["D", "1.75", "6.093675"]);
});

it("the weight is a step that nothing rounds and that the method does not print", () => {
  const sheet = sheetOf();
  policyAdjustorOf(weight, hospitalRate(), true, sheet);
  expect(sheet.steps).toMatchObject([{ section: "ca 5.3", decimals: null, unit: "factor", wording: null }]);
  expect(sheet.line).toBe("");
});
