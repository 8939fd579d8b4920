import { expect, it } from "vitest";
import { factor } from "../../../../src/money/factor.ts";
import { policyAdjustorOf } from "../../../../src/states/ca/inpatient/policy-adjustor.ts";
import { drgWeight, hospitalRate } from "../rows.ts";

it("the letter follows age and NICU designation, and the weight is rounded as the state prints it", () => {
  const weight = drgWeight({
    casemixWeight: factor("3.4821"),
    policyAdjustorA: factor("1.00"),
    policyAdjustorB: factor("1.05"),
    policyAdjustorC: factor("1.25"),
    policyAdjustorD: factor("1.75"),
  });
  const of = (designatedNicu: boolean, isChild: boolean) => {
    const { letter, paymentRelativeWeight } = policyAdjustorOf(weight, hospitalRate({ designatedNicu }), isChild);
    return [letter, paymentRelativeWeight.text];
  };
  expect(of(false, false)).toEqual(["A", "3.4821"]);
  expect(of(true, false)).toEqual(["B", "3.6562"]); // 3.656205
  expect(of(false, true)).toEqual(["C", "4.3526"]); // 4.352625
  expect(of(true, true)).toEqual(["D", "6.0937"]); // 6.093675
});
