import { isZero, ONE } from "../../../core/money/arithmetic.ts";
import type { Factor } from "../../../core/money/factor.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { constant, type Figure, minus, type Term, times } from "../../../pricing/worksheet/calculation.ts";
import { mediCalProgram } from "../program.ts";
import type { ConversionFactorRow, FeeRow } from "../tables.ts";
import type { Modifier } from "../values.ts";
import type { OutpatientClaim } from "./claim.ts";
import { cutbackOf, hospitalAddOnOf } from "./facility-adjustments.ts";
import type { Found } from "./found.ts";

/**
 * Whether the state's own Basic Rate is paid: it is what the state pays where it is not unit value x factor, but it says
 * nothing of a provider type's own factor, an ER factor or a child's (ca 4.3 step 1).
 */
export function paysBasicRate({ publishedBasicRate }: FeeRow, factor: ConversionFactorRow): boolean {
  return (
    publishedBasicRate !== null && factor.providerType === null && !factor.emergency && factor.ageGroup !== "child"
  );
}

const CUTBACK = "ca 4.3 step 3";

/** OP-A: unit value x conversion factor, then modifier, cutback, family planning, HOPD (ca 4.3). */
export function feeSchedulePayment(claim: OutpatientClaim, sheet: Sheet, found: Found): Figure {
  const { line, fee } = claim;
  const base = sheet.dollars("ca 4.3 step 1", baseAmount(claim, sheet));

  const modifier = line.modifier === null ? null : modifierFactor(line.modifier, claim, sheet);
  const afterModifier = modifier === null ? base : sheet.dollars("ca 4.3 step 2", times(base, modifier));

  const cutback = cutbackOf(claim, CUTBACK, sheet);
  const afterCutback = cutback === null ? afterModifier : sheet.dollars(CUTBACK, times(afterModifier, cutback));

  const familyPlanning =
    line.familyPlanningPrimaryDx && fee.familyPlanningEligible
      ? sheet.parameter(mediCalProgram, "family_planning_multiplier").called("family planning add-on")
      : null;
  const afterFamilyPlanning =
    familyPlanning === null ? afterCutback : sheet.dollars("ca 4.3 step 4", times(afterCutback, familyPlanning));

  const hospitalAddOn = fee.hopdAddonEligible ? hospitalAddOnOf(claim, sheet) : null;
  found.factors = { modifier, cutback, familyPlanning, hospitalAddOn };
  return hospitalAddOn === null
    ? afterFamilyPlanning
    : sheet.dollars("ca 4.3 step 5", times(afterFamilyPlanning, hospitalAddOn));
}

/** What the base amount is made of (ca 4.3 step 1). */
export function baseAmount({ fee, factor }: OutpatientClaim, sheet: Sheet): Term {
  const basicRate = sheet.figure("published basic rate", fee, "publishedBasicRate");
  if (basicRate !== null && paysBasicRate(fee, factor)) {
    return times(basicRate, constant("ca 4.3 step 1", ONE).called("conversion factor"));
  }
  return times(
    sheet.figure("unit value", fee, "unitValue"),
    sheet.figure("conversion factor", factor, "conversionFactor"),
  );
}

/** The share of the professional or technical component (ca 4.3 step 2). */
function modifierFactor(modifier: Modifier, { line, fee }: OutpatientClaim, sheet: Sheet): Figure<Factor> {
  const share = componentShare(modifier, fee, sheet).called(`modifier ${modifier}`);
  if (isZero(share.value)) throw notPayable(modifier, line.code, fee, sheet);
  return share;
}

function componentShare(modifier: Modifier, fee: FeeRow, sheet: Sheet): Figure<Factor> {
  const fraction = sheet.figure("professional fraction", fee, "professionalFraction");
  if (fraction !== null && !isZero(sheet.parameter(mediCalProgram, "use_professional_fraction").value)) {
    if (modifier === "26") return fraction;
    const section = "ca 4.3 step 2";
    return sheet.factor(section, minus(constant(section, ONE), fraction), null, UNPRINTED);
  }
  return sheet.parameter(mediCalProgram, modifier === "26" ? "modifier_26_factor" : "modifier_tc_factor");
}

/** A modifier that pays nothing (ca 4.8 F6). */
export function notPayable(modifier: Modifier, code: string, { procedureType }: FeeRow, sheet: Sheet): NoRate {
  return sheet.noRate("not_payable", `Modifier ${modifier} is not payable for ${code} (${procedureType}).`);
}
