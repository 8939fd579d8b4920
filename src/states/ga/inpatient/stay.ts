import type { Money } from "../../../money/money.ts";
import type { DrgWeight, HospitalInpatientRate } from "../tables.ts";

/** A stay to price once its rows are chosen. */
export interface Stay {
  readonly hospital: HospitalInpatientRate;
  readonly weight: DrgWeight;
  /** Null: not sent, so no short stay is evaluated. */
  readonly lengthOfStay: number | null;
  /** Null: not sent, so neither short stay nor outlier can be evaluated. */
  readonly totalCharges: Money | null;
}

/** `139-2`, as messages and results name a DRG with its severity. */
export function drgText({ drg, soi }: Pick<DrgWeight, "drg" | "soi">): string {
  return `${drg}-${soi}`;
}

/** Why a rule that compares with the cost of a stay could not be evaluated. */
export const CHARGES_NOT_SUPPLIED = "total_charges not supplied.";
export const NO_COST_TO_CHARGE_RATIO = "no cost-to-charge ratio is published for the hospital.";
