import type { Money } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, minus, times, words } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import type { Stay } from "./stay.ts";

const SECTION = "fl 5.3 step 6";

/** A share of the loss beyond the threshold; null where there is none or it cannot be told (fl 5.3 step 6). */
export function costOutlier(
  drgAmount: Figure<Money>,
  { rate, figures, totalCharges }: Stay,
  sheet: Sheet,
): Figure<Money> | null {
  if (totalCharges === null) return null;
  const ratio = sheet.figure("CCR", rate, "costToChargeRatio");
  if (ratio === null) {
    sheet.note(SECTION, words`outlier not evaluated (no CCR published)`);
    return null;
  }

  const { outlierThreshold: threshold, marginalCostPercentage } = figures;
  const cost = sheet.dollars(SECTION, times(totalCharges, ratio), { lead: "outlier: ", resultLabel: "cost" });
  const loss = sheet.dollars(SECTION, minus(cost.called("cost"), drgAmount), { resultLabel: "loss" });
  // A loss equal to the threshold earns nothing.
  const isOutlier = decide(loss, "greater", threshold);
  if (!isOutlier.outcome) {
    sheet.notApplied(loss, isOutlier, words`not above ${threshold}, not applied`);
    return null;
  }
  sheet.decided(loss, isOutlier);
  return sheet.dollars(SECTION, times(minus(loss.called("loss"), threshold), marginalCostPercentage));
}
