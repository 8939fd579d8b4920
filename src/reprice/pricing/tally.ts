import { asMoney, isMore, isZero, negative, plus } from "../../money/arithmetic.ts";
import { factor } from "../../money/factor.ts";
import { type Money, ZERO_DOLLARS } from "../../money/money.ts";

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
  #total = ZERO_DOLLARS;
  #compared = 0;
  #totalPaid = ZERO_DOLLARS;
  #totalDifference = ZERO_DOLLARS;
  /** The largest first; of two equal ones the earlier line. */
  #largest: RankedDifference[] = [];

  addFaulty(): void {
    this.#lookups += 1;
    this.#faulty += 1;
  }

  /** A lookup that one of its results has an amount for. */
  addPriced(results: number, amount: Money): void {
    this.#lookups += 1;
    this.#results += results;
    this.#priced += 1;
    this.#total = plus(this.#total, amount);
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
  addCompared(line: number, paymentRate: Money, paid: Money, difference: Money): void {
    this.#compared += 1;
    this.#totalPaid = plus(this.#totalPaid, paid);
    this.#totalDifference = plus(this.#totalDifference, difference);
    if (isZero(difference)) return;
    const last = this.#largest.at(-1);
    const size = sizeOf(difference);
    if (this.#largest.length === LARGEST_MAX && last !== undefined && !isMore(size, last.size)) return;
    const texts = { paymentRate: paymentRate.text, paid: paid.text, difference: difference.text };
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
    this.#total = plus(this.#total, money(record.total));
    this.#compared += record.compared;
    this.#totalPaid = plus(this.#totalPaid, money(record.totalPaid));
    this.#totalDifference = plus(this.#totalDifference, money(record.totalDifference));
    for (const each of record.largest) {
      this.#rank({ size: sizeOf(money(each.difference)), difference: each });
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
      total: this.#total.text,
      compared: this.#compared,
      totalPaid: this.#totalPaid.text,
      totalDifference: this.#totalDifference.text,
      largest: this.#largest.map(({ difference }) => difference),
    };
  }

  #countReason(reason: string, lookups: number): void {
    const isKept = this.#notPriced.has(reason) || this.#notPriced.size < REASONS_MAX;
    const kept = isKept ? reason : OTHER_REASONS;
    this.#notPriced.set(kept, (this.#notPriced.get(kept) ?? 0) + lookups);
  }

  #rank(ranked: RankedDifference): void {
    const place = this.#largest.findIndex(({ size }) => isMore(ranked.size, size));
    this.#largest.splice(place < 0 ? this.#largest.length : place, 0, ranked);
    if (this.#largest.length > LARGEST_MAX) this.#largest.pop();
  }
}

interface RankedDifference {
  readonly size: Money;
  readonly difference: Difference;
}

function money(text: string): Money {
  return asMoney(factor(text));
}

function sizeOf(amount: Money): Money {
  return isMore(ZERO_DOLLARS, amount) ? negative(amount) : amount;
}
