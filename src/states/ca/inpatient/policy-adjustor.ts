import type { Factor } from "../../../core/money/factor.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, times } from "../../../pricing/worksheet/calculation.ts";
import type { DrgWeight, HospitalRate } from "../tables.ts";

/** The product is used and shown with all its digits. */
const EXACT = null;

const COLUMNS = {
  A: "policyAdjustorA",
  B: "policyAdjustorB",
  C: "policyAdjustorC",
  D: "policyAdjustorD",
} as const;

export interface PolicyAdjustor {
  readonly letter: keyof typeof COLUMNS;
  readonly value: Figure<Factor>;
  readonly paymentRelativeWeight: Figure<Factor>;
}

/** The policy adjustor by age and NICU designation, and the weight it gives (ca 5.3). */
export function policyAdjustorOf(
  weight: DrgWeight,
  { designatedNicu }: HospitalRate,
  isChild: boolean,
  sheet: Sheet,
): PolicyAdjustor {
  const letter = isChild ? (designatedNicu ? "D" : "C") : designatedNicu ? "B" : "A";
  const value = sheet.figure(`policy adjustor ${letter}`, weight, COLUMNS[letter]);
  const adjusted = times(sheet.figure("casemix weight", weight, "casemixWeight"), value);
  const paymentRelativeWeight = sheet.factor("ca 5.3", adjusted, EXACT, UNPRINTED);
  return { letter, value, paymentRelativeWeight: paymentRelativeWeight.called("payment relative weight") };
}
