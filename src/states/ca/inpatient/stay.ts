import { ONE } from "../../../core/money/arithmetic.ts";
import { type Factor, whole } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { constant, type Figure, greaterOf } from "../../../pricing/worksheet/calculation.ts";
import type { DrgWeight, HospitalRate } from "../tables.ts";
import type { InpatientRequest } from "./request.ts";

/** A stay to price once its rows are chosen. */
export interface Stay {
  readonly hospital: HospitalRate;
  readonly weight: DrgWeight;
  readonly paymentRelativeWeight: Figure<Factor>;
  readonly lengthOfStay: Figure<Factor>;
  /** Null: not sent, so charges are estimated. */
  readonly totalCharges: Money | null;
  readonly isTransfer: boolean;
}

/** The days sent, else the national average as whole days, at least one (ca 5.4 step 1). */
export function lengthOfStayOf({ lengthOfStay }: InpatientRequest, weight: DrgWeight, sheet: Sheet): Figure<Factor> {
  const name = "length of stay";
  if (lengthOfStay !== null) return sheet.sent(name, "length_of_stay", whole(lengthOfStay), "days");
  const section = "ca 5.4 step 1";
  const average = sheet.figure("national average LOS", weight, "nationalAverageLos", "days");
  const days = sheet.count(section, greaterOf(constant(section, ONE, "days"), average), "days", UNPRINTED);
  sheet.assume("length_of_stay", days.value.text, "not sent: the national average of the APR-DRG in whole days");
  return days.called(name);
}
