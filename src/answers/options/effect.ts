import { priceDifference } from "../../core/money/comparison.ts";
import { isPriced } from "../../pricing/outcome.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { Effect } from "./schema.ts";

export function effectOf(results: readonly ProviderResult[], asSent: readonly ProviderResult[]): Effect {
  const [first] = results;
  const [before] = asSent;
  const payment = first?.outcome.payment ?? null;
  const paymentBefore = before?.outcome.payment ?? null;
  return {
    rate_found: first !== undefined && isPriced(first.outcome),
    payment_rate: payment?.value.text ?? null,
    difference: payment === null || paymentBefore === null ? null : priceDifference(payment.value, paymentBefore.value),
    results: results.length,
    differs: results.length !== asSent.length || results.some((each, place) => !isAlike(each, asSent[place])),
  };
}

function isAlike(each: ProviderResult, other: ProviderResult | undefined): boolean {
  return other !== undefined && told(each) === told(other);
}

/** What a payer would do: the amount and what it is for, how it would be worked out where something lacks, or why there is none. */
function told({ outcome, result }: ProviderResult): string {
  const { payment, noRate } = outcome;
  const amount = payment === null ? [noRate?.code ?? outcome.method] : [payment.value.text];
  return JSON.stringify([payment === null, ...amount, result.payment_rate_type]);
}
