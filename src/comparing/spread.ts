import { compare, withDecimals } from "../money/arithmetic.ts";
import { aligned, Factor } from "../money/factor.ts";
import { CENTS_DECIMALS } from "../money/published-rate.ts";

/** How some amounts are spread. */
export interface Spread {
  readonly minimum: Factor;
  readonly lowerQuartile: Factor;
  readonly median: Factor;
  readonly upperQuartile: Factor;
  readonly maximum: Factor;
}

const QUARTERS = 4;

/** The spread of amounts, at least one, in ascending order. */
export function spreadOf(ascending: readonly Factor[]): Spread {
  const at = (quarters: number) => quantile(ascending, quarters);
  return { minimum: at(0), lowerQuartile: at(1), median: at(2), upperQuartile: at(3), maximum: at(4) };
}

/**
 * The amount that so many quarters of the way from the smallest to the largest lead to: between two neighbours in proportion, as
 * QUARTILE.INC of spreadsheets has it; rounded half-up to cents, or to the decimals of the neighbours where they have more.
 */
function quantile(ascending: readonly Factor[], quarters: number): Factor {
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

/** Amounts in ascending order. */
export function ascendingOf(amounts: readonly Factor[]): readonly Factor[] {
  return [...amounts].sort(compare);
}
