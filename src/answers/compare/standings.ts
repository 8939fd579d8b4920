import { compare, difference, withDecimals } from "../../core/money/arithmetic.ts";
import { percentShare } from "../../core/money/comparison.ts";
import { type Factor, parseFactor } from "../../core/money/factor.ts";
import { CENTS_DECIMALS } from "../../core/money/money.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { Standing, Statistics } from "./schema.ts";
import { ascendingOf, spreadOf } from "./spread.ts";

interface PriceStandings {
  readonly statistics: readonly Statistics[];
  /** One for each result, in their order; null for those without a price. */
  readonly standings: readonly (Standing | null)[];
}

/**
 * Compares the prices among some results. A price by the day and one by the stay have no median in common, so each
 * `payment_rate_type` is compared by itself.
 */
export function compared(results: readonly ProviderResult[]): PriceStandings {
  const priced = results.flatMap((each, place) => {
    const amount = amountOf(each);
    return amount === null ? [] : [{ place, amount, kind: String(each.result.payment_rate_type) }];
  });
  const standings: (Standing | null)[] = results.map(() => null);
  const statistics: Statistics[] = [];
  for (const [kind, ofKind] of Map.groupBy(priced, (each) => each.kind)) {
    const ascending = ascendingOf(ofKind.map(({ amount }) => amount));
    const spread = spreadOf(ascending);
    statistics.push({
      payment_rate_type: kind,
      priced: ascending.length,
      minimum: spread.minimum.text,
      lower_quartile: spread.lowerQuartile.text,
      median: spread.median.text,
      upper_quartile: spread.upperQuartile.text,
      maximum: spread.maximum.text,
    });
    for (const { place, amount } of ofKind) standings[place] = standingOf(amount, ascending, spread.median);
  }
  return { statistics, standings };
}

function amountOf({ outcome: { payment } }: ProviderResult): Factor | null {
  return payment === null ? null : parseFactor(payment.value.text);
}

function standingOf(amount: Factor, ascending: readonly Factor[], median: Factor): Standing {
  const lower = ascending.filter((other) => compare(other, amount) < 0).length;
  const fromMedian = difference(amount, median);
  return {
    rank: lower + 1,
    of: ascending.length,
    percentile: percentShare(lower, ascending.length - 1),
    difference_from_median: withDecimals(fromMedian, Math.max(CENTS_DECIMALS, fromMedian.scale)).text,
  };
}
