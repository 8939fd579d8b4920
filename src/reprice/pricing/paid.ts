import { compare, difference, withDecimals } from "../../money/arithmetic.ts";
import { type Factor, factor, parseFactor } from "../../money/factor.ts";
import { CENTS_DECIMALS } from "../../money/published-rate.ts";
import { Refusal } from "../../reading/refusal.ts";

const PAID_MAX = factor("9999999999.99");
const PAID_MIN = factor("-9999999999.99");
const NOT_AN_AMOUNT = new Refusal(
  "dollars in plain decimal notation such as 1234.50, without $ or thousands separators",
);

/** An amount that was paid, or taken back when negative; null when empty. */
export function readPaid(cell: string): Factor | Refusal | null {
  const text = cell.trim();
  if (text === "") return null;
  const value = parseFactor(text);
  if (value === null || compare(value, PAID_MAX) > 0 || compare(value, PAID_MIN) < 0) return NOT_AN_AMOUNT;
  return value;
}

/** The payment rate of a result with its own digits: a rate per unit can be below a cent; null when there is none. */
export function amountOf(paymentRate: unknown): Factor | null {
  return typeof paymentRate === "string" ? parseFactor(paymentRate) : null;
}

/** A rate beside what was paid. */
export interface Comparison {
  readonly rate: Factor;
  readonly paid: Factor;
  /** How much more the rate is than what was paid. */
  readonly difference: Factor;
}

/**
 * What was paid counts to the cent, or to the decimals of a rate that has more: a spreadsheet's 12.340000000000002 was paid
 * as 12.34, while 0.0042 is not the same as nothing.
 */
export function comparison(rate: Factor, paid: Factor): Comparison {
  const asPaid = withDecimals(paid, Math.max(rate.scale, CENTS_DECIMALS));
  return { rate, paid: asPaid, difference: difference(rate, asPaid) };
}
