import type { Factor } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Decision, type Figure, minus, times, words } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import { georgiaProgram } from "../program.ts";
import type { ShortStay } from "./short-stay.ts";
import { assumeNoCharges, CHARGES_NOT_SUPPLIED, drgText, NO_COST_TO_CHARGE_RATIO, type Stay } from "./stay.ts";

/** What the cost outlier came to. */
export interface Outlier {
  /** Total charges x CCR whenever both are known. */
  readonly estimatedCost: Figure<Money> | null;
  readonly addition: OutlierAddition | null;
  readonly note: string | null;
}

interface OutlierAddition {
  readonly amount: Figure<Money>;
  readonly percentage: Figure<Factor>;
}

const SECTION = "ga 5.3 step 4";

/** A cost above the DRG's threshold earns a share of the excess (ga 5.3 steps 3 and 4). */
export function costOutlier(
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
  const amount = sheet.dollars(SECTION, times(minus(estimatedCost, threshold), percentage), {
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
