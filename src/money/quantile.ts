import { withDecimals } from "./arithmetic.ts";
import { aligned, Factor } from "./factor.ts";
import { CENTS_DECIMALS } from "./published-rate.ts";

const QUARTERS = 4;

/**
 * The amount that so many quarters of the way from the smallest to the largest lead to: between two neighbours in proportion, as
 * QUARTILE.INC of spreadsheets has it; rounded half-up to cents, or to the decimals of the neighbours where they have more.
 * The amounts, at least one, are in ascending order.
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
