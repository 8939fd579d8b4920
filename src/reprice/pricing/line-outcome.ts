import { compare } from "../../core/money/arithmetic.ts";
import type { Factor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";
import type { Result } from "../../pricing/result.ts";
import { OTHER_SETTING } from "../values/not-owed.ts";
import type { ReadLine } from "./line-reader.ts";
import { differenceOf, type Expected, type Verdict } from "./payment-comparison.ts";
import type { NoAmountCode, NotComparedCode } from "./reason.ts";

/** What became of a line, and the sheet of the workbook that lists it. `priced`: the file has nothing to compare with. */
export type LineOutcome = "underpaid" | "overpaid" | "as_expected" | "not_compared" | "priced" | "not_priced";

/** A modifier changes the payment but the rate ignores it; or the rate belongs to a modifier that the line lacks. */
export type ModifierDoubt = "modifierNotPriced" | "modifierAssumed";

const OUTCOMES = {
  underpaid: "underpaid",
  overpaid: "overpaid",
  asExpected: "as_expected",
} as const satisfies Record<Verdict, LineOutcome>;

interface Comparison {
  readonly expected: Factor;
  readonly paid: Factor;
  readonly difference: Factor;
  readonly verdict: Verdict;
}

/** The outcome, and its reason if it needs one: why there is no price, or why a priced line is not compared. */
type OutcomeWithReason =
  | { readonly outcome: "not_priced"; readonly reason: NoAmountCode }
  | { readonly outcome: "not_compared"; readonly reason: NotComparedCode }
  /** With a reason where its amount is not known, or it was not owed. */
  | { readonly outcome: "priced"; readonly reason: NotComparedCode | "" }
  | { readonly outcome: "underpaid" | "overpaid" | "as_expected"; readonly reason: "" };

export type JudgedLine = OutcomeWithReason & JudgedAmounts;

interface JudgedAmounts {
  /** The place of the result that the output shows: the first with an amount. */
  readonly shown: number;
  /** Its amount; null when no result has one. */
  readonly one: Expected | null;
  /** Whether all results with an amount have the same: then there is no doubt about it. */
  readonly isOneAmount: boolean;
  /** The different amounts as text; empty unless there are several. */
  readonly amounts: readonly string[];
  /** Null when the line is not compared. */
  readonly comparison: Comparison | null;
}

interface AnsweredClaim extends Pick<ReadLine, "paid" | "takenBack" | "paidWithoutAllowed" | "notOwed" | "doubts"> {
  /** The expected payment of each result. */
  readonly expected: readonly (Expected | null)[];
  readonly unknownFor: ModifierDoubt | null;
  /** Why there is no amount. */
  readonly code: NoAmountCode;
}

const NONE: readonly string[] = [];

/** Judges a line: which of its results counts, and whether its payment is as expected. */
export function judgedLine(
  claim: AnsweredClaim,
  isCompared: boolean,
  verdictOf: (expected: Factor, difference: Factor) => Verdict,
): JudgedLine {
  const { expected, unknownFor, code, paid } = claim;
  const place = expected.findIndex((each) => each !== null);
  const one = expected[place] ?? null;
  const judged = { shown: Math.max(place, 0), one, isOneAmount: true, amounts: NONE, comparison: null };
  if (one === null) return { ...judged, outcome: "not_priced", reason: code };
  const notOwed = claim.notOwed?.code ?? null;
  if (notOwed === OTHER_SETTING) return { ...judged, one: null, outcome: "not_priced", reason: notOwed };
  const notCompared = (reason: NotComparedCode): OutcomeWithReason =>
    isCompared ? { outcome: "not_compared", reason } : { outcome: "priced", reason };
  // A takeback is not compared, whatever its amount is: that says more than what is open about the amount.
  const noPayment = notOwed ?? (isCompared && claim.takenBack !== null ? "money_taken_back" : null);
  const amountOf = ({ amount, atRate }: Expected) => (unknownFor === null ? amount : atRate);
  if (expected.some((each) => each !== null && compare(amountOf(each), amountOf(one)) !== 0)) {
    const amounts = new Set(expected.flatMap((each) => (each === null ? [] : [dollarText(amountOf(each))])));
    return {
      ...judged,
      isOneAmount: false,
      amounts: [...amounts],
      ...notCompared(noPayment ?? "several_amounts"),
    };
  }
  if (noPayment !== null) return { ...judged, ...notCompared(noPayment) };
  if (unknownFor !== null) return { ...judged, ...notCompared(REASONS[unknownFor]) };
  if (!isCompared) return { ...judged, outcome: "priced", reason: "" };
  if (paid === null) return { ...judged, outcome: "not_compared", reason: reasonOfNoPayment(claim) };
  const difference = differenceOf(one, paid);
  const verdict = verdictOf(one.amount, difference);
  const comparison = { expected: one.amount, paid, difference, verdict };
  return { ...judged, comparison, outcome: OUTCOMES[verdict], reason: "" };
}

/** An overpaid line that was paid at another published rate: which rate applies is open, so it is not compared. */
export function atAlternative(judged: JudgedLine): JudgedLine {
  return { ...judged, comparison: null, outcome: "not_compared", reason: "paid_at_alternative" };
}

const REASONS: Readonly<Record<ModifierDoubt, NotComparedCode>> = {
  modifierNotPriced: "modifier_not_priced",
  modifierAssumed: "modifier_assumed",
};

/** Why a line with one known amount has nothing to compare it with. */
function reasonOfNoPayment({ paidWithoutAllowed, doubts }: AnsweredClaim): NotComparedCode {
  if (paidWithoutAllowed !== null) return "allowed_amount_empty";
  if (doubts.length === 0) return "nothing_paid";
  return doubts.every((each) => each.code === "unknown_denial_code") ? "unknown_denial_code" : "unreadable_amount";
}

/** Further results that a cell names: a search by name can have hundreds. */
const OTHERS_NAMED_MAX = 20;

/** The results beside the shown one, each with its provider, another modifier and its amount: `Bay Clinic (1000700140, modifier QK): $24.00`. */
export function otherResultsText(
  results: readonly Result[],
  expected: readonly (Expected | null)[],
  shown: number,
): string {
  const others = [...results.keys()].filter((place) => place !== shown);
  const named = others.slice(0, OTHERS_NAMED_MAX).map((place) => {
    const { provider_name, npi, state_provider_id, modifier } = results[place] ?? {};
    const ofModifier = modifier && modifier !== results[shown]?.modifier ? `modifier ${modifier}` : null;
    const identifiers = [npi, state_provider_id, ofModifier]
      .filter((each) => typeof each === "string" && each !== "")
      .join(", ");
    const one = expected[place] ?? null;
    const amount = one === null ? "no amount" : `$${dollarText(one.amount)}`;
    return `${provider_name ?? "provider"} (${identifiers}): ${amount}`;
  });
  const more = others.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}
