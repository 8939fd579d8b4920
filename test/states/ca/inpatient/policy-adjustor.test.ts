import { expect, it } from "vitest";
import { factor } from "../../../../src/money/factor.ts";
import { policyAdjustorOf } from "../../../../src/states/ca/inpatient/policy-adjustor.ts";
import { drgWeight, hospitalRate, sheetOf } from "../rows.ts";

const weight = drgWeight({
  casemixWeight: factor("3.4821"),
  policyAdjustorA: factor("1.00"),
  policyAdjustorB: factor("1.05"),
  policyAdjustorC: factor("1.25"),
  policyAdjustorD: factor("1.75"),
});

it("the letter follows age and NICU designation, and the weight is rounded as the state prints it", () => {
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
  expect(of(true, false)).toEqual(["B", "1.05", "3.6562"]); // 3.656205
  expect(of(false, true)).toEqual(["C", "1.25", "4.3526"]); // 4.352625
  expect(of(true, true)).toEqual(["D", "1.75", "6.0937"]); // 6.093675
});

it("the weight is a step of four decimals that the method does not print", () => {
  const sheet = sheetOf();
  policyAdjustorOf(weight, hospitalRate(), true, sheet);
  expect(sheet.steps).toMatchObject([{ section: "ca 5.3", decimals: 4, unit: "factor", wording: null }]);
  expect(sheet.line).toBe("");
});
