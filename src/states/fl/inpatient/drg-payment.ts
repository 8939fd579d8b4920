import { ONE } from "../../../core/money/arithmetic.ts";
import type { Factor } from "../../../core/money/factor.ts";
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
  words,
} from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import { type DrgRate, type DrgWeight, floridaProgram, type ParameterName } from "../tables.ts";
import type { TraumaClass } from "../values.ts";

/** A stay with its rows and figures. */
export interface Stay {
  readonly weight: DrgWeight;
  readonly rate: DrgRate;
  readonly figures: CaseFigures;
  readonly isChild: boolean;
  readonly isTransfer: boolean;
  /** Null: not sent, and no average is published. */
  readonly lengthOfStay: Figure<Factor> | null;
  readonly totalCharges: Figure<Money> | null;
}

/** The program-wide figures that apply to a case. */
export interface CaseFigures {
  readonly statewideBaseRate: Figure<Money>;
  readonly serviceAdjustor: Figure<Factor>;
  readonly outlierThreshold: Figure<Money>;
  readonly marginalCostPercentage: Figure<Factor>;
  /** Null where the hospital is no trauma center. */
  readonly traumaPercentage: Figure<Factor> | null;
}

export interface DrgFound {
  /** Only if the stay can be priced. */
  paid?: PaidStay;
}

/** What a stay is paid by, each part null where there is none. */
export interface PaidStay {
  readonly stay: Stay;
  readonly adjustors: Adjustors;
  readonly basePayment: Figure<Money>;
  readonly transfer: Transfer | null;
  readonly traumaEnhancement: Figure<Money> | null;
  readonly childrensAddOn: Figure<Money> | null;
  readonly outlier: Figure<Money> | null;
  readonly chargeCapApplied: boolean;
}

/** Base payment, transfer, trauma, children's add-on, outlier, charge cap (fl 5.3). */
export function drgPayment(stay: Stay, sheet: Sheet, found: DrgFound): Figure<Money> {
  const { figures, weight } = stay;
  const adjustors = adjustorsOf(stay, sheet);
  const relativeWeight = sheet.figure("relative weight", weight, "relativeWeight");
  const basePayment = sheet.dollars("fl 5.3 step 2", times(figures.statewideBaseRate, relativeWeight, adjustors.max));

  const transfer = transferAdjustment(basePayment, stay, sheet);
  const drgAmount = (transfer?.amount ?? basePayment).called("DRG payment");
  const trauma = traumaEnhancement(drgAmount, stay, sheet);
  const addOn = childrensAddOn(stay, sheet);
  const outlier = costOutlier(drgAmount, stay, sheet);
  const total = totalOf(drgAmount, trauma, addOn, outlier, sheet);
  const capped = chargeCap(total, stay, sheet);

  found.paid = {
    stay,
    adjustors,
    basePayment,
    transfer,
    traumaEnhancement: trauma,
    childrensAddOn: addOn,
    outlier,
    chargeCapApplied: capped !== null,
  };
  return capped ?? total;
}

const TRAUMA_PARAMETERS: Readonly<Record<TraumaClass, ParameterName>> = {
  "Level I": "trauma_level_i",
  "Level II": "trauma_level_ii",
  Pediatric: "trauma_pediatric",
};

/** The figures of a case; the first that has no value on the day ends the calculation (fl 5.2 step 4). */
export function figuresOf(
  weight: DrgWeight,
  { traumaClass }: Pick<DrgRate, "traumaClass">,
  isChild: boolean,
  sheet: Sheet,
): CaseFigures {
  const service = isNeonatal(weight) ? "service_adjustor_neonatal" : "service_adjustor_default";
  const share = isSevereChildCase(weight, isChild) ? "marginal_cost_pct_high" : "marginal_cost_pct";
  return {
    statewideBaseRate: sheet.dollarParameter(floridaProgram, "drg_base_rate").called("statewide base rate"),
    serviceAdjustor: sheet.parameter(floridaProgram, service).called("service adjustor"),
    outlierThreshold: sheet.dollarParameter(floridaProgram, "outlier_threshold").called("threshold"),
    marginalCostPercentage: sheet.parameter(floridaProgram, share).called("marginal cost"),
    traumaPercentage:
      traumaClass === null ? null : sheet.parameter(floridaProgram, TRAUMA_PARAMETERS[traumaClass]).called(traumaClass),
  };
}

/** Newborns in intensive care, with or without `child_patient` (fl 5.3 step 1). */
function isNeonatal({ pediatricServiceLine }: Pick<DrgWeight, "pediatricServiceLine">): boolean {
  return isLine(pediatricServiceLine, "neonatal");
}

/** Newborns of every kind: the healthy ones have a service line too (fl 2.7). */
export function isNewborn({ pediatricServiceLine }: Pick<DrgWeight, "pediatricServiceLine">): boolean {
  return isLine(pediatricServiceLine, "neonatal", "normal newborn");
}

/** A severe case of a line whose outliers are paid the higher percentage (fl 5.3 step 6). */
function isSevereChildCase(weight: DrgWeight, isChild: boolean): boolean {
  const lineUsed = isChild ? weight.pediatricServiceLine : weight.adultServiceLine;
  return weight.soi >= 3 && isLine(lineUsed, "neonatal", "pediatric", "transplant pediatric");
}

/** The state's spelling of a service line varies in case (fl 2.7). */
function isLine(line: string | null, ...names: readonly string[]): boolean {
  return line !== null && names.includes(line.toLowerCase());
}

interface Adjustors {
  readonly service: Figure<Factor>;
  /** Null for adults, and where none is published. */
  readonly age: Figure<Factor> | null;
  readonly provider: Figure<Factor> | null;
  readonly max: Figure<Factor>;
}

/** One adjustor is paid, the largest; on a tie service, then age, then provider (fl 5.3 step 1). */
export function adjustorsOf({ weight, rate, figures, isChild }: Stay, sheet: Sheet): Adjustors {
  const service = figures.serviceAdjustor;
  const age = isChild ? sheet.figure("age adjustor", weight, "ageAdjustor") : null;
  const provider = sheet.figure("provider adjustor", rate, "providerAdjustor");

  const first: Largest = { adjustor: service, source: "service" };
  const ofServiceAndAge = largerOf(first, age, "age", sheet);
  const { adjustor, source } = largerOf(ofServiceAndAge, provider, "provider", sheet);
  return { service, age, provider, max: adjustor.called("max adjustor", `, ${source}`) };
}

/** The largest adjustor so far, and its source as the formula prints it. */
interface Largest {
  readonly adjustor: Figure<Factor>;
  readonly source: "service" | "age" | "provider";
}

function largerOf(largest: Largest, other: Figure<Factor> | null, source: Largest["source"], sheet: Sheet): Largest {
  if (other === null) return largest;
  const isLarger = decide(other, "greater", largest.adjustor);
  const larger = sheet.factor("fl 5.3 step 1", greaterOf(largest.adjustor, other), null, UNPRINTED);
  sheet.decided(larger, isLarger);
  return isLarger.outcome ? { adjustor: larger, source } : largest;
}

interface Transfer {
  readonly amount: Figure<Money>;
  readonly applied: boolean;
}

/**
 * A transfer is paid by the day, the day of transfer counted, up to the full payment (fl 5.3 step 3).
 * Null where it is not evaluated: the weight may already be that of a transferred newborn, or no
 * average stay is published.
 */
function transferAdjustment(basePayment: Figure<Money>, stay: Stay, sheet: Sheet): Transfer | null {
  const section = "fl 5.3 step 3";
  const { weight, isTransfer } = stay;
  if (!isTransfer) return null;
  if (weight.transferExempt) {
    sheet.note(section, `transfer not applied (APR-DRG ${weight.drg} is exempt)`);
    return null;
  }
  const average = sheet.figure("mean LOS", weight, "meanLos", "days");
  if (average === null) {
    sheet.note(section, words`transfer not evaluated (no mean LOS published)`);
    return null;
  }

  const perDiem = sheet.dollars(section, over(basePayment.called("base payment"), average), {
    lead: "transfer: ",
    resultLabel: "per diem",
  });
  // If an average is published there is a length of stay, sent or not.
  const days = plus(stay.lengthOfStay as Figure<Factor>, constant(section, ONE, "days"));
  const byTheDay = sheet.dollars(section, times(perDiem.called("per diem"), days));
  const isLess = decide(byTheDay, "less", basePayment);
  if (isLess.outcome) {
    sheet.decided(byTheDay, isLess);
    return { amount: byTheDay, applied: true };
  }
  sheet.notApplied(byTheDay, isLess, words`not less than base payment, not applied`);
  return { amount: basePayment, applied: false };
}

/** A trauma center's share on top of the DRG payment; null where the hospital is none (fl 5.3 step 4). */
function traumaEnhancement(drgAmount: Figure<Money>, { figures }: Stay, sheet: Sheet): Figure<Money> | null {
  const { traumaPercentage } = figures;
  if (traumaPercentage === null) return null;
  return sheet.dollars("fl 5.3 step 4", times(drgAmount, traumaPercentage), { lead: "trauma enhancement: " });
}

/** The hospital's average add-on, scaled by this case's weight over its casemix; null without one (fl 5.3 step 5). */
function childrensAddOn({ rate, weight }: Stay, sheet: Sheet): Figure<Money> | null {
  const average = sheet.figure("add-on", rate, "childrensAddon");
  if (average === null) return null;
  const casemix = sheet.figure("casemix", rate, "casemix");
  const scaled =
    casemix === null
      ? average
      : over(times(average, sheet.figure("relative weight", weight, "relativeWeight")), casemix);
  return sheet.dollars("fl 5.3 step 5", scaled, { lead: "children's add-on: " });
}

/** A share of the loss beyond the threshold; null where there is none or it cannot be evaluated (fl 5.3 step 6). */
function costOutlier(
  drgAmount: Figure<Money>,
  { rate, figures, totalCharges }: Stay,
  sheet: Sheet,
): Figure<Money> | null {
  const section = "fl 5.3 step 6";
  if (totalCharges === null) return null;
  const ratio = sheet.figure("CCR", rate, "costToChargeRatio");
  if (ratio === null) {
    sheet.note(section, words`outlier not evaluated (no CCR published)`);
    return null;
  }

  const { outlierThreshold: threshold, marginalCostPercentage } = figures;
  const cost = sheet.dollars(section, times(totalCharges, ratio), { lead: "outlier: ", resultLabel: "cost" });
  const loss = sheet.dollars(section, minus(cost.called("cost"), drgAmount), { resultLabel: "loss" });
  // A loss equal to the threshold earns nothing.
  const isOutlier = decide(loss, "greater", threshold);
  if (!isOutlier.outcome) {
    sheet.notApplied(loss, isOutlier, words`not above ${threshold}, not applied`);
    return null;
  }
  sheet.decided(loss, isOutlier);
  return sheet.dollars(section, times(minus(loss.called("loss"), threshold), marginalCostPercentage));
}

/** The sum of the parts there are, written down when there is more than one (fl 5.3 step 7). */
function totalOf(
  drgAmount: Figure<Money>,
  trauma: Figure<Money> | null,
  addOn: Figure<Money> | null,
  outlier: Figure<Money> | null,
  sheet: Sheet,
): Figure<Money> {
  const further = [
    trauma?.called("trauma enhancement"),
    addOn?.called("children's add-on"),
    outlier?.called("outlier"),
  ].filter((part) => part !== undefined);
  return further.length === 0
    ? drgAmount
    : sheet.dollars("fl 5.3 step 7", plus(drgAmount, ...further), { lead: "total: " });
}

/** The charges when they are less than the whole payment, add-ons included; null otherwise (fl 5.3 step 8). */
function chargeCap(total: Figure<Money>, { totalCharges }: Stay, sheet: Sheet): Figure<Money> | null {
  const section = "fl 5.3 step 8";
  if (totalCharges === null) {
    sheet.note(section, words`outlier and charge cap not evaluated (total_charges not supplied)`);
    return null;
  }
  const bites = decide(total, "greater", totalCharges);
  const lesser = lesserOf(total, totalCharges);
  if (bites.outcome) {
    const capped = sheet.dollars(section, lesser, { lead: "charge cap: ", shown: words`${totalCharges}` });
    sheet.decided(capped, bites);
    return capped;
  }
  sheet.notApplied(sheet.dollars(section, lesser, UNPRINTED), bites);
  return null;
}
