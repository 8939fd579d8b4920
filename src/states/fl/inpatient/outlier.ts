import { asMoney, isMore, minus, times } from "../../../money/arithmetic.ts";
import type { Money } from "../../../money/money.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { Stay } from "./stay.ts";

/** A share of the loss beyond the threshold; null where there is none or it cannot be told (fl 5.3 step 6). */
export function costOutlier(drgPayment: Money, { rate, figures, totalCharges }: Stay, sheet: Worksheet): Money | null {
  const { costToChargeRatio } = rate;
  if (totalCharges === null) return null;
  if (costToChargeRatio === null) {
    sheet.note(formula`outlier not evaluated (no CCR published)`);
    return null;
  }

  const cost = sheet.labelledStep(
    formula`outlier: total charges (${totalCharges.text}) x CCR (${costToChargeRatio})`,
    "cost",
    times(totalCharges, costToChargeRatio),
  );
  const loss = sheet.labelledStep(
    formula`cost (${cost.text}) - DRG payment (${drgPayment.text})`,
    "loss",
    minus(cost, drgPayment),
  );
  const threshold = asMoney(figures.outlierThreshold);
  if (!isMore(loss, threshold)) {
    sheet.remark(formula`not above threshold (${threshold.text}), not applied`);
    return null;
  }
  return sheet.step(
    formula`(loss (${loss.text}) - threshold (${threshold.text})) x marginal cost (${figures.marginalCostPercentage})`,
    times(minus(loss, threshold), figures.marginalCostPercentage),
  );
}
