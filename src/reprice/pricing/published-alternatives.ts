import type { Day } from "../../core/calendar/day.ts";
import { contains, type Period, sharedPeriod } from "../../core/calendar/period.ts";
import { compare } from "../../core/money/arithmetic.ts";
import type { Factor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";
import { RecentlyUsed } from "../../core/runtime/cache.ts";
import { type ListOfAlternatives, listsOfAlternatives } from "../../pricing/alternatives.ts";
import { answerWith, type LookupSource, valueRead } from "../../pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import { isPriced } from "../../pricing/outcome.ts";
import type { ProviderResult, Result } from "../../pricing/result.ts";
import { type Expected, type RateOfUnits, rateOfUnits } from "./payment-comparison.ts";
import type { Remark } from "./remarks.ts";
import type { RepeatableRequest } from "./repeatable-request.ts";

// A lookup lists what else is published for its code, such as another procedure type. A remark says when a payer paid such a rate.
// A payer that paid less than expected owes the difference all the same.

/** Another published rate of a lookup, with the values of the lookup that have it. */
interface PublishedRate {
  readonly values: readonly string[];
  readonly rate: RateOfUnits;
}

/** The other published rates of a lookup, and the days on which they are these. */
interface PublishedRates {
  readonly period: Period;
  readonly rates: readonly PublishedRate[];
}

/** What a line would be paid at another published rate. */
interface PublishedAlternative {
  readonly values: readonly string[];
  readonly expected: Expected;
}

/** A value of a list, and the name of its parameter in code. */
interface ListedValue {
  readonly key: string;
  readonly value: string;
}

/** Values of a lookup that are priced; no code of a state has more. A later one explains no payment. */
const PRICED_MAX = 24;

/** Lookups whose other rates are kept, of less than a kilobyte each. A file often has the same on different days. */
const KEPT_MAX = 8_000;

/** Periods of one lookup that are kept: claims of a file are mostly of a year or two. */
const PERIODS_MAX = 6;

/** The other published rates of lookups, for all chunks of a pricer. */
export class PublishedAlternatives {
  readonly #lookup: RateLookup;
  readonly #source: LookupSource;
  readonly #lists: readonly ListOfAlternatives[];
  readonly #kept = new RecentlyUsed<string, readonly PublishedRates[]>(KEPT_MAX);

  constructor(lookup: RateLookup, source: LookupSource) {
    this.#lookup = lookup;
    this.#source = source;
    this.#lists = listsOfAlternatives(lookup);
  }

  /**
   * The other published rates that a result lists. What the line itself says, such as its procedure type, has no alternative.
   * `said`: the parameters of its lookup.
   */
  of(request: LookupRequest, shown: Result, said: ReturnType<RepeatableRequest["said"]>): readonly PublishedRate[] {
    const listed = this.#listed(request, shown);
    if (listed.length === 0) return [];
    const { dayParameter } = this.#lookup;
    const { day } = this.#lookup.pricer(request, this.#source.data);
    let place = "";
    for (const [name, value] of said) if (name !== dayParameter) place += `${name}\t${value}\t`;
    for (const { key, value } of listed) place += `${key}\t${value}\t`;
    const kept = this.#kept.get(place) ?? [];
    const known = kept.find(({ period }) => contains(period, day));
    if (known !== undefined) return known.rates;
    const priced = this.#priced(request, day, listed);
    this.#kept.set(place, [priced, ...kept.slice(0, PERIODS_MAX - 1)]);
    return priced.rates;
  }

  #listed(request: LookupRequest, shown: Result): readonly ListedValue[] {
    const listed: ListedValue[] = [];
    for (const { field, key } of this.#lists) {
      const values = shown[field];
      if (!Array.isArray(values) || Reflect.get(request, key) !== null) continue;
      for (const value of values.slice(0, PRICED_MAX - listed.length)) listed.push({ key, value: String(value) });
    }
    return listed;
  }

  #priced(request: LookupRequest, day: Day, listed: readonly ListedValue[]): PublishedRates {
    const asked = { lookup: this.#lookup, request, source: this.#source };
    const found: { values: string[]; rate: RateOfUnits }[] = [];
    let period: Period = ALL_DAYS;
    for (const { key, value } of listed) {
      const results = answerWith(asked, key, valueRead(asked, key, value), "around the day");
      for (const { outcome } of results) {
        const own = isPriced(outcome) ? outcome.period : null;
        period = sharedPeriod(period, own ?? { start: day, end: day });
      }
      const rate = oneRate(results, this.#lookup);
      if (rate === null) continue;
      const same = found.find((each) => isSameRate(each.rate, rate));
      if (same === undefined) found.push({ values: [value], rate });
      else same.values.push(value);
    }
    return { period, rates: found };
  }
}

const ALL_DAYS: Period = { start: "0000-01-01" as Day, end: null };

/** The rate that all priced results have; null without one. Of several none would be the line's. */
function oneRate(results: readonly ProviderResult[], { claimLines }: RateLookup): RateOfUnits | null {
  const [first, ...others] = results.flatMap(({ result }) => rateOfUnits(result, claimLines) ?? []);
  return first !== undefined && others.every((other) => isSameRate(other, first)) ? first : null;
}

function isSameRate(one: RateOfUnits, other: RateOfUnits): boolean {
  return (
    compare(one.rate, other.rate) === 0 &&
    one.isPerUnit === other.isPerUnit &&
    one.unitsMax?.text === other.unitsMax?.text
  );
}

/**
 * The published rate that a line was paid at to the cent; null when it was paid at none. A rate that is limited to the billed
 * amount explains nothing: a payer that pays what was billed pays no published rate.
 */
export function paidAlternative(
  rates: readonly PublishedRate[],
  expectedAt: (rate: RateOfUnits) => Expected,
  paid: Factor,
): PublishedAlternative | null {
  for (const { values, rate } of rates) {
    const expected = expectedAt(rate);
    if (!expected.isLimited && compare(expected.amount, paid) === 0) return { values, expected };
  }
  return null;
}

/** `Paid at the Targeted Rate Increase, $82.00; the default rate is $24.00.` */
export function paidAlternativeRemark(
  alternative: PublishedAlternative,
  expected: Expected,
  word: "paid" | "allowed",
): Remark {
  const text = `${word === "paid" ? "Paid" : "Allowed"} at the ${rateText(alternative)}; the default rate is ${amountText(expected)}.`;
  return { code: "paid_at_alternative", text };
}

/** Names of one rate in a remark; further ones are counted. */
const NAMED_MAX = 3;

/** `Targeted Rate Increase, $82.00`; `Podiatrist rate, $22.43`. */
function rateText(alternative: PublishedAlternative): string {
  const name = namesText(alternative);
  return `${name}${/\brate\b/i.test(name) ? "" : " rate"}, ${amountText(alternative.expected)}`;
}

function namesText({ values }: PublishedAlternative): string {
  const named = values.slice(0, NAMED_MAX).join(" or ");
  const left = values.length - NAMED_MAX;
  return left > 0 ? `${named} or ${left} more` : named;
}

/** `$48.00 for 2 units`. */
function amountText({ amount, isLimited, unitsPriced }: Expected): string {
  const units = unitsPriced.text === "1" ? "" : ` for ${unitsPriced.text} units`;
  return `${isLimited ? "limited to the billed " : ""}$${dollarText(amount)}${units}`;
}
