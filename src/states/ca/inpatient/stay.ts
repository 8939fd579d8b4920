import { nearestWhole } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import type { DrgWeight, HospitalRate } from "../tables.ts";
import type { InpatientRequest } from "./request.ts";

/** A stay to price once its rows are chosen. */
export interface Stay {
  readonly hospital: HospitalRate;
  readonly weight: DrgWeight;
  readonly paymentRelativeWeight: Factor;
  readonly lengthOfStay: number;
  /** Null: not sent, so charges are estimated. */
  readonly totalCharges: Money | null;
  readonly isTransfer: boolean;
}

/** The days sent, else the national average as whole days, at least one (ca 5.4 step 1). */
export function lengthOfStayOf({ lengthOfStay }: InpatientRequest, { nationalAverageLos }: DrgWeight): number {
  return lengthOfStay ?? Math.max(1, nearestWhole(nationalAverageLos));
}
