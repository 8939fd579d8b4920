import type { Exact } from "./exact.ts";
import { divideHalfUp, plainText, powerOfTen } from "./rounding.ts";

/** Enough to tell changes of a rate apart: 2.50 %, 0.03 %. */
const PERCENT_DECIMALS = 2;

/** How much larger or smaller (-) an amount became, in percent, rounded half-up to two decimals; null from zero, of which nothing is a part. */
export function percentChange(before: Exact, after: Exact): string | null {
  if (before.units === 0n) return null;
  const scale = Math.max(before.scale, after.scale);
  const from = before.units * powerOfTen(scale - before.scale);
  const to = after.units * powerOfTen(scale - after.scale);
  const hundredth = powerOfTen(2 + PERCENT_DECIMALS);
  return plainText(divideHalfUp((to - from) * hundredth, from < 0n ? -from : from), PERCENT_DECIMALS);
}

/** A count as a part of another one in percent, with one decimal, half-up; null where there is nothing to be a part of. */
export function percentShare(part: number, whole: number): string | null {
  return whole === 0 ? null : plainText(divideHalfUp(BigInt(part) * 1000n, BigInt(whole)), 1);
}
