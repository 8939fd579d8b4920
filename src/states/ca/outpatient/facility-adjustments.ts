import { ONE } from "../../../core/money/arithmetic.ts";
import type { Factor } from "../../../core/money/factor.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { constant, type Figure, minus } from "../../../pricing/worksheet/calculation.ts";
import { mediCalProgram } from "../program.ts";
import type { OutpatientClaim } from "./claim.ts";

/*
 * What only facilities get: the cutback and the hospital outpatient department (HOPD) add-on.
 * Asking for emergency room pricing rules out both, also where no ER factor is published.
 */

function isEmergencyPricing({ line, factor }: OutpatientClaim): boolean {
  return line.emergencyRoom || factor.emergency;
}

/** What is left after the 20% reduction; null where it does not apply (ca 4.3 step 3, ca 4.4 step 3). */
export function cutbackOf(claim: OutpatientClaim, section: string, sheet: Sheet): Figure<Factor> | null {
  const { fee, line } = claim;
  if (fee.cutbackInd !== 1 || isEmergencyPricing(claim)) return null;
  if (line.providerType !== "hospital" && line.providerType !== "surgical_clinic") return null;
  const reduction = sheet.parameter(mediCalProgram, "cutback_reduction");
  return sheet.factor(section, minus(constant(section, ONE), reduction), null, UNPRINTED).called("cutback");
}

/** The HOPD add-on of a hospital, null where there is none (ca 4.3 step 5, ca 4.4 step 4); whether the code is eligible is the caller's rule. */
export function hospitalAddOnOf(claim: OutpatientClaim, sheet: Sheet): Figure<Factor> | null {
  if (claim.line.providerType !== "hospital" || isEmergencyPricing(claim)) return null;
  return sheet.parameter(mediCalProgram, "hopd_multiplier").called("HOPD add-on");
}
