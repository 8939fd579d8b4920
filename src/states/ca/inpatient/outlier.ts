import { negative } from "../../../core/money/arithmetic.ts";
import type { Factor } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, minus, plus, type Term, times } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";

/** The figures of an outlier rule: how large a loss or gain must be, and the share of the rest. */
export interface OutlierRule {
  readonly threshold: Figure<Money>;
  readonly marginalCostPercentage: Figure<Factor>;
}

export interface Outlier {
  readonly payment: Figure<Money>;
  /** As the result shows it: negative on the low side. */
  readonly adjustment: string;
  readonly rule: OutlierRule;
}

/** A loss above the threshold earns a share of the rest (ca 5.4 step 5); null when it does not fire. */
export function highSideOutlier(
  payment: Figure<Money>,
  cost: Figure<Money>,
  rule: OutlierRule,
  sheet: Sheet,
): Outlier | null {
  const section = "ca 5.4 step 5";
  if (!exceeds(section, minus(cost, payment), rule, sheet)) return null;
  const excess = minus(cost, payment, rule.threshold);
  const adjustment = sheet.dollars(section, times(excess, rule.marginalCostPercentage));
  return {
    payment: sheet.dollars(section, plus(payment, adjustment)),
    adjustment: adjustment.value.text,
    rule,
  };
}

/** A gain above the low-side threshold gives back a share of the rest (ca 5.4 step 6). */
export function lowSideOutlier(
  payment: Figure<Money>,
  cost: Figure<Money>,
  rule: OutlierRule,
  sheet: Sheet,
): Outlier | null {
  const section = "ca 5.4 step 6";
  if (!exceeds(section, minus(payment, cost), rule, sheet)) return null;
  const excess = minus(payment, cost, rule.threshold);
  const reduction = sheet.dollars(section, times(excess, rule.marginalCostPercentage));
  return {
    payment: sheet.dollars(section, minus(payment, reduction)),
    adjustment: negative(reduction.value).text,
    rule,
  };
}

/** A loss or gain equal to the threshold is no outlier: the page says "exceeds". */
function exceeds(section: string, difference: Term, { threshold }: OutlierRule, sheet: Sheet): boolean {
  const amount = sheet.dollars(section, difference, UNPRINTED);
  const isOutlier = decide(amount, "greater", threshold);
  if (isOutlier.outcome) sheet.decided(amount, isOutlier);
  else sheet.notApplied(amount, isOutlier);
  return isOutlier.outcome;
}
