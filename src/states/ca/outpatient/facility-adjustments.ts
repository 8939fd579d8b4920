import { complement, times } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { OutpatientClaim } from "./claim.ts";

/*
 * What only facilities get: the cutback and the hospital outpatient department (HOPD) add-on.
 * Asking for emergency room pricing rules out both, also where no ER factor is published.
 */

function isEmergencyPricing({ line, factor }: OutpatientClaim): boolean {
  return line.emergencyRoom || factor.emergency;
}

/** What is left after the 20% reduction, when it applies (ca 4.3 step 3). */
export function cutbackOf(claim: OutpatientClaim): Factor | NoRate | null {
  const {
    fee,
    line: { providerType },
    program,
  } = claim;
  if (fee.cutbackInd !== 1 || isEmergencyPricing(claim)) return null;
  if (providerType !== "hospital" && providerType !== "surgical_clinic") return null;
  const reduction = program("cutback_reduction");
  return reduction instanceof NoRate ? reduction : complement(reduction);
}

/** The HOPD add-on of a hospital (ca 4.3 step 5); whether the code is eligible is the caller's rule. */
export function hospitalAddOnOf(claim: OutpatientClaim): Factor | NoRate | null {
  if (claim.line.providerType !== "hospital" || isEmergencyPricing(claim)) return null;
  return claim.program("hopd_multiplier");
}

export function withCutback(amount: Money, cutback: Factor | null, sheet: Worksheet): Money {
  if (cutback === null) return amount;
  return sheet.step(formula`${amount} x cutback (${cutback})`, times(amount, cutback));
}

export function withHospitalAddOn(amount: Money, addOn: Factor | null, sheet: Worksheet): Money {
  if (addOn === null) return amount;
  return sheet.step(formula`${amount} x HOPD add-on (${addOn})`, times(amount, addOn));
}
