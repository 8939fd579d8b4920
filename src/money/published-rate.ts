import { withDecimals } from "./arithmetic.ts";
import type { Factor } from "./factor.ts";

/** The decimals of a dollar amount. */
const CENTS = 2;

/** Whether a rate is published with more digits than cents have: one per unit, drugs above all (conventions 1.3). */
export function isPerUnit({ scale }: Factor): boolean {
  return scale > CENTS;
}

/** A published rate as results print it: digit for digit when it is per unit, else with two decimals (conventions 1.3, 1.5). */
export function publishedRateText(rate: Factor): string {
  return isPerUnit(rate) ? rate.text : withDecimals(rate, CENTS).text;
}
