import { withDecimals } from "./arithmetic.ts";
import type { Factor } from "./factor.ts";

/** A rate is dollars and cents at least. */
const CENTS_DECIMALS = 2;

/** A rate as results print it: digit for digit when published with more than two decimals, else with two (conventions 1.3). */
export function publishedRateText(rate: Factor): string {
  return withDecimals(rate, Math.max(rate.scale, CENTS_DECIMALS)).text;
}
