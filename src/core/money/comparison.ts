import { withDecimals } from "./arithmetic.ts";
import { aligned, Factor } from "./factor.ts";
import { CENTS_DECIMALS, dollarText, type Exact } from "./money.ts";
import { divideHalfUp, plainText, powerOfTen, rescale } from "./rounding.ts";

/** Enough to distinguish changes of a rate: 2.50 %, 0.03 %. */
const PERCENT_DECIMALS = 2;

/** The change of an amount in percent, rounded half-up to two decimals; null from zero. */
export function percentChange(before: Exact, after: Exact): string | null {
  if (before.units === 0n) return null;
  const scale = Math.max(before.scale, after.scale);
  const from = before.units * powerOfTen(scale - before.scale);
  const to = after.units * powerOfTen(scale - after.scale);
  const hundredth = powerOfTen(2 + PERCENT_DECIMALS);
  return plainText(divideHalfUp((to - from) * hundredth, from < 0n ? -from : from), PERCENT_DECIMALS);
}

/** A count as a percentage of another one, with one decimal, half-up; null of zero. */
export function percentShare(part: number, whole: number): string | null {
  return whole === 0 ? null : plainText(divideHalfUp(BigInt(part) * 1000n, BigInt(whole)), 1);
}

/** How much more, or less (-), one price is than another: exact, and written as prices are. */
export function priceDifference(price: Exact, other: Exact): string {
  const scale = Math.max(price.scale, other.scale);
  const units = rescale(price.units, price.scale, scale) - rescale(other.units, other.scale, scale);
  return dollarText({ units, scale, text: plainText(units, scale) });
}

const QUARTERS = 4;

/**
 * The quartile of amounts: interpolated between two neighbours, as QUARTILE.INC of spreadsheets; rounded half-up to
 * cents, or to the neighbours' decimals if they have more. Takes at least one amount, in ascending order.
 */
export function quantile(ascending: readonly Factor[], quarters: number): Factor {
  const steps = (ascending.length - 1) * quarters;
  const below = Math.floor(steps / QUARTERS);
  const rest = BigInt(steps % QUARTERS);
  const lower = ascending[below] as Factor;
  const upper = ascending[below + 1] ?? lower;
  const [left, right, scale] = aligned(lower, upper);
  const fourfold = left * (BigInt(QUARTERS) - rest) + right * rest;
  // A quarter of something has two decimals more than it.
  const exact = new Factor(fourfold * 25n, scale + 2, "");
  return withDecimals(exact, Math.max(CENTS_DECIMALS, scale));
}

/** One price as a multiple of another, rounded half-up to so many decimals; null of zero. */
export function priceRatio(price: Exact, of: Exact, decimals: number): string | null {
  if (of.units === 0n) return null;
  const scale = Math.max(price.scale, of.scale);
  const dividend = rescale(price.units, price.scale, scale) * powerOfTen(decimals);
  return plainText(divideHalfUp(dividend, rescale(of.units, of.scale, scale)), decimals);
}
