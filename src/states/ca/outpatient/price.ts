import { isZero, ONE } from "../../../core/money/arithmetic.ts";
import { type Factor, whole } from "../../../core/money/factor.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import {
  begunUnits,
  constant,
  type Figure,
  lesserOf,
  MissingFigure,
  minus,
  plus,
  type Term,
  times,
  words,
} from "../../../pricing/worksheet/calculation.ts";
import {
  type ConversionFactorRow,
  type FeeRow,
  hasPrice,
  mediCalProgram,
  type PricedFeeRow,
  type Provider,
} from "../tables.ts";
import { type ProcedureType, type ProviderType, providerTypeOf, type ServiceType } from "../values.ts";
import { chooseConversionFactor } from "./conversion-factor.ts";
import { chooseFeeRow } from "./fee-row.ts";
import { lineOf, type OutpatientLine, type OutpatientRequest, type PricedModifier } from "./request.ts";

/** What a lookup finds; a failed one has found what came before the failure (ca 4.6). */
export interface Found {
  fee?: FeeRow;
  /** Procedure types that a request could name instead (ca 4.2). */
  otherProcedureTypes?: readonly ProcedureType[];
  otherServiceTypes?: readonly ServiceType[];
  /** Anesthesia with minutes: known as soon as the fee row is. */
  timeUnits?: Figure<Factor> | undefined;
  factor?: ConversionFactorRow;
  /** Only if the line can be priced. */
  factors?: AppliedFactors;
}

/** The factors of a price; null if the step does not apply. */
interface AppliedFactors {
  readonly modifier: Figure<Factor> | null;
  readonly cutback: Figure<Factor> | null;
  readonly familyPlanning: Figure<Factor> | null;
  readonly hospitalAddOn: Figure<Factor> | null;
}

/** A line with its rows: all that the payment rules need. */
export interface OutpatientClaim {
  readonly line: OutpatientLine;
  readonly fee: PricedFeeRow;
  readonly factor: ConversionFactorRow;
}

/** The one result of a provider row (ca 4). */
export function workOutOutpatient(
  request: OutpatientRequest,
  provider: Provider,
  pricer: RequestPricer,
): readonly Outcome<Found>[] {
  const line = lineOf(request, typeAsPriced(request, provider));
  return [
    pricer.workOut<Found>({}, (sheet, found) => {
      if (request.providerType === null) {
        sheet.assume("provider_type", line.providerType, "not sent: the provider's own type");
      }
      return payment(line, sheet, found);
    }),
  ];
}

/** The request's provider type replaces the row's own (ca 3.2). */
export function typeAsPriced({ providerType }: OutpatientRequest, provider: Provider): ProviderType {
  return providerType ?? providerTypeOf(provider);
}

/** Fee row, conversion factor, then the path that the fee row belongs to (ca 4.1 to 4.5). */
function payment(line: OutpatientLine, sheet: Sheet, found: Found): Figure | null {
  const { fee, otherProcedureTypes } = chooseFeeRow(line, sheet);
  found.fee = fee;
  found.otherProcedureTypes = otherProcedureTypes;
  found.otherServiceTypes = [];
  if (!hasPrice(fee)) throw byReport(line, fee, sheet);

  const isAnesthesia = fee.procedureType === "Anesthesia";
  if (isAnesthesia) found.timeUnits = timeUnitsOf(line.anesthesiaMinutes, sheet);
  const factor = chooseConversionFactor(fee, line, sheet, found);
  found.factor = factor;

  const claim = { line, fee, factor };
  const paid = isAnesthesia ? anesthesiaPayment(claim, sheet, found) : feeSchedulePayment(claim, sheet, found);
  if (line.emergencyRoom && !factor.emergency) {
    sheet.note("ca 4.7", words`no emergency room conversion factor is published, standard conversion factor used`);
  }
  return paid;
}

/** OP-A: unit value x conversion factor, then modifier, cutback, family planning, HOPD (ca 4.3). */
export function feeSchedulePayment(claim: OutpatientClaim, sheet: Sheet, found: Found): Figure {
  const { line, fee } = claim;
  const base = sheet.dollars("ca 4.3 step 1", baseAmount(claim, sheet));

  const modifier = line.modifier === null ? null : modifierFactor(line.modifier, claim, sheet);
  const afterModifier = modifier === null ? base : sheet.dollars("ca 4.3 step 2", times(base, modifier));

  const cutbackStep = "ca 4.3 step 3";
  const cutback = cutbackOf(claim, cutbackStep, sheet);
  const afterCutback = cutback === null ? afterModifier : sheet.dollars(cutbackStep, times(afterModifier, cutback));

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

/**
 * Whether the published Basic Rate is paid: it is the state's price if that is not unit value x factor. It does not
 * apply to a provider type's own factor, an ER factor or a child's (ca 4.3 step 1).
 */
export function paysBasicRate({ publishedBasicRate }: FeeRow, factor: ConversionFactorRow): boolean {
  return (
    publishedBasicRate !== null && factor.providerType === null && !factor.emergency && factor.ageGroup !== "child"
  );
}

/** The share of the professional or technical component (ca 4.3 step 2). */
function modifierFactor(modifier: PricedModifier, { line, fee }: OutpatientClaim, sheet: Sheet): Figure<Factor> {
  const share = componentShare(modifier, fee, sheet).called(`modifier ${modifier}`);
  if (isZero(share.value)) throw notPayable(modifier, line.code, fee, sheet);
  return share;
}

function componentShare(modifier: PricedModifier, fee: FeeRow, sheet: Sheet): Figure<Factor> {
  const fraction = sheet.figure("professional fraction", fee, "professionalFraction");
  if (fraction !== null && !isZero(sheet.parameter(mediCalProgram, "use_professional_fraction").value)) {
    if (modifier === "26") return fraction;
    const section = "ca 4.3 step 2";
    return sheet.factor(section, minus(constant(section, ONE), fraction), null, UNPRINTED);
  }
  return sheet.parameter(mediCalProgram, modifier === "26" ? "modifier_26_factor" : "modifier_tc_factor");
}

/** A modifier that pays nothing (ca 4.8 F6). */
function notPayable(modifier: PricedModifier, code: string, { procedureType }: FeeRow, sheet: Sheet): NoRate {
  return sheet.noRate("not_payable", `Modifier ${modifier} is not payable for ${code} (${procedureType}).`);
}

/** What is left after the 20% reduction; null where it does not apply (ca 4.3 step 3, ca 4.4 step 3). */
function cutbackOf(claim: OutpatientClaim, section: string, sheet: Sheet): Figure<Factor> | null {
  const { fee, line } = claim;
  if (fee.cutbackInd !== 1 || isEmergencyPricing(claim)) return null;
  if (line.providerType !== "hospital" && line.providerType !== "surgical_clinic") return null;
  const reduction = sheet.parameter(mediCalProgram, "cutback_reduction");
  return sheet.factor(section, minus(constant(section, ONE), reduction), null, UNPRINTED).called("cutback");
}

/** The add-on of a hospital outpatient department (HOPD), null where there is none (ca 4.3 step 5, ca 4.4 step 4). The caller checks that the code is eligible. */
function hospitalAddOnOf(claim: OutpatientClaim, sheet: Sheet): Figure<Factor> | null {
  if (claim.line.providerType !== "hospital" || isEmergencyPricing(claim)) return null;
  return sheet.parameter(mediCalProgram, "hopd_multiplier").called("HOPD add-on");
}

/**
 * Emergency room pricing excludes cutback and HOPD add-on: by the chosen factor, or by the request if no ER factor is
 * published.
 */
function isEmergencyPricing({ line, factor }: OutpatientClaim): boolean {
  return line.emergencyRoom || factor.emergency;
}

/** OP-B: (base + time units) x conversion factor, then cutback, HOPD; null without minutes (ca 4.4). */
export function anesthesiaPayment(claim: OutpatientClaim, sheet: Sheet, found: Found): Figure | null {
  const { line, fee, factor } = claim;
  if (line.modifier !== null) throw notPayable(line.modifier, line.code, fee, sheet);

  // Minutes were sent, but their parameter has no value: reading it again ends the calculation.
  if (line.anesthesiaMinutes !== null && found.timeUnits === undefined) {
    sheet.parameter(mediCalProgram, "anesthesia_minutes_per_unit");
  }
  const timeUnits =
    found.timeUnits ?? new MissingFigure("time units", "anesthesia_minutes not supplied", "anesthesia_minutes");
  const base = effectiveBase(claim, sheet);
  const cutbackStep = "ca 4.4 step 3";
  const cutback = cutbackOf(claim, cutbackStep, sheet);
  // The contract gives hospitals the add-on automatically, so the code's eligibility has no effect here.
  const hospitalAddOn = hospitalAddOnOf(claim, sheet);
  found.factors = { modifier: null, cutback, familyPlanning: null, hospitalAddOn };

  const formula = times(plus(base, timeUnits), sheet.figure("conversion factor", factor, "conversionFactor"));
  if (timeUnits instanceof MissingFigure) {
    sheet.unfinished("ca 4.4 step 2", formula);
    if (cutback !== null) sheet.note(cutbackStep, words`x ${cutback}`);
    if (hospitalAddOn !== null) sheet.note("ca 4.4 step 4", words`x ${hospitalAddOn}`);
    return null;
  }

  const amount = sheet.dollars("ca 4.4 step 2", formula);
  const afterCutback = cutback === null ? amount : sheet.dollars(cutbackStep, times(amount, cutback));
  return hospitalAddOn === null ? afterCutback : sheet.dollars("ca 4.4 step 4", times(afterCutback, hospitalAddOn));
}

/** Any part of 15 minutes is a time unit (ca 4.4 step 1); undefined without minutes, or while their parameter has no value. */
export function timeUnitsOf(minutes: number | null, sheet: Sheet): Figure<Factor> | undefined {
  if (minutes === null) return undefined;
  const perUnit = sheet.parameterIfAny(mediCalProgram, "anesthesia_minutes_per_unit");
  if (perUnit === null) return undefined;
  const section = "ca 4.4 step 1";
  const sent = sheet.sent("minutes", "anesthesia_minutes", whole(minutes), "units");
  return sheet.count(section, begunUnits(section, sent, perUnit), "units", UNPRINTED).called("time units");
}

/** A nurse anesthetist is paid for fewer base units, at least zero (ca 4.4 step 2). */
function effectiveBase({ line, fee }: OutpatientClaim, sheet: Sheet): Term {
  const baseUnits = sheet.figure("base units", fee, "unitValue", "units");
  if (line.providerType !== "nurse_anesthetist") return baseUnits;
  const published = sheet.parameter(mediCalProgram, "nurse_anesthetist_base_unit_reduction");
  const reduction = sheet.factor("ca 4.4 step 2", lesserOf(published, baseUnits), null, UNPRINTED);
  return minus(baseUnits, reduction.called("nurse anesthetist reduction"));
}

/** OP-C: the code is covered, its payment is set claim by claim (ca 4.5, 4.8 F7). */
function byReport({ code }: OutpatientLine, { procedureType }: FeeRow, sheet: Sheet): NoRate {
  sheet.note("ca 4.5", words`By report: no unit value is published; payment is determined per claim`);
  return sheet.noRate(
    "by_report",
    `Procedure code ${code} (${procedureType}) is priced by report: no rate is published and payment is determined per claim.`,
  );
}
