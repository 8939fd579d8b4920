import type { Factor } from "../../money/factor.ts";
import type { Result } from "../../pricing/result.ts";
import type { Expected } from "../../reprice/pricing/expected.ts";
import { reasonOfNoAmount } from "../../reprice/pricing/reason.ts";

/**
 * What a release pays for a claim: one amount, none with the reason, or several of which none is chosen. A line that takes
 * money back is no claim, and has none of these.
 */
export type ClaimPrice =
  | { readonly kind: "priced"; readonly amount: Factor }
  | { readonly kind: "unpriced"; readonly reason: string }
  | { readonly kind: "several" }
  | { readonly kind: "takenBack" };

/** `expected`: what the claim should be paid by each result, for its units. */
export function claimPrice(results: readonly Result[], expected: readonly (Expected | null)[]): ClaimPrice {
  const amounts = expected.flatMap((each) => each?.amount ?? []);
  const [amount] = amounts;
  if (amount === undefined) return { kind: "unpriced", reason: reasonOfNoAmount(results[0] ?? {}) };
  return amounts.length > 1 ? { kind: "several" } : { kind: "priced", amount };
}
