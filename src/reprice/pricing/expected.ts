import { asFactor, compare, difference, dollars, ONE } from "../../money/arithmetic.ts";
import { type Factor, parseFactor } from "../../money/factor.ts";
import type { ClaimLines } from "../../pricing/claim-lines.ts";
import type { Result } from "../../pricing/result.ts";

/** What a line should have been paid by one of its results. */
export interface Expected {
  /** The rate with its own digits: one per unit can be below a cent. */
  readonly rate: Factor;
  readonly unitsPriced: Factor;
  /** Rate x units, rounded once. */
  readonly atRate: Factor;
  /** What should have been paid: that, or what was billed where it is less. */
  readonly amount: Factor;
  /** Less was billed than the rate comes to. */
  readonly isLimited: boolean;
  /** The line has more units than the state pays. */
  readonly isCut: boolean;
  /** The line has a column of units and none in it. */
  readonly isAssumedUnit: boolean;
  /** The line has units, but its rate is for all of them. */
  readonly isForWholeLine: boolean;
}

/** What a result comes to for the units of a line, which are null where it says none; null when it has no rate. */
export function expectedOf(
  result: Result,
  units: Factor | null,
  hasUnitsColumn: boolean,
  claimLines: ClaimLines<Result> | null,
): Expected | null {
  const rate = typeof result.payment_rate === "string" ? parseFactor(result.payment_rate) : null;
  if (rate === null) return null;
  const asked = units ?? ONE;
  const isPerUnit = claimLines?.isPerUnit(result) ?? false;
  const unitsMax = parseFactor(claimLines?.unitsMax(result) ?? "");
  const isCut = isPerUnit && unitsMax !== null && compare(asked, unitsMax) > 0;
  const unitsPriced = !isPerUnit ? ONE : isCut ? unitsMax : asked;
  const atRate = asFactor(dollars(rate, unitsPriced));
  return {
    rate,
    unitsPriced,
    atRate,
    amount: atRate,
    isLimited: false,
    isCut,
    isAssumedUnit: isPerUnit && hasUnitsColumn && units === null,
    isForWholeLine: !isPerUnit && units !== null && compare(units, ONE) !== 0,
  };
}

/** A program pays at most what was billed, which is null where the line does not say it. */
export function withChargeLimit(expected: Expected | null, billed: Factor | null): Expected | null {
  if (expected === null || billed === null || compare(billed, expected.atRate) >= 0) return expected;
  return { ...expected, amount: billed, isLimited: true };
}

/** What should have been paid minus what was. */
export function differenceOf({ amount }: Expected, paid: Factor): Factor {
  return difference(amount, paid);
}
