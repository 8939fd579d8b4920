import { ZERO } from "../../core/money/arithmetic.ts";
import { failure } from "../../core/runtime/failure.ts";
import { countText } from "../../core/text/plural.ts";
import { STATUS } from "./adjudication.ts";
import { amountOf, amountText, minus } from "./amounts.ts";
import type { RemittedClaim } from "./remittance.ts";

/** A reversal of the file: where it stands, and whether a later claim of the same number takes its place. */
interface Reversal {
  readonly place: number;
  isCorrected: boolean;
}

/** More reversals than a year of claims of a large hospital has; each is kept in memory. */
const REVERSALS_MAX = 1_000_000;

/**
 * The reversals of a remittance (status 22), found in a first pass. A claim that stands before its own reversal was paid and taken
 * back within the file: it is `reversed`, or `corrected` where a later claim has the same number. Claims and reversals match by both
 * numbers of the claim, the charge and the payment, so that a correction is never taken for what it corrects.
 */
export class Reversals {
  readonly #byPayment = new Map<string, Reversal[]>();
  readonly #byClaim = new Map<string, Reversal[]>();
  #count = 0;

  /** Takes note of a claim in the first pass. */
  note(claim: RemittedClaim): void {
    if (claim.status !== STATUS.reversal) {
      for (const reversal of this.#byClaim.get(claim.claim) ?? []) reversal.isCorrected = true;
      return;
    }
    this.#count += 1;
    if (this.#count > REVERSALS_MAX) {
      throw failure(`there are more than ${countText(REVERSALS_MAX, "reversal")}; split the file by remittance`);
    }
    const reversal = { place: claim.place, isCorrected: false };
    add(this.#byPayment, keyOf(claim, true), reversal);
    add(this.#byClaim, claim.claim, reversal);
  }

  /** What became of a claim later in the file; null for a claim that stands. */
  fateOf(claim: RemittedClaim): "reversed" | "corrected" | null {
    if (this.#count === 0 || claim.status === STATUS.reversal) return null;
    const reversal = this.#byPayment.get(keyOf(claim, false))?.find(({ place }) => place > claim.place);
    if (reversal === undefined) return null;
    return reversal.isCorrected ? "corrected" : "reversed";
  }
}

function add(map: Map<string, Reversal[]>, key: string, reversal: Reversal): void {
  const others = map.get(key);
  if (others === undefined) map.set(key, [reversal]);
  else others.push(reversal);
}

/** A reversal has the amounts of what it reverses with the opposite sign. */
function keyOf({ claim, payerClaim, charge, paid }: RemittedClaim, isReversal: boolean): string {
  const amount = (text: string) => {
    const value = amountOf(text);
    if (value === null) return text;
    return amountText(isReversal ? minus(ZERO, value) : value);
  };
  return JSON.stringify([claim, payerClaim, amount(charge), amount(paid)]);
}
