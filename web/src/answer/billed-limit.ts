import { compare, ONE } from "../../../src/core/money/arithmetic.ts";
import { parseFactor } from "../../../src/core/money/factor.ts";
import { dollarText } from "../../../src/core/money/money.ts";
import { paidForUnits } from "../../../src/reprice/pricing/payment-comparison.ts";
import { moneyText } from "../words/amount.ts";
import { type RateOfLine, unitsOutcome } from "./units-field.tsx";

/* What was billed for a line of a repriced file: less than the rate limits what is expected, by the arithmetic of repricing. */

/** As the links of lines have it. */
const DOLLARS_AND_CENTS = /^[0-9]{1,10}\.[0-9]{2}$/;

/** Why the billed amount of an address cannot be used; null where it can, or where there is none. */
export function billedFault(billed: string): string | null {
  return billed === "" || DOLLARS_AND_CENTS.test(billed) ? null : "What was billed is not in dollars and cents";
}

/**
 * "Billed $40.00, less than the $48.00 that the rate comes to: $40.00 is expected."; null where nothing was billed, and where the
 * units cannot be read.
 */
export function billedText(explained: RateOfLine, entered: string, billed: string): string | null {
  const { result, units } = explained;
  const limit = DOLLARS_AND_CENTS.test(billed) ? parseFactor(billed) : null;
  if (limit === null) return null;
  const shown = moneyText(dollarText(limit));
  const rate = parseFactor(String(result.payment_rate));
  if (rate === null) return `Billed ${shown}: no ${result.rate_found ? "amount" : "rate"} to compare it with.`;
  const ofUnits = unitsOutcome(explained, entered);
  if (ofUnits?.kind === "fault") return null;
  const atRate = ofUnits?.atRate ?? paidForUnits(rate, ONE, parseFactor(units?.max ?? "")).atRate;
  return compare(limit, atRate) < 0
    ? `Billed ${shown}, less than the ${moneyText(dollarText(atRate))} that the rate comes to: ${shown} is expected.`
    : `Billed ${shown}, which does not limit the rate.`;
}
