import type { Day } from "../../core/calendar/day.ts";
import { contains } from "../../core/calendar/period.ts";
import { compare, difference, isZero, size } from "../../core/money/arithmetic.ts";
import type { Factor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { alternativesIn, parameterOfAlternatives } from "../../pricing/alternatives.ts";
import { answerWith, type LookupAnswer, type LookupSource, valueRead } from "../../pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import { isPriced } from "../../pricing/outcome.ts";
import type { ProviderResult, Result } from "../../pricing/result.ts";
import type { Expected } from "./payment-comparison.ts";
import type { Remark } from "./remarks.ts";
import { RepeatableRequest } from "./repeatable-request.ts";

// A lookup lists what else is published for its code, such as another procedure type. A payer that paid such a rate paid neither too
// little nor too much: which of the published rates applies is another question than a variance.

/** Another published rate of a line, with the values of the lookup that have it. */
interface PublishedAlternative {
  readonly values: readonly string[];
  readonly expected: Expected;
}

type AnsweredLookup = Extract<LookupAnswer, { readonly ok: true }>;

/** The expected payment of a result for the units and the billed amount of a line. */
type ExpectedOfResult = (result: Result) => Expected | null;

/** The answer with an alternative, and the day that it was priced on. */
interface AlternativeLookup {
  readonly day: Day;
  readonly results: readonly ProviderResult[];
}

/** The lines of a chunk often have the same lookups on different days, so a price is kept for its period. */
export class PublishedAlternatives {
  readonly #lookup: RateLookup;
  readonly #source: LookupSource;
  /** Names of the parameters in code, by name on the wire. */
  readonly #keys: ReadonlyMap<string, string>;
  readonly #known = new Map<string, AlternativeLookup>();

  constructor(lookup: RateLookup, source: LookupSource) {
    this.#lookup = lookup;
    this.#source = source;
    this.#keys = new Map(Object.keys(lookup.parameters).map((key) => [snakeCase(key), key]));
  }

  /**
   * What a line would be paid at each published alternative of its lookup, those with another amount only. What the line itself
   * says, such as its procedure type, has no alternative. `said`: its parameters.
   */
  of(
    { request, results }: AnsweredLookup,
    said: ReturnType<RepeatableRequest["said"]>,
    expectedOf: ExpectedOfResult,
    standard: Expected,
  ): readonly PublishedAlternative[] {
    const listed = alternativesIn(results[0]?.result ?? {});
    if (listed.length === 0) return [];
    const { dayParameter } = this.#lookup;
    const { day } = this.#lookup.pricer(request, this.#source.data);
    const line = RepeatableRequest.query(said.filter(([name]) => name !== dayParameter));
    const found = new Map<string, { values: string[]; expected: Expected }>();
    for (const { name, values } of listed) {
      const key = this.#keys.get(parameterOfAlternatives(name, [...this.#keys.keys()]) ?? "");
      if (key === undefined || Reflect.get(request, key) !== null) continue;
      for (const value of values) {
        const expected = oneAmount(this.#priced(request, day, line, key, value), expectedOf);
        if (expected === null || compare(expected.amount, standard.amount) === 0) continue;
        const amount = dollarText(expected.amount);
        const known = found.get(amount);
        if (known === undefined) found.set(amount, { values: [value], expected });
        else known.values.push(value);
      }
    }
    return [...found.values()];
  }

  #priced(request: LookupRequest, day: Day, line: string, key: string, value: string): readonly ProviderResult[] {
    const place = `${line}&${key}=${value}`;
    const known = this.#known.get(place);
    if (known !== undefined && (known.day === day || isPricedOn(known, day))) return known.results;
    const asked = { lookup: this.#lookup, request, source: this.#source };
    const results = answerWith(asked, key, valueRead(asked, key, value));
    this.#known.set(place, { day, results });
    return results;
  }
}

function isPricedOn({ results }: AlternativeLookup, day: Day): boolean {
  return results.every(({ outcome }) => {
    const period = isPriced(outcome) ? outcome.period : null;
    return period !== null && contains(period, day);
  });
}

/** The amount that all priced results have; null without one. Of several none would be the line's. */
function oneAmount(results: readonly ProviderResult[], expectedOf: ExpectedOfResult): Expected | null {
  const [first, ...others] = results.flatMap(({ result }) => expectedOf(result) ?? []);
  if (first === undefined) return null;
  return others.every(({ amount }) => compare(amount, first.amount) === 0) ? first : null;
}

/** The alternative that was paid to the cent; null when none was. Nothing paid is a denial, and no rate. */
export function paidAlternative(
  alternatives: readonly PublishedAlternative[],
  paid: Factor,
): PublishedAlternative | null {
  if (isZero(paid)) return null;
  return alternatives.find(({ expected }) => compare(expected.amount, paid) === 0) ?? null;
}

/** `Paid at the Targeted Rate Increase, $82.00; the standard rate is $24.00.` */
export function paidAlternativeRemark(
  alternative: PublishedAlternative,
  standard: Expected,
  word: "paid" | "allowed",
): Remark {
  const text = `${word === "paid" ? "Paid" : "Allowed"} at the ${rateText(alternative)}; the standard rate is ${amountText(standard)}${unitsText(standard)}.`;
  return { code: "paid_at_alternative", text };
}

const WHAT = { paid: "payment", allowed: "allowed amount" } as const;

/** Alternatives that a remark names; further ones are counted. */
const NAMED_MAX = 3;

/**
 * Both prices of a line that was paid at neither; null without alternatives. Those that are nearest to the payment are named:
 * `The payment is neither the standard rate, $24.00, nor another published rate: Targeted Rate Increase, $82.00.`
 */
export function otherRatesRemark(
  alternatives: readonly PublishedAlternative[],
  standard: Expected,
  paid: Factor,
  word: "paid" | "allowed",
): Remark | null {
  if (alternatives.length === 0 || isZero(paid)) return null;
  const offBy = ({ expected }: PublishedAlternative) => size(difference(expected.amount, paid));
  const nearest = alternatives.toSorted((one, other) => compare(offBy(one), offBy(other)));
  const named = nearest
    .slice(0, NAMED_MAX)
    .map(({ values, expected }) => `${values.join(" or ")}, ${amountText(expected)}`);
  const left = alternatives.length - named.length;
  const more = left === 0 ? "" : `; and ${left} more`;
  const text = `The ${WHAT[word]} is neither the standard rate, ${amountText(standard)}, nor another published rate: ${named.join("; ")}${more}${unitsText(standard)}.`;
  return { code: "alternative_published", text };
}

/** `Targeted Rate Increase, $82.00`; `Podiatrist rate, $22.43`. */
function rateText({ values, expected }: PublishedAlternative): string {
  const name = values.join(" or ");
  return `${name}${/\brate\b/i.test(name) ? "" : " rate"}, ${amountText(expected)}`;
}

function amountText({ amount, isLimited }: Expected): string {
  return `${isLimited ? "limited to the billed " : ""}$${dollarText(amount)}`;
}

/** Amounts of a line are those of all its units. */
function unitsText({ unitsPriced }: Expected): string {
  return unitsPriced.text === "1" ? "" : ` (for ${unitsPriced.text} units)`;
}
