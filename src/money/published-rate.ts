import { withDecimals } from "./arithmetic.ts";
import type { Factor } from "./factor.ts";

/** The decimals of a dollar amount. */
export const CENTS_DECIMALS = 2;

/** Dollars as results print them: with two decimals, or every digit where there are more (conventions 1.5). */
export function dollarText(amount: Factor): string {
  return amount.scale > CENTS_DECIMALS ? amount.text : withDecimals(amount, CENTS_DECIMALS).text;
}

/**
 * A rate in dollars that nothing is computed on, so that nothing rounds it: one per unit, drugs above all, may be a fraction
 * of a cent (conventions 1.3).
 */
export class PublishedRate {
  /** As `decimal` fields carry it. */
  readonly text: string;
  /** Whether it is published with more digits than cents have. */
  readonly isPerUnit: boolean;

  constructor(rate: Factor) {
    this.text = dollarText(rate);
    this.isPerUnit = rate.scale > CENTS_DECIMALS;
  }

  /** As calculation lines print it. */
  toString(): string {
    return `$${this.text}`;
  }
}
