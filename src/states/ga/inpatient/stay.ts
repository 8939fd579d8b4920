import { type Factor, whole } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import type { DrgWeight, HospitalInpatientRate } from "../tables.ts";
import type { InpatientRequest } from "./request.ts";

/** A stay to price once its rows are chosen. */
export interface Stay {
  readonly hospital: HospitalInpatientRate;
  readonly weight: DrgWeight;
  /** Null: not sent, so no short stay is evaluated. */
  readonly lengthOfStay: Figure<Factor> | null;
  /** Null: not sent, so neither short stay nor outlier can be evaluated. */
  readonly charges: Figure<Money> | null;
  /** Null: not published, with the same consequence. */
  readonly costToChargeRatio: Figure<Factor> | null;
}

export function stayOf(
  { lengthOfStay, totalCharges }: Pick<InpatientRequest, "lengthOfStay" | "totalCharges">,
  hospital: HospitalInpatientRate,
  weight: DrgWeight,
  sheet: Sheet,
): Stay {
  return {
    hospital,
    weight,
    lengthOfStay:
      lengthOfStay === null ? null : sheet.sent("length of stay", "length_of_stay", whole(lengthOfStay), "days"),
    charges: totalCharges === null ? null : sheet.sent("charges", "total_charges", totalCharges, "dollars"),
    costToChargeRatio: sheet.figure("CCR", hospital, "ipCcr"),
  };
}

/** `139-2`, as messages and results name a DRG with its severity. */
export function drgText({ drg, soi }: Pick<DrgWeight, "drg" | "soi">): string {
  return `${drg}-${soi}`;
}

/** Why a rule that compares with the cost of a stay could not be evaluated. */
export const CHARGES_NOT_SUPPLIED = "total_charges not supplied.";
export const NO_COST_TO_CHARGE_RATIO = "no cost-to-charge ratio is published for the hospital.";

/** Tells what the lack of charges leaves out; only where charges would have brought it. */
export function assumeNoCharges(consequence: string, sheet: Sheet): void {
  sheet.assume("total_charges", "none", `not sent: ${consequence}`);
}
