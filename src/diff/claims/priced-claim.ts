import { compare } from "../../money/arithmetic.ts";
import type { ClaimPrice } from "./claim-price.ts";

/** A claim that was priced with both releases. */
export interface PricedClaim {
  readonly line: number;
  readonly code: string;
  readonly provider: string;
  readonly before: ClaimPrice;
  readonly after: ClaimPrice;
}

/**
 * What became of its amount: `unpriced` has none in either release, `several` has more than one in one of them, and
 * `takenBack` undoes another line.
 */
export type ClaimOutcome = "unchanged" | "raised" | "cut" | "gained" | "lost" | "unpriced" | "several" | "takenBack";

export function outcomeOf(before: ClaimPrice, after: ClaimPrice): ClaimOutcome {
  if (before.kind === "takenBack" || after.kind === "takenBack") return "takenBack";
  if (before.kind === "several" || after.kind === "several") return "several";
  if (before.kind === "unpriced") return after.kind === "unpriced" ? "unpriced" : "gained";
  if (after.kind === "unpriced") return "lost";
  const order = compare(after.amount, before.amount);
  return order === 0 ? "unchanged" : order > 0 ? "raised" : "cut";
}
