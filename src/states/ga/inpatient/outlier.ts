import { isMore, minus, times } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { GeorgiaProgram } from "../program.ts";
import type { ShortStay } from "./short-stay.ts";
import { CHARGES_NOT_SUPPLIED, drgText, NO_COST_TO_CHARGE_RATIO, type Stay } from "./stay.ts";

/** What the cost outlier came to. */
export interface Outlier {
  /** Total charges x CCR whenever both are known. */
  readonly estimatedCost: Money | null;
  readonly addition: OutlierAddition | null;
  readonly note: string | null;
}

export interface OutlierAddition {
  readonly amount: Money;
  readonly percentage: Factor;
}

/** A cost above the DRG's threshold earns a share of the excess (ga 5.3 steps 3 and 4). */
export function costOutlier(
  { hospital, weight, totalCharges }: Stay,
  { isPaidAtCost }: ShortStay,
  program: GeorgiaProgram,
  sheet: Worksheet,
): Outlier | NoRate {
  if (totalCharges === null) return notEvaluated(CHARGES_NOT_SUPPLIED, null);
  const { ipCcr: costToChargeRatio } = hospital;
  if (costToChargeRatio === null) return notEvaluated(NO_COST_TO_CHARGE_RATIO, null);

  const estimatedCost = times(totalCharges, costToChargeRatio);
  if (isPaidAtCost) return notEvaluated("the short-stay payment is charges x CCR.", estimatedCost);
  const { costOutlierThreshold: threshold } = weight;
  if (threshold === null) {
    return notEvaluated(`no outlier threshold is published for APR-DRG ${drgText(weight)}.`, estimatedCost);
  }
  // A cost equal to the threshold earns nothing: the contract says "exceeds".
  if (!isMore(estimatedCost, threshold)) return { estimatedCost, addition: null, note: null };

  const percentage = program("outlier_payment_percentage");
  if (percentage instanceof NoRate) return percentage;
  const amount = sheet.namedStep(
    formula`outlier: charges (${totalCharges}) x CCR (${costToChargeRatio}) = estimated cost (${estimatedCost}), (estimated cost (${estimatedCost}) - threshold (${threshold})) x outlier percentage (${percentage})`,
    "outlier",
    times(minus(estimatedCost, threshold), percentage),
  );
  return { estimatedCost, addition: { amount, percentage }, note: null };
}

function notEvaluated(why: string, estimatedCost: Money | null): Outlier {
  return { estimatedCost, addition: null, note: `Cost outlier not evaluated: ${why}` };
}
