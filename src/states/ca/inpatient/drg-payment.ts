import { negative, ONE } from "../../../core/money/arithmetic.ts";
import { type Factor, whole } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import {
  constant,
  type Figure,
  greaterOf,
  lesserOf,
  minus,
  over,
  plus,
  times,
  type Wording,
  words,
} from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import { type DrgWeight, type HospitalRate, mediCalProgram } from "../tables.ts";
import type { InpatientRequest } from "./request.ts";

/** A stay with its rows. */
export interface Stay {
  readonly hospital: HospitalRate;
  readonly weight: DrgWeight;
  readonly paymentRelativeWeight: Figure<Factor>;
  readonly lengthOfStay: Figure<Factor>;
  /** Null: not sent, so charges are estimated. */
  readonly totalCharges: Money | null;
  readonly isTransfer: boolean;
}

export interface DrgFound {
  /** Only if the stay can be priced. */
  paid?: PaidStay;
}

interface PaidStay {
  readonly basePayment: Figure<Money>;
  readonly lengthOfStay: Figure<Factor>;
  readonly charges: Charges;
  readonly chargeCapApplied: boolean;
  /** Null for a stay that is paid by its DRG. */
  readonly interimPerDiem: Figure<Money> | null;
  /** Null for an interim claim. */
  readonly drg: DrgAdjustments | null;
}

/** The outlier rule is the effective one: the low-side rule when that fired. */
interface DrgAdjustments extends OutlierRule {
  readonly transfer: Transfer | null;
  readonly outlier: Outlier | null;
}

/** IP-A: base x weight, then transfer, outlier, charge cap (ca 5.4). */
export function drgPayment(stay: Stay, sheet: Sheet, found: DrgFound): Figure<Money> {
  const highSide: OutlierRule = {
    threshold: sheet.dollarParameter(mediCalProgram, "outlier_threshold").called("outlier threshold"),
    marginalCostPercentage: sheet
      .parameter(mediCalProgram, "marginal_cost_percentage")
      .called("marginal cost percentage"),
  };
  const basePayment = basePaymentOf(stay, sheet, {});
  const transfer = stay.isTransfer ? transferAdjustment(basePayment, stay, sheet) : null;
  const drgAmount = transfer?.amount ?? basePayment;

  const charges = chargesOf(stay, drgAmount, sheet);
  const outlier = charges.source === "estimated" ? null : outlierOf(drgAmount, charges.estimatedCost, highSide, sheet);
  const beforeCap = outlier?.payment ?? drgAmount;
  const capped = cappedPayment(beforeCap, charges, sheet);

  found.paid = {
    basePayment,
    lengthOfStay: stay.lengthOfStay,
    charges,
    chargeCapApplied: capped !== null,
    interimPerDiem: null,
    drg: { transfer, outlier, ...(outlier?.rule ?? highSide) },
  };
  return capped ?? beforeCap;
}

/** IP-B: per diem x days, then the charge cap; no transfer, no outlier (ca 5.5). */
export function interimPayment(stay: Stay, sheet: Sheet, found: DrgFound): Figure<Money> {
  const perDiem = sheet.dollarParameter(mediCalProgram, "interim_per_diem").called("interim per diem");
  const beforeCap = sheet.dollars("ca 5.5", times(perDiem, stay.lengthOfStay));
  const charges = chargesOf(stay, beforeCap, sheet);
  const capped = cappedPayment(beforeCap, charges, sheet);
  if (stay.isTransfer) sheet.note("ca 5.5", words`transfer_claim has no effect on an interim claim`);

  found.paid = {
    // Shown for reference: an interim claim is not paid by it.
    basePayment: basePaymentOf(stay, sheet, UNPRINTED),
    lengthOfStay: stay.lengthOfStay,
    charges,
    chargeCapApplied: capped !== null,
    interimPerDiem: perDiem,
    drg: null,
  };
  return capped ?? beforeCap;
}

const ADJUSTOR_COLUMNS = {
  A: "policyAdjustorA",
  B: "policyAdjustorB",
  C: "policyAdjustorC",
  D: "policyAdjustorD",
} as const;

export interface PolicyAdjustor {
  readonly letter: keyof typeof ADJUSTOR_COLUMNS;
  readonly value: Figure<Factor>;
  readonly paymentRelativeWeight: Figure<Factor>;
}

/** The product is used and shown with all its digits. */
const EXACT = null;

/** The policy adjustor by age and NICU designation, and the weight it gives (ca 5.3). */
export function policyAdjustorOf(
  weight: DrgWeight,
  { designatedNicu }: HospitalRate,
  isChild: boolean,
  sheet: Sheet,
): PolicyAdjustor {
  const letter = isChild ? (designatedNicu ? "D" : "C") : designatedNicu ? "B" : "A";
  const value = sheet.figure(`policy adjustor ${letter}`, weight, ADJUSTOR_COLUMNS[letter]);
  const adjusted = times(sheet.figure("casemix weight", weight, "casemixWeight"), value);
  const paymentRelativeWeight = sheet.factor("ca 5.3", adjusted, EXACT, UNPRINTED);
  return { letter, value, paymentRelativeWeight: paymentRelativeWeight.called("payment relative weight") };
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

/** Base rate x weight x casemix adjustment (ca 5.4 step 2). */
function basePaymentOf(
  { hospital, paymentRelativeWeight }: Stay,
  sheet: Sheet,
  wording: Wording | null,
): Figure<Money> {
  const formula = times(
    sheet.figure("DRG base rate", hospital, "drgBaseRate"),
    paymentRelativeWeight,
    sheet.figure("casemix adjustment factor", hospital, "casemixAdjustmentFactor"),
  );
  return sheet.dollars("ca 5.4 step 2", formula, wording);
}

interface Transfer {
  readonly amount: Figure<Money>;
  readonly applied: boolean;
}

/** A transfer is paid by the day, the day of transfer counted, up to the full payment (ca 5.4 step 3). */
function transferAdjustment(basePayment: Figure<Money>, { lengthOfStay, weight }: Stay, sheet: Sheet): Transfer {
  const section = "ca 5.4 step 3";
  const days = plus(lengthOfStay, constant(section, ONE, "days"));
  const average = sheet.figure("national average LOS", weight, "nationalAverageLos", "days");
  const byTheDay = sheet.dollars(section, over(times(basePayment, days), average));
  const isLess = decide(byTheDay, "less", basePayment);
  const amount = sheet.dollars(section, lesserOf(byTheDay, basePayment));
  sheet.decided(amount, isLess);
  return { amount, applied: isLess.outcome };
}

interface Charges {
  readonly total: Figure<Money>;
  readonly source: "actual" | "estimated";
  readonly estimatedCost: Figure<Money>;
}

const CHARGES = "ca 5.4 step 4";

/** Charges sent or estimated, and their cost (ca 5.4 step 4). */
function chargesOf(stay: Stay, payment: Figure<Money>, sheet: Sheet): Charges {
  const total = totalChargesOf(stay, payment, sheet).called("total charges");
  const ratio = sheet.figure("cost-to-charge ratio", stay.hospital, "costToChargeRatio");
  const estimatedCost = sheet.dollars(CHARGES, times(total, ratio), UNPRINTED).called("estimated cost");
  return { total, source: stay.totalCharges === null ? "estimated" : "actual", estimatedCost };
}

/** Charges that were not sent are estimated at the hospital's break-even: they create neither an outlier nor a cap. */
function totalChargesOf({ totalCharges, hospital }: Stay, payment: Figure<Money>, sheet: Sheet): Figure<Money> {
  if (totalCharges !== null) return sheet.sent("total charges", "total_charges", totalCharges, "dollars");
  const ratio = sheet.figure("cost-to-charge ratio", hospital, "costToChargeRatio");
  const total = sheet.dollars(CHARGES, over(payment, ratio), UNPRINTED);
  sheet.assume("total_charges", total.value.text, "not sent: estimated as those at which the hospital breaks even");
  return total;
}

/** The figures of an outlier rule: how large a loss or gain must be, and the share of the rest. */
interface OutlierRule {
  readonly threshold: Figure<Money>;
  readonly marginalCostPercentage: Figure<Factor>;
}

interface Outlier {
  readonly payment: Figure<Money>;
  /** As the result shows it: negative on the low side. */
  readonly adjustment: string;
  readonly rule: OutlierRule;
}

/**
 * A loss above the threshold earns a share of the excess (ca 5.4 step 5). Otherwise a gain above the low-side threshold
 * returns a share, if the program has one on the day (ca 5.4 step 6). Null if neither applies.
 */
function outlierOf(payment: Figure<Money>, cost: Figure<Money>, highSide: OutlierRule, sheet: Sheet): Outlier | null {
  const highSection = "ca 5.4 step 5";
  const increase = outlierShare(highSection, cost, payment, highSide, sheet);
  if (increase !== null) {
    const increased = sheet.dollars(highSection, plus(payment, increase));
    return { payment: increased, adjustment: increase.value.text, rule: highSide };
  }

  const threshold = sheet.dollarParameterIfAny(mediCalProgram, "low_side_outlier_threshold");
  const share = sheet.parameterIfAny(mediCalProgram, "low_side_marginal_cost_percentage");
  if (threshold === null || share === null) return null;
  const rule = {
    threshold: threshold.called("low-side outlier threshold"),
    marginalCostPercentage: share.called("marginal cost percentage"),
  };
  const lowSection = "ca 5.4 step 6";
  const reduction = outlierShare(lowSection, payment, cost, rule, sheet);
  if (reduction === null) return null;
  const reduced = sheet.dollars(lowSection, minus(payment, reduction));
  return { payment: reduced, adjustment: negative(reduction.value).text, rule };
}

/** The share of a difference beyond the threshold; null for one equal to it: the page says "exceeds". */
function outlierShare(
  section: string,
  more: Figure<Money>,
  less: Figure<Money>,
  { threshold, marginalCostPercentage }: OutlierRule,
  sheet: Sheet,
): Figure<Money> | null {
  const difference = sheet.dollars(section, minus(more, less), UNPRINTED);
  const isOutlier = decide(difference, "greater", threshold);
  if (!isOutlier.outcome) {
    sheet.notApplied(difference, isOutlier);
    return null;
  }
  sheet.decided(difference, isOutlier);
  return sheet.dollars(section, times(minus(more, less, threshold), marginalCostPercentage));
}

/** The lesser of the payment and the charges sent (ca 5.4 step 7); null if the cap does not apply. */
function cappedPayment(payment: Figure<Money>, charges: Charges, sheet: Sheet): Figure<Money> | null {
  if (charges.source === "estimated") return null;
  const section = "ca 5.4 step 7";
  const bites = decide(payment, "greater", charges.total);
  const lesser = lesserOf(payment, charges.total);
  if (bites.outcome) {
    const capped = sheet.dollars(section, lesser, { lead: "charge cap: " });
    sheet.decided(capped, bites);
    return capped;
  }
  sheet.notApplied(sheet.dollars(section, lesser, UNPRINTED), bites);
  return null;
}
