import type { PriceLine } from "../answers/price-list/schema.ts";
import type { Factor } from "../core/money/factor.ts";
import type { PublishedCharge } from "./published/charge.ts";

/** What a published charge is, beside what the state pays, with the words of a report. */
export const VERDICTS = {
  state_price: "the state's price",
  multiple: "a constant multiple of it",
  neither: "neither",
  no_amount: "no amount in the file, and a price of the state",
  state_needs_more: "no amount in the file, and the state needs the claim for one",
  not_comparable: "not comparable",
  not_listed: "no price of the state",
} as const;

export type Verdict = keyof typeof VERDICTS;

/** A line of the state for the same code: dollars, or percent of charges, as the file has it. */
export interface StatePrice {
  readonly line: PriceLine;
  readonly price: Factor;
}

export interface CheckedCharge {
  readonly charge: PublishedCharge;
  readonly verdict: Verdict;
  /** The line of the state that it is compared with; null without one. */
  readonly line: PriceLine | null;
  /** Dollars, or percent of charges; null where the file has neither. */
  readonly published: Factor | null;
  readonly state: Factor | null;
  /** What `published`, `state` and `difference` count; null without any of them. */
  readonly unit: "dollars" | "percent" | null;
  /** All prices of the state that it may be compared with, such as those of several campuses. */
  readonly candidates: readonly StatePrice[];
  /** Published less state. */
  readonly difference: string | null;
  /** Published over state, with four decimals. */
  readonly ratio: string | null;
  /** The constant that the plan multiplies the state's prices with, where this charge is one of its multiples. */
  readonly factor: Factor | null;
  /** Of a charge that is neither, at a plan with a constant: the state's price times it, and published less that. */
  readonly atFactor: { readonly price: string; readonly difference: string } | null;
  readonly reason: string | null;
}
