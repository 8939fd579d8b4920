import { isMore, minus, times } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import { type Money, ZERO_DOLLARS } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { NewYorkProgram } from "../program.ts";
import type { AcuteRate, DrgWeight } from "../tables.ts";

/** What a cost outlier is evaluated with, all of it published. */
export interface OutlierFigures {
  readonly threshold: Money;
  readonly isaf: Factor;
  readonly highCostConverter: Factor;
}

export interface Outlier extends OutlierFigures {
  readonly costOfCase: Money;
  readonly adjustedThreshold: Money;
  readonly eligibleCost: Money;
  readonly hasFired: boolean;
  /** Null unless the outlier fired. */
  readonly marginalPercentage: Factor | null;
  readonly amount: Money;
}

/** The names of the figures that a cost outlier lacks. */
export interface UnpublishedFigures {
  readonly unpublished: string;
}

/** The figures of an outlier, or the names of those that are not published (ny 5.4 step 3). */
export function outlierFigures(weight: DrgWeight, rate: AcuteRate): OutlierFigures | UnpublishedFigures {
  const { costOutlierThreshold: threshold } = weight;
  const { isaf, highCostCc: highCostConverter } = rate;
  if (threshold !== null && isaf !== null && highCostConverter !== null) return { threshold, isaf, highCostConverter };

  const names: string[] = [];
  if (threshold === null) names.push("cost_outlier_threshold");
  if (isaf === null) names.push("isaf");
  if (highCostConverter === null) names.push("high_cost_cc");
  return { unpublished: names.join(", ") };
}

/** Cost above the threshold, adjusted for the hospital, is paid in part (ny 5.4 step 3). */
export function costOutlier(
  grossCharges: Money,
  figures: OutlierFigures,
  program: NewYorkProgram,
  sheet: Worksheet,
): Outlier | NoRate {
  const { threshold, isaf, highCostConverter } = figures;
  const costOfCase = sheet.step(
    formula`gross_charges (${grossCharges.text}) x high_cost_cc_used (${highCostConverter})`,
    times(grossCharges, highCostConverter),
  );
  const adjustedThreshold = sheet.step(
    formula`cost_outlier_threshold (${threshold.text}) x isaf_used (${isaf})`,
    times(threshold, isaf),
  );

  // Cost equal to the threshold is no outlier: the rule says "exceeds".
  if (!isMore(costOfCase, adjustedThreshold)) {
    sheet.note(formula`no outlier: cost does not exceed the adjusted threshold`);
    const nothing = { eligibleCost: ZERO_DOLLARS, marginalPercentage: null, amount: ZERO_DOLLARS };
    return { ...figures, costOfCase, adjustedThreshold, hasFired: false, ...nothing };
  }

  const marginalPercentage = program("outlier_marginal_pct");
  if (marginalPercentage instanceof NoRate) return marginalPercentage;
  const eligibleCost = sheet.step(
    formula`cost_of_case (${costOfCase.text}) - outlier_threshold_adjusted (${adjustedThreshold.text})`,
    minus(costOfCase, adjustedThreshold),
  );
  const amount = sheet.step(
    formula`outlier_eligible_cost (${eligibleCost.text}) x outlier_marginal_pct (${marginalPercentage})`,
    times(eligibleCost, marginalPercentage),
  );
  return { ...figures, costOfCase, adjustedThreshold, eligibleCost, hasFired: true, marginalPercentage, amount };
}
