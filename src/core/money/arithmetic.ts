import { aligned, derived, Factor } from "./factor.ts";
import { Money, ZERO_DOLLARS } from "./money.ts";
import { plainText, rescale } from "./rounding.ts";

/*
 * Arithmetic outside of calculations: prices are computed on the sheet (`src/pricing/worksheet`). What yields money rounds half-up
 * to cents, once (conventions 1.3).
 */

/** factor x factor ... read as dollars (units x dollars per unit), rounded once. */
export function dollars(first: Factor, ...others: readonly Factor[]): Money {
  let { units, scale } = first;
  for (const each of others) {
    units *= each.units;
    scale += each.scale;
  }
  return new Money(rescale(units, scale, 2));
}

export function negative(amount: Money): Money {
  return new Money(-amount.cents);
}

export function isZero(value: Money | Factor): boolean {
  return value instanceof Money ? value.cents === ZERO_DOLLARS.cents : value.units === 0n;
}

export function sum(a: Factor, b: Factor): Factor {
  const [left, right, scale] = aligned(a, b);
  return derived(left + right, scale);
}

export function difference(a: Factor, b: Factor): Factor {
  const [left, right, scale] = aligned(a, b);
  return derived(left - right, scale);
}

/** Exact, with all of its decimals: for comparing, where nothing is paid. */
export function product(a: Factor, b: Factor): Factor {
  return derived(a.units * b.units, a.scale + b.scale);
}

/** How far from nothing. */
export function size(value: Factor): Factor {
  return value.units < 0n ? derived(-value.units, value.scale) : value;
}

export function compare(a: Factor, b: Factor): number {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Rounded half-up to `decimals`, printed with exactly as many. */
export function withDecimals(value: Factor, decimals: number): Factor {
  const units = rescale(value.units, value.scale, decimals);
  return new Factor(units, decimals, plainText(units, decimals));
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
