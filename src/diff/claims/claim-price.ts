import type { Factor } from "../../money/factor.ts";
import type { Result } from "../../pricing/lookup.ts";
import { amountOf } from "../../reprice/pricing/paid.ts";
import { reasonOfNoAmount } from "../../reprice/pricing/reason.ts";

/** What a release pays for a claim: one amount, none with the reason, or several of which none is chosen. */
export type ClaimPrice =
  | { readonly kind: "priced"; readonly amount: Factor }
  | { readonly kind: "unpriced"; readonly reason: string }
  | { readonly kind: "several" };

export function claimPrice(results: readonly Result[]): ClaimPrice {
  const amounts = results.map(({ payment_rate }) => amountOf(payment_rate)).filter((amount) => amount !== null);
  const [amount] = amounts;
  if (amount === undefined) return { kind: "unpriced", reason: reasonOfNoAmount(results[0] ?? {}) };
  return amounts.length > 1 ? { kind: "several" } : { kind: "priced", amount };
}
