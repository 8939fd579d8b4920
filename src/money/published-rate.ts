import type { Exact } from "./exact.ts";
import { plainText, rescale } from "./rounding.ts";

/** The decimals of a dollar amount. */
export const CENTS_DECIMALS = 2;

/** Dollars as results print them: with two decimals, or every digit where there are more (conventions 1.5). */
export function dollarText({ units, scale, text }: Exact): string {
  return scale > CENTS_DECIMALS ? text : plainText(rescale(units, scale, CENTS_DECIMALS), CENTS_DECIMALS);
}
