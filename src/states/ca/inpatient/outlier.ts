import {
  asFactor,
  asMoney,
  compare,
  difference,
  dollars,
  minus,
  negative,
  plus,
  ZERO,
} from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";

/** The figures of an outlier rule: how large a loss or gain must be, and the share of the rest. */
export interface OutlierRule {
  readonly threshold: Factor;
  readonly marginalCostPercentage: Factor;
}

export interface Outlier {
  readonly payment: Money;
  /** Added to the payment; negative on the low side. */
  readonly adjustment: Money;
  readonly rule: OutlierRule;
}

/** A loss above the threshold earns a share of the rest (ca 5.4 step 5); null when it does not fire. */
export function highSideOutlier(payment: Money, cost: Money, rule: OutlierRule, sheet: Worksheet): Outlier | null {
  const excess = difference(asFactor(minus(cost, payment)), rule.threshold);
  // A loss equal to the threshold earns nothing: the page says "exceeds".
  if (compare(excess, ZERO) <= 0) return null;

  const adjustment = sheet.step(
    formula`(estimated cost (${cost}) - ${payment} - outlier threshold (${asMoney(rule.threshold)})) x marginal cost percentage (${rule.marginalCostPercentage})`,
    dollars(excess, rule.marginalCostPercentage),
  );
  return {
    payment: sheet.step(formula`${payment} + ${adjustment}`, plus(payment, adjustment)),
    adjustment,
    rule,
  };
}

/** A gain above the low-side threshold gives back a share of the rest (ca 5.4 step 6). */
export function lowSideOutlier(payment: Money, cost: Money, rule: OutlierRule, sheet: Worksheet): Outlier | null {
  const excess = difference(asFactor(minus(payment, cost)), rule.threshold);
  if (compare(excess, ZERO) <= 0) return null;

  const reduction = sheet.step(
    formula`(${payment} - estimated cost (${cost}) - low-side outlier threshold (${asMoney(rule.threshold)})) x marginal cost percentage (${rule.marginalCostPercentage})`,
    dollars(excess, rule.marginalCostPercentage),
  );
  return {
    payment: sheet.step(formula`${payment} - ${reduction}`, minus(payment, reduction)),
    adjustment: negative(reduction),
    rule,
  };
}
