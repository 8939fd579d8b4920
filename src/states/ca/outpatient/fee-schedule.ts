import { complement, dollars, isZero, ONE, times } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { MediCalProgram } from "../program.ts";
import type { ConversionFactorRow, FeeRow } from "../tables.ts";
import type { Modifier } from "../values.ts";
import type { OutpatientClaim } from "./claim.ts";
import { cutbackOf, hospitalAddOnOf, withCutback, withHospitalAddOn } from "./facility-adjustments.ts";

/** The factors of a fee schedule price, each null where its step does not apply. */
export interface FeeScheduleFactors {
  readonly modifier: Factor | null;
  readonly cutback: Factor | null;
  readonly familyPlanning: Factor | null;
  readonly hospitalAddOn: Factor | null;
}

/** The units and the factor that the base amount is made of. */
export interface Basis {
  readonly units: Factor;
  readonly conversionFactor: Factor;
  readonly isPublishedBasicRate: boolean;
}

/**
 * The state's own Basic Rate is what it pays where it is not unit value x factor, but it says
 * nothing of a provider type's own factor, an ER factor or a child's (ca 4.3 step 1).
 */
export function basisOf(fee: FeeRow, factor: ConversionFactorRow): Basis {
  const { publishedBasicRate } = fee;
  if (publishedBasicRate !== null && factor.providerType === null && !factor.emergency && factor.ageGroup !== "child") {
    return { units: publishedBasicRate, conversionFactor: ONE, isPublishedBasicRate: true };
  }
  return {
    units: fee.unitValue as Factor,
    conversionFactor: factor.conversionFactor,
    isPublishedBasicRate: false,
  };
}

/** Which steps apply and with what factor, or why the line cannot be priced (ca 4.3 steps 2 to 5). */
export function feeScheduleFactors(claim: OutpatientClaim): FeeScheduleFactors | NoRate {
  const { line, fee, program } = claim;

  const modifier = line.modifier === null ? null : modifierFactor(line.modifier, fee, program);
  if (modifier instanceof NoRate) return modifier;
  if (modifier !== null && isZero(modifier)) return notPayable(line.modifier, line.code, fee);

  const cutback = cutbackOf(claim);
  if (cutback instanceof NoRate) return cutback;

  const familyPlanning =
    line.familyPlanningPrimaryDx && fee.familyPlanningEligible ? program("family_planning_multiplier") : null;
  if (familyPlanning instanceof NoRate) return familyPlanning;

  const hospitalAddOn = fee.hopdAddonEligible ? hospitalAddOnOf(claim) : null;
  if (hospitalAddOn instanceof NoRate) return hospitalAddOn;

  return { modifier, cutback, familyPlanning, hospitalAddOn };
}

/** The share of the professional or technical component (ca 4.3 step 2). */
function modifierFactor(modifier: Modifier, fee: FeeRow, program: MediCalProgram): Factor | NoRate {
  if (fee.professionalFraction !== null) {
    const useFraction = program("use_professional_fraction");
    if (useFraction instanceof NoRate) return useFraction;
    if (!isZero(useFraction)) {
      return modifier === "26" ? fee.professionalFraction : complement(fee.professionalFraction);
    }
  }
  return program(modifier === "26" ? "modifier_26_factor" : "modifier_tc_factor");
}

/** A modifier that pays nothing (ca 4.8 F6). */
export function notPayable(modifier: Modifier | null, code: string, { procedureType }: FeeRow): NoRate {
  return new NoRate(`Modifier ${modifier} is not payable for ${code} (${procedureType}).`);
}

/** OP-A: unit value x conversion factor, then modifier, cutback, family planning, HOPD (ca 4.3). */
export function feeSchedulePayment(
  basis: Basis,
  factors: FeeScheduleFactors,
  modifier: Modifier | null,
  sheet: Worksheet,
): Money {
  const { units, conversionFactor } = basis;
  const base = dollars(units, conversionFactor);
  let amount = basis.isPublishedBasicRate
    ? sheet.step(formula`published basic rate (${units}) x conversion factor (${conversionFactor})`, base)
    : sheet.step(formula`unit value (${units}) x conversion factor (${conversionFactor})`, base);

  if (factors.modifier !== null) {
    const share = factors.modifier;
    amount = sheet.step(formula`${amount} x modifier ${modifier as Modifier} (${share})`, times(amount, share));
  }
  amount = withCutback(amount, factors.cutback, sheet);
  if (factors.familyPlanning !== null) {
    const addOn = factors.familyPlanning;
    amount = sheet.step(formula`${amount} x family planning add-on (${addOn})`, times(amount, addOn));
  }
  return withHospitalAddOn(amount, factors.hospitalAddOn, sheet);
}
