import { product, rounded } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import type { DrgWeight, HospitalRate } from "../tables.ts";

/** The state's weight tables print four decimals. */
const WEIGHT_DECIMALS = 4;

export interface PolicyAdjustor {
  readonly letter: "A" | "B" | "C" | "D";
  readonly value: Factor;
  readonly paymentRelativeWeight: Factor;
}

/** The policy adjustor by age and NICU designation, and the weight it gives (ca 5.3). */
export function policyAdjustorOf(weight: DrgWeight, hospital: HospitalRate, isChild: boolean): PolicyAdjustor {
  const [letter, value] = adjustor(weight, hospital.designatedNicu, isChild);
  return { letter, value, paymentRelativeWeight: rounded(product(weight.casemixWeight, value), WEIGHT_DECIMALS) };
}

function adjustor(weight: DrgWeight, isNicu: boolean, isChild: boolean): [PolicyAdjustor["letter"], Factor] {
  if (isChild) return isNicu ? ["D", weight.policyAdjustorD] : ["C", weight.policyAdjustorC];
  return isNicu ? ["B", weight.policyAdjustorB] : ["A", weight.policyAdjustorA];
}
