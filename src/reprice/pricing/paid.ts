import { asMoney, compare, minus } from "../../money/arithmetic.ts";
import { factor, parseFactor } from "../../money/factor.ts";
import type { Money } from "../../money/money.ts";
import { Refusal } from "../../reading/refusal.ts";

const PAID_MAX = factor("9999999999.99");
const PAID_MIN = factor("-9999999999.99");
const NOT_AN_AMOUNT = new Refusal(
  "dollars in plain decimal notation such as 1234.50, without $ or thousands separators",
);

/** An amount that was paid, or taken back when negative, rounded half-up to cents like charges; null when empty. */
export function readPaid(cell: string): Money | Refusal | null {
  const text = cell.trim();
  if (text === "") return null;
  const value = parseFactor(text);
  if (value === null || compare(value, PAID_MAX) > 0 || compare(value, PAID_MIN) < 0) return NOT_AN_AMOUNT;
  return asMoney(value);
}

/** An amount of a result; null when it has none. */
export function amountOf(paymentRate: unknown): Money | null {
  const value = typeof paymentRate === "string" ? parseFactor(paymentRate) : null;
  return value === null ? null : asMoney(value);
}

/** How much more the rate is than what was paid. */
export function underpaid(rate: Money, paid: Money): Money {
  return minus(rate, paid);
}
