import { compare, difference, isZero, sum, ZERO } from "../../money/arithmetic.ts";
import { type Factor, factor } from "../../money/factor.ts";
import { dollarText } from "../../money/published-rate.ts";
import type { Comparison } from "./paid.ts";

/** How many differences are kept; the largest ones are where an analyst starts. */
const LARGEST_MAX = 10;

/** Far more than there are kinds of messages; a dataset that names everything differently costs no more memory. */
const REASONS_MAX = 200;
const OTHER_REASONS = "Other reasons.";

/** A lookup whose rate differs from what was paid, amounts as text. */
export interface Difference {
  readonly line: number;
  readonly paymentRate: string;
  readonly paid: string;
  readonly difference: string;
}

/** A tally as it travels between threads and as an interrupted run keeps it: amounts as text. */
export interface TallyRecord {
  readonly lookups: number;
  readonly faulty: number;
  readonly results: number;
  readonly priced: number;
  readonly withSeveralAmounts: number;
  readonly notPriced: readonly (readonly [reason: string, lookups: number])[];
  readonly total: string;
  readonly compared: number;
  readonly totalPaid: string;
  readonly totalDifference: string;
  readonly largest: readonly Difference[];
}

/** Counts what became of lookups. */
export class Tally {
  #lookups = 0;
  #faulty = 0;
  #results = 0;
  #priced = 0;
  #withSeveralAmounts = 0;
  readonly #notPriced = new Map<string, number>();
  #total = ZERO;
  #compared = 0;
  #totalPaid = ZERO;
  #totalDifference = ZERO;
  /** The largest first; of two equal ones the earlier line. */
  #largest: RankedDifference[] = [];

  addFaulty(): void {
    this.#lookups += 1;
    this.#faulty += 1;
  }

  /** A lookup that one of its results has an amount for. */
  addPriced(results: number, amount: Factor): void {
    this.#lookups += 1;
    this.#results += results;
    this.#priced += 1;
    this.#total = sum(this.#total, amount);
  }

  /** A lookup with an amount for each of several providers or services: which is meant is not ours to say. */
  addWithSeveralAmounts(results: number): void {
    this.#lookups += 1;
    this.#results += results;
    this.#priced += 1;
    this.#withSeveralAmounts += 1;
  }

  addNotPriced(results: number, reason: string): void {
    this.#lookups += 1;
    this.#results += results;
    this.#countReason(reason, 1);
  }

  /** What was paid for a lookup with one amount. */
  addCompared(line: number, { rate, paid, difference }: Comparison): void {
    this.#compared += 1;
    this.#totalPaid = sum(this.#totalPaid, paid);
    this.#totalDifference = sum(this.#totalDifference, difference);
    if (isZero(difference)) return;
    const last = this.#largest.at(-1);
    const size = sizeOf(difference);
    if (this.#largest.length === LARGEST_MAX && last !== undefined && compare(size, last.size) <= 0) return;
    const texts = {
      paymentRate: dollarText(rate),
      paid: dollarText(paid),
      difference: dollarText(difference),
    };
    this.#rank({ size, difference: { line, ...texts } });
  }

  /** Adds what comes after. */
  add(record: TallyRecord): void {
    this.#lookups += record.lookups;
    this.#faulty += record.faulty;
    this.#results += record.results;
    this.#priced += record.priced;
    this.#withSeveralAmounts += record.withSeveralAmounts;
    for (const [reason, lookups] of record.notPriced) this.#countReason(reason, lookups);
    this.#total = sum(this.#total, factor(record.total));
    this.#compared += record.compared;
    this.#totalPaid = sum(this.#totalPaid, factor(record.totalPaid));
    this.#totalDifference = sum(this.#totalDifference, factor(record.totalDifference));
    for (const each of record.largest) {
      this.#rank({ size: sizeOf(factor(each.difference)), difference: each });
    }
  }

  record(): TallyRecord {
    return {
      lookups: this.#lookups,
      faulty: this.#faulty,
      results: this.#results,
      priced: this.#priced,
      withSeveralAmounts: this.#withSeveralAmounts,
      notPriced: [...this.#notPriced],
      total: dollarText(this.#total),
      compared: this.#compared,
      totalPaid: dollarText(this.#totalPaid),
      totalDifference: dollarText(this.#totalDifference),
      largest: this.#largest.map(({ difference }) => difference),
    };
  }

  #countReason(reason: string, lookups: number): void {
    const isKept = this.#notPriced.has(reason) || this.#notPriced.size < REASONS_MAX;
    const kept = isKept ? reason : OTHER_REASONS;
    this.#notPriced.set(kept, (this.#notPriced.get(kept) ?? 0) + lookups);
  }

  #rank(ranked: RankedDifference): void {
    const place = this.#largest.findIndex(({ size }) => compare(ranked.size, size) > 0);
    this.#largest.splice(place < 0 ? this.#largest.length : place, 0, ranked);
    if (this.#largest.length > LARGEST_MAX) this.#largest.pop();
  }
}

interface RankedDifference {
  readonly size: Factor;
  readonly difference: Difference;
}

function sizeOf(amount: Factor): Factor {
  return compare(amount, ZERO) < 0 ? difference(ZERO, amount) : amount;
}
