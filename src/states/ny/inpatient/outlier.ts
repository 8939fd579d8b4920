import type { Factor } from "../../../core/money/factor.ts";
import { type Money, ZERO_DOLLARS } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { constant, type Figure, greaterOf, minus, times, words } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import { newYorkProgram } from "../program.ts";
import type { AcuteRate, DrgWeight } from "../tables.ts";

/** What a cost outlier is evaluated with, all of it published. */
interface OutlierFigures {
  readonly threshold: Figure<Money>;
  readonly isaf: Figure<Factor>;
  readonly highCostConverter: Figure<Factor>;
}

export interface Outlier extends OutlierFigures {
  readonly costOfCase: Figure<Money>;
  readonly adjustedThreshold: Figure<Money>;
  readonly eligibleCost: Figure<Money>;
  readonly hasFired: boolean;
  /** Null unless the outlier fired. */
  readonly marginalPercentage: Figure<Factor> | null;
  readonly amount: Figure<Money>;
}

/** The names of the figures that a cost outlier lacks. */
export interface UnpublishedFigures {
  readonly unpublished: string;
}

const SECTION = "ny 5.4 step 3";

/** The figures of an outlier, or the names of those that are not published (ny 5.4 step 3). */
export function outlierFigures(weight: DrgWeight, rate: AcuteRate, sheet: Sheet): OutlierFigures | UnpublishedFigures {
  const threshold = sheet.figure("cost_outlier_threshold", weight, "costOutlierThreshold");
  const isaf = sheet.figure("isaf_used", rate, "isaf");
  const highCostConverter = sheet.figure("high_cost_cc_used", rate, "highCostCc");
  if (threshold !== null && isaf !== null && highCostConverter !== null) return { threshold, isaf, highCostConverter };

  const names: string[] = [];
  if (threshold === null) names.push("cost_outlier_threshold");
  if (isaf === null) names.push("isaf");
  if (highCostConverter === null) names.push("high_cost_cc");
  return { unpublished: names.join(", ") };
}

/** Cost above the threshold, adjusted for the hospital, is paid in part (ny 5.4 step 3). */
export function costOutlier(grossCharges: Money, figures: OutlierFigures, sheet: Sheet): Outlier {
  const charges = sheet.sent("gross_charges", "gross_charges", grossCharges, "dollars");
  const costOfCase = sheet.dollars(SECTION, times(charges, figures.highCostConverter)).called("cost_of_case");
  const adjustedThreshold = sheet
    .dollars(SECTION, times(figures.threshold, figures.isaf))
    .called("outlier_threshold_adjusted");
  const evaluated = { ...figures, costOfCase, adjustedThreshold };

  // Cost equal to the threshold is no outlier: the rule says "exceeds".
  const exceeds = decide(costOfCase, "greater", adjustedThreshold);
  const excess = minus(costOfCase, adjustedThreshold);
  if (!exceeds.outcome) {
    const nothing = sheet.dollars(SECTION, greaterOf(constant(SECTION, ZERO_DOLLARS, "dollars"), excess), UNPRINTED);
    sheet.notApplied(nothing, exceeds);
    sheet.note(SECTION, words`no outlier: cost does not exceed the adjusted threshold`);
    return { ...evaluated, hasFired: false, eligibleCost: nothing, marginalPercentage: null, amount: nothing };
  }

  const marginalPercentage = sheet.parameter(newYorkProgram, "outlier_marginal_pct");
  const eligibleCost = sheet.dollars(SECTION, excess).called("outlier_eligible_cost");
  sheet.decided(eligibleCost, exceeds);
  const amount = sheet.dollars(SECTION, times(eligibleCost, marginalPercentage)).called("outlier_amount");
  return { ...evaluated, hasFired: true, eligibleCost, marginalPercentage, amount };
}
