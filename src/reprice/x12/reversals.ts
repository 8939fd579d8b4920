import { ZERO } from "../../core/money/arithmetic.ts";
import { failure } from "../../core/runtime/failure.ts";
import { countText } from "../../core/text/plural.ts";
import { STATUS } from "./adjudication.ts";
import { amountOf, amountText, minus } from "./amounts.ts";
import type { RemittedClaim } from "./remittance.ts";

/** When a claim was adjudicated: the day of its payment, then its place in the input. */
type Moment = Pick<RemittedClaim, "paidOn" | "place">;

/** A reversal of the input, and the numbers of what it reverses. */
interface Reversal extends Moment {
  readonly numbers: readonly string[];
  isTaken: boolean;
}

/** The reversals of one payment, in the order of their moments. */
interface ReversalsOfPayment {
  readonly reversals: Reversal[];
  /** For each place of the list, a place at or after it where one may be left: the list is searched once, however long. */
  readonly next: number[];
}

/** More reversals than a year of claims of a large hospital has; each is in memory, as are claims that name another (REF*F8). */
const NOTED_MAX = 1_000_000;

/**
 * The reversals of a remittance (status 22), found in a first pass. A claim that was paid before its own reversal was taken back within the
 * input: it is `reversed`, or `corrected` where a later claim takes its place. A reversal takes back one payment: the same claim number,
 * the payer's number (CLP07, REF*F8 of the reversal), charge and payment.
 */
export class Reversals {
  readonly #byPayment = new Map<string, ReversalsOfPayment>();
  readonly #numbers = new Set<string>();
  /** The last claim that stands under a number, or names it as the one that it corrects. */
  readonly #corrections = new Map<string, Moment>();
  /** What each claim was taken back by. A later pass finds the same. */
  readonly #taken = new Map<number, Reversal>();
  readonly #notedMax: number;
  #count = 0;
  #isSorted = false;

  constructor(notedMax = NOTED_MAX) {
    this.#notedMax = notedMax;
  }

  /** Takes note of a claim in the first pass. */
  note(claim: RemittedClaim): void {
    if (claim.status !== STATUS.reversal) {
      this.#noteCorrection(claim);
      return;
    }
    this.#countOne();
    const numbers = numbersOf(claim);
    const reversal = { place: claim.place, paidOn: claim.paidOn, numbers, isTaken: false };
    for (const number of numbers) {
      this.#numbers.add(number);
      const key = keyOf(claim, number, true);
      const others = this.#byPayment.get(key);
      if (others === undefined) this.#byPayment.set(key, { reversals: [reversal], next: [] });
      else others.reversals.push(reversal);
    }
  }

  /** How a claim was undone later; null for a claim that stands. */
  undone(claim: RemittedClaim): "reversed" | "corrected" | null {
    if (this.#byPayment.size === 0 || claim.status === STATUS.reversal) return null;
    if (!this.#isSorted) this.#sort();
    const reversal = this.#taken.get(claim.place) ?? this.#take(claim);
    if (reversal === null) return null;
    const isCorrected = reversal.numbers.some((number) => {
      const correction = this.#corrections.get(number);
      return correction !== undefined && isBefore(reversal, correction);
    });
    return isCorrected ? "corrected" : "reversed";
  }

  /** A claim of the same payer's number counts from its reversal on; one with REF*F8 wherever it stands. */
  #noteCorrection(claim: RemittedClaim): void {
    for (const number of numbersOf(claim)) {
      const isNamed = claim.original !== "" && number === numberOf(claim, claim.original);
      if (!isNamed && !this.#numbers.has(number)) continue;
      const last = this.#corrections.get(number);
      if (last === undefined) this.#countOne();
      if (last === undefined || isBefore(last, claim)) {
        this.#corrections.set(number, { place: claim.place, paidOn: claim.paidOn });
      }
    }
  }

  #countOne(): void {
    this.#count += 1;
    if (this.#count <= this.#notedMax) return;
    throw failure(
      `there are more than ${countText(this.#notedMax, "reversal")} and corrections; split the file by remittance`,
    );
  }

  #sort(): void {
    this.#isSorted = true;
    for (const { reversals, next } of this.#byPayment.values()) {
      reversals.sort((a, b) => (isBefore(a, b) ? -1 : 1));
      for (let at = 0; at <= reversals.length; at += 1) next.push(at);
    }
  }

  /** The first reversal after a claim that takes back no other. */
  #take(claim: RemittedClaim): Reversal | null {
    const found = this.#byPayment.get(keyOf(claim, numberOf(claim, claim.payerClaim), false));
    if (found === undefined) return null;
    const { reversals, next } = found;
    const start = firstAfter(claim, reversals);
    let at = start;
    while (at < reversals.length) {
      const reversal = reversals[at] as Reversal;
      if (!reversal.isTaken) {
        reversal.isTaken = true;
        this.#taken.set(claim.place, reversal);
        break;
      }
      at = Math.max(next[at] as number, at + 1);
    }
    for (let passed = start; passed < at; ) {
      const following = Math.max(next[passed] as number, passed + 1);
      next[passed] = at;
      passed = following;
    }
    return reversals[at] ?? null;
  }
}

/** The place of the first reversal after a claim, by halves. */
function firstAfter(claim: Moment, reversals: readonly Reversal[]): number {
  let [low, high] = [0, reversals.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(claim, reversals[middle] as Reversal)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** By the day of the payment; within one day, and where a payment has none, by the order of the input. */
function isBefore(a: Moment, b: Moment): boolean {
  if (a.paidOn !== b.paidOn && a.paidOn !== "" && b.paidOn !== "") return a.paidOn < b.paidOn;
  return a.place < b.place;
}

/** The numbers that a claim goes by with the payer: its own, and that of the claim that it reverses or corrects (REF*F8). */
function numbersOf(claim: RemittedClaim): readonly string[] {
  const own = numberOf(claim, claim.payerClaim);
  if (claim.original === "" || claim.original === claim.payerClaim) return [own];
  return [own, numberOf(claim, claim.original)];
}

function numberOf({ claim }: RemittedClaim, payerClaim: string): string {
  return JSON.stringify([claim, payerClaim]);
}

/** A reversal has the amounts of what it reverses with the opposite sign. */
function keyOf({ charge, paid }: RemittedClaim, number: string, isReversal: boolean): string {
  const amount = (text: string) => {
    const value = amountOf(text);
    if (value === null) return text;
    return amountText(isReversal ? minus(ZERO, value) : value);
  };
  return JSON.stringify([number, amount(charge), amount(paid)]);
}
