import { aligned, derived, Factor } from "./factor.ts";
import { Money, ZERO_DOLLARS } from "./money.ts";
import { divideHalfUp, plainText, powerOfTen, rescale } from "./rounding.ts";

/*
 * Every operation that yields money rounds half-up to cents, once, here
 * (conventions 1.3). Factors stay exact unless they are quotients (1.4).
 */

/** amount x factor x factor ..., one product, rounded once. */
export function times(amount: Money, ...factors: readonly Factor[]): Money {
  return centsOf(amount.cents, 2, factors);
}

/** factor x factor ... read as dollars (units x dollars per unit), rounded once. */
export function dollars(first: Factor, ...others: readonly Factor[]): Money {
  return centsOf(first.units, first.scale, others);
}

function centsOf(startUnits: bigint, startScale: number, factors: readonly Factor[]): Money {
  let units = startUnits;
  let scale = startScale;
  for (const each of factors) {
    units *= each.units;
    scale += each.scale;
  }
  return new Money(rescale(units, scale, 2));
}

/** amount / factor, rounded once. */
export function over(amount: Money, divisor: Factor): Money {
  return timesOver(amount, ONE, divisor);
}

/** amount x factor / divisor as one exact expression, rounded once. */
export function timesOver(amount: Money, factor: Factor, divisor: Factor): Money {
  const dividend = amount.cents * factor.units * powerOfTen(divisor.scale);
  return new Money(divideHalfUp(dividend, divisor.units * powerOfTen(factor.scale)));
}

export function plus(a: Money, b: Money): Money {
  return new Money(a.cents + b.cents);
}

export function minus(a: Money, b: Money): Money {
  return new Money(a.cents - b.cents);
}

export function negative(amount: Money): Money {
  return new Money(-amount.cents);
}

export function lesser(a: Money, b: Money): Money {
  return b.cents < a.cents ? b : a;
}

export function isMore(a: Money, b: Money): boolean {
  return a.cents > b.cents;
}

export function isZero(value: Money | Factor): boolean {
  return value instanceof Money ? value.cents === ZERO_DOLLARS.cents : value.units === 0n;
}

/** The exact product of factors. */
export function product(first: Factor, ...others: readonly Factor[]): Factor {
  let units = first.units;
  let scale = first.scale;
  for (const each of others) {
    units *= each.units;
    scale += each.scale;
  }
  return derived(units, scale);
}

export function sum(a: Factor, b: Factor): Factor {
  const [left, right, scale] = aligned(a, b);
  return derived(left + right, scale);
}

export function difference(a: Factor, b: Factor): Factor {
  const [left, right, scale] = aligned(a, b);
  return derived(left - right, scale);
}

/** 1 - fraction, exact. */
export function complement(fraction: Factor): Factor {
  return difference(ONE, fraction);
}

export function compare(a: Factor, b: Factor): number {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The smaller of two factors; the first on a tie, so that its published digits are kept. */
export function smaller(a: Factor, b: Factor): Factor {
  return compare(b, a) < 0 ? b : a;
}

/** Rounded half-up to `decimals`, printed without trailing zeros. */
export function rounded(value: Factor, decimals: number): Factor {
  return derived(rescale(value.units, value.scale, decimals), decimals);
}

/** Rounded half-up to `decimals`, printed with exactly as many. */
export function withDecimals(value: Factor, decimals: number): Factor {
  const units = rescale(value.units, value.scale, decimals);
  return new Factor(units, decimals, plainText(units, decimals));
}

/** The decimals of a factor that the service derives by dividing (conventions 1.4). */
const QUOTIENT_DECIMALS = 4;

/** dividend / divisor rounded half-up to 4 decimals, printed with exactly 4. */
export function quotient(dividend: Factor, divisor: Factor): Factor {
  const [left, right] = aligned(dividend, divisor);
  const units = divideHalfUp(left * powerOfTen(QUOTIENT_DECIMALS), right);
  return new Factor(units, QUOTIENT_DECIMALS, plainText(units, QUOTIENT_DECIMALS));
}

/** How many whole times `divisor` goes into `count`, any part counting as one. */
export function ceilingOfQuotient(count: number, divisor: Factor): number {
  const dividend = BigInt(count) * powerOfTen(divisor.scale);
  return Number((dividend + divisor.units - 1n) / divisor.units);
}

/** The nearest whole number, half-up. */
export function nearestWhole(value: Factor): number {
  return Number(rescale(value.units, value.scale, 0));
}

/** A factor that stands for dollars, rounded to cents. */
export function asMoney(value: Factor): Money {
  return new Money(rescale(value.units, value.scale, 2));
}

/** A dollar amount used as a factor, with its two decimals. */
export function asFactor(amount: Money): Factor {
  return new Factor(amount.cents, 2, amount.text);
}

export const ONE = new Factor(1n, 0, "1");
export const ZERO = new Factor(0n, 0, "0");
