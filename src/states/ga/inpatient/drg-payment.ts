import { type Factor, whole } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import {
  type Decision,
  type Figure,
  lesserOf,
  minus,
  plus,
  times,
  words,
} from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import { addOnMultiplier } from "../providers.ts";
import { type DrgWeight, georgiaProgram, type HospitalInpatientRate, type Provider } from "../tables.ts";
import type { InpatientRequest } from "./request.ts";

export interface DrgFound {
  /** Only if the stay can be priced. */
  paid?: PaidStay;
}

/** What a stay is paid by, step by step (ga 5.3). */
export interface PaidStay {
  readonly basePayment: Figure<Money>;
  readonly shortStay: ShortStay;
  readonly outlier: Outlier;
  readonly preAddOnSubtotal: Figure<Money>;
  readonly addOn: Figure<Factor>;
}

/** A stay with its rows. */
interface Stay {
  readonly hospital: HospitalInpatientRate;
  readonly weight: DrgWeight;
  /** Null: not sent, so no short stay is evaluated. */
  readonly lengthOfStay: Figure<Factor> | null;
  /** Null: not sent, so neither short stay nor outlier can be evaluated. */
  readonly charges: Figure<Money> | null;
  /** Null: not published, so neither short stay nor outlier can be evaluated. */
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

/** Base rate x weight, then short stay, cost outlier and add-on (ga 5.3). */
export function drgPayment(stay: Stay, provider: Provider, sheet: Sheet, found: DrgFound): Figure<Money> {
  const basePayment = basePaymentOf(stay, provider, sheet);
  const short = shortStay(stay, basePayment, sheet);
  const outlier = costOutlier(stay, short, sheet);
  const preAddOnSubtotal = subtotalOf(short, outlier, sheet);

  const addOn = addOnMultiplier(provider, sheet);
  const payment = sheet.dollars("ga 5.3 step 6", times(preAddOnSubtotal.called("subtotal"), addOn));
  found.paid = { basePayment, shortStay: short, outlier, preAddOnSubtotal, addOn };
  return payment;
}

/** The first step. The inpatient result has no campus field, so its line names the campus (ga 5.3 step 1). */
function basePaymentOf({ hospital, weight }: Stay, { campusName }: Provider, sheet: Sheet): Figure<Money> {
  const formula = times(
    sheet.figure("base rate", hospital, "ipBaseRate"),
    sheet.figure("relative weight", weight, "relativeWeight"),
  );
  return sheet.dollars("ga 5.3 step 1", formula, {
    lead: campusName === null ? "" : `campus ${campusName}: `,
    resultName: "base payment",
  });
}

interface ShortStay {
  readonly perCase: Figure<Money>;
  /** Charges x CCR; null if the lesser-of was not evaluated. */
  readonly lesserOf: { readonly ccrBasedPayment: Figure<Money>; readonly isPaidAtCost: Decision } | null;
  readonly note: string | null;
}

const SHORT_STAY_STEP = "ga 5.3 step 2";

/** A stay of fewer than 2 days is paid the lesser of the base payment and its cost (ga 5.3 step 2). */
function shortStay(stay: Stay, basePayment: Figure<Money>, sheet: Sheet): ShortStay {
  const { weight, lengthOfStay, charges, costToChargeRatio } = stay;
  const standard = (note: string | null) => ({ perCase: basePayment, lesserOf: null, note });

  if (weight.shortStayExempt) return standard(`APR-DRG ${drgText(weight)} is exempt from short-stay pricing.`);
  if (lengthOfStay === null) {
    if (costToChargeRatio !== null) {
      sheet.assume("length_of_stay", "none", "not sent: no short stay is evaluated");
    }
    return standard(null);
  }

  const days = sheet.parameter(georgiaProgram, "short_stay_days", "days").called("short stay days");
  const isShort = decide(lengthOfStay, "less", days);
  if (!isShort.outcome) return standard(null);

  if (charges === null) {
    if (costToChargeRatio !== null) assumeNoCharges("no short stay is evaluated", sheet);
    return standard(`Short-stay lesser-of not evaluated: ${CHARGES_NOT_SUPPLIED}`);
  }
  if (costToChargeRatio === null) return standard(`Short-stay lesser-of not evaluated: ${NO_COST_TO_CHARGE_RATIO}`);

  const cost = times(charges, costToChargeRatio);
  const ccrBasedPayment = sheet.dollars(SHORT_STAY_STEP, cost, UNPRINTED);
  sheet.decided(ccrBasedPayment, isShort);
  const isPaidAtCost = decide(ccrBasedPayment, "less", basePayment);
  const perCase = sheet.dollars(SHORT_STAY_STEP, lesserOf(basePayment.called("base payment"), ccrBasedPayment), {
    lead: words`short stay: ${cost} = ${ccrBasedPayment}, `,
    resultName: "per-case payment",
  });
  sheet.decided(perCase, isPaidAtCost);
  return { perCase, lesserOf: { ccrBasedPayment, isPaidAtCost }, note: null };
}

interface Outlier {
  /** Total charges x CCR whenever both are known. */
  readonly estimatedCost: Figure<Money> | null;
  readonly addition: { readonly amount: Figure<Money>; readonly percentage: Figure<Factor> } | null;
  readonly note: string | null;
}

/** A cost above the DRG's threshold earns a share of the excess (ga 5.3 steps 3 and 4). */
function costOutlier(
  { weight, charges, costToChargeRatio }: Stay,
  { lesserOf }: Pick<ShortStay, "lesserOf">,
  sheet: Sheet,
): Outlier {
  if (charges === null) {
    if (costToChargeRatio !== null && weight.costOutlierThreshold !== null) {
      assumeNoCharges("no outlier is evaluated", sheet);
    }
    return notEvaluated(CHARGES_NOT_SUPPLIED);
  }
  if (costToChargeRatio === null) return notEvaluated(NO_COST_TO_CHARGE_RATIO);

  const cost = times(charges, costToChargeRatio);
  const estimatedCost = sheet.dollars("ga 5.3 step 3", cost, UNPRINTED).called("estimated cost");
  const withoutAddition = (decision: Decision | null, note: string | null): Outlier => {
    sheet.notApplied(estimatedCost, decision);
    return { estimatedCost, addition: null, note };
  };

  if (lesserOf?.isPaidAtCost.outcome) {
    return withoutAddition(lesserOf.isPaidAtCost, noteOf("the short-stay payment is charges x CCR."));
  }
  const threshold = sheet.figure("threshold", weight, "costOutlierThreshold");
  if (threshold === null) {
    return withoutAddition(null, noteOf(`no outlier threshold is published for APR-DRG ${drgText(weight)}.`));
  }
  // A cost equal to the threshold earns nothing: the contract says "exceeds".
  const isOutlier = decide(estimatedCost, "greater", threshold);
  if (!isOutlier.outcome) return withoutAddition(isOutlier, null);

  const percentage = sheet.parameter(georgiaProgram, "outlier_payment_percentage").called("outlier percentage");
  const amount = sheet.dollars("ga 5.3 step 4", times(minus(estimatedCost, threshold), percentage), {
    lead: words`outlier: ${cost} = ${estimatedCost}, `,
    resultName: "outlier",
  });
  sheet.decided(amount, isOutlier);
  return { estimatedCost, addition: { amount, percentage }, note: null };
}

function notEvaluated(why: string): Outlier {
  return { estimatedCost: null, addition: null, note: noteOf(why) };
}

function noteOf(why: string): string {
  return `Cost outlier not evaluated: ${why}`;
}

/** Why a rule that needs the cost of a stay was not evaluated. */
const CHARGES_NOT_SUPPLIED = "total_charges not supplied.";
const NO_COST_TO_CHARGE_RATIO = "no cost-to-charge ratio is published for the hospital.";

/** Records what missing charges leave out, if charges could have added it. */
function assumeNoCharges(consequence: string, sheet: Sheet): void {
  sheet.assume("total_charges", "none", `not sent: ${consequence}`);
}

/** The per-case payment and what the outlier adds (ga 5.3 step 5). */
function subtotalOf({ perCase }: ShortStay, { addition }: Outlier, sheet: Sheet): Figure<Money> {
  if (addition === null) return perCase;
  const formula = plus(perCase.called("per-case payment"), addition.amount.called("outlier"));
  return sheet.dollars("ga 5.3 step 5", formula, { resultName: "subtotal" });
}
