import { nextSlice, Slices } from "../../core/runtime/scheduler.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { answerAtOnce, type LookupSource } from "../../pricing/answer.ts";
import { type AskedLookup, answerWith, valueRead } from "../../pricing/answer-with.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { Parameter } from "../../pricing/request/parameter.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import { assumptionsOf } from "../explanation/explain.ts";
import { shownValue } from "../explanation/understood.ts";
import { effectOf } from "./effect.ts";
import type { OptionsRequest } from "./request.ts";
import type { Option, Options, TriedValue } from "./schema.ts";
import { type LookupAsSent, type NamedParameter, triedTexts } from "./tried-texts.ts";

/** More than twice what the lookup with the most values takes. */
const PRICINGS_MAX = 300;

/** Results that one call works out, of all its pricings: a hundred values for a provider with ten rows. */
const RESULTS_WORKED_OUT_MAX = 1000;

/** Pricing takes some tens of microseconds. */
const PRICINGS_PER_CLOCK_READING = 8;

type Value = TriedValue["value"];

/** The results of the lookup as it was sent. Every value is priced for each of them, so options count as so many lookups. */
export function resultsAsSent(
  lookup: RateLookup,
  { request }: OptionsRequest,
  source: LookupSource,
): readonly ProviderResult[] {
  const results = answerAtOnce(lookup, request, source);
  if (results === null) throw new Error("Options are those of one provider, by an exact identifier");
  return results;
}

/** Whether each parameter that may be sent can change the price of a lookup with these results, found by pricing it. */
export async function optionsOf(
  lookup: RateLookup,
  { request, sent }: OptionsRequest,
  source: LookupSource,
  results: readonly ProviderResult[],
): Promise<Options> {
  const pricings = new Pricings({ lookup, request, source }, results);
  const assumed = new Map(
    assumptionsOf({ lookup, request, sent, results: results.slice(0, 1) }).map((each) => [each.parameter, each.value]),
  );
  const parameters: Option[] = [];
  for (const named of optionalParameters(lookup)) {
    const { name, parameter } = named;
    const wireName = snakeCase(name);
    const { values, isWhole } = await pricings.tried(named, { lookup, source, results });
    const differs = values.some((each) => each.differs);
    parameters.push({
      parameter: wireName,
      description: parameter.description,
      type: parameter.kind,
      sent: sent.has(wireName) ? pricings.asSent(name) : null,
      assumed: assumedValue(parameter, assumed.get(wireName)),
      matters: differs || isWhole ? differs : null,
      values: isListed(parameter) ? values : values.filter((each) => each.differs),
    });
  }
  const { rate_found, payment_rate } = effectOf(results, results);
  return { rate_found, payment_rate, parameters, complete: pricings.areComplete };
}

/** The facts of the claim that may be sent: not whose it is, its day or the caller's own number for it. */
export function optionalParameters({ parameters, dayParameter }: RateLookup): readonly NamedParameter[] {
  return Object.entries(parameters)
    .map(([name, parameter]) => ({ name, parameter }))
    .filter(({ name, parameter: { required, identifiesProvider, confidential } }) => {
      return !required && !identifiesProvider && !confidential && snakeCase(name) !== dayParameter;
    });
}

/** Of counts and amounts only those that change something are worth telling: the others are any. */
function isListed({ kind }: Parameter<unknown>): boolean {
  return kind !== "count" && kind !== "dollars";
}

/** What was assumed, as the parameter would carry it; in words where it could not be sent. */
function assumedValue({ fromText }: Parameter<unknown>, text: string | undefined): Value {
  if (text === undefined) return null;
  const value = fromText(text);
  return value instanceof Refusal ? text : shownValue(value);
}

/** The pricings of one call, of which there is a limit. */
class Pricings {
  readonly #asked: AskedLookup;
  readonly #base: readonly ProviderResult[];
  readonly #slices = new Slices(PRICINGS_PER_CLOCK_READING);
  #pricings = 0;
  #workedOut = 0;
  #areComplete = true;

  constructor(asked: AskedLookup, base: readonly ProviderResult[]) {
    this.#asked = asked;
    this.#base = base;
  }

  /** Whether every value was tried. */
  get areComplete(): boolean {
    return this.#areComplete;
  }

  asSent(name: string): Value {
    return shownValue(Reflect.get(this.#asked.request, name));
  }

  /** The values of a parameter with what they come to, and whether none is lacking. */
  async tried(
    named: NamedParameter,
    answered: LookupAsSent,
  ): Promise<{ readonly values: readonly TriedValue[]; readonly isWhole: boolean }> {
    const { name } = named;
    const values: TriedValue[] = [];
    for (const text of triedTexts(named, answered)) {
      const read = valueRead(this.#asked, name, text);
      if (read instanceof Refusal) continue;
      if (this.#areEnough) {
        this.#areComplete = false;
        return { values, isWhole: false };
      }
      if (this.#slices.isOver()) await nextSlice();
      const results = this.#priced(name, read);
      values.push({ value: text === null ? null : shownValue(read), ...effectOf(results, this.#base) });
    }
    return { values, isWhole: true };
  }

  get #areEnough(): boolean {
    return this.#pricings >= PRICINGS_MAX || this.#workedOut >= RESULTS_WORKED_OUT_MAX;
  }

  /** A value that the lookup has already is not priced again. */
  #priced(name: string, read: unknown): readonly ProviderResult[] {
    if (shownValue(read) === this.asSent(name)) return this.#base;
    const results = answerWith(this.#asked, name, read);
    this.#pricings += 1;
    this.#workedOut += Math.max(1, results.length);
    return results;
  }
}
