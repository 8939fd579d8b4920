import { priceDifference } from "../../core/money/comparison.ts";
import { nextSlice, Slices } from "../../core/runtime/scheduler.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { answerAtOnce, answerWith, type LookupSource, type LookupToAnswer, valueRead } from "../../pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import { isPriced } from "../../pricing/outcome.ts";
import type { Parameter } from "../../pricing/request/parameter.ts";
import { requestReader } from "../../pricing/request/read.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { RowOrigins } from "../../pricing/row-origins.ts";
import type { State } from "../../pricing/state/state.ts";
import { Figure, Operation, type Term } from "../../pricing/worksheet/calculation.ts";
import type { ReadParameters } from "../answer.ts";
import { assumptionsOf, namesSent, shownValue } from "../explanation/explain.ts";
import { explainResult } from "../explanation/explain-result.ts";
import { namingOneProvider, ofOneProvider } from "../parameters.ts";
import { madeUpOf } from "./made-up-figures.ts";
import type { Effect, Option, Options, TriedValue } from "./schema.ts";

/** More than twice what the lookup with the most values takes. */
const PRICINGS_MAX = 300;

/** Results that one call computes: a hundred values for a provider with ten rows. */
const RESULTS_WORKED_OUT_MAX = 1000;

/** Pricing takes some tens of microseconds. */
const PRICINGS_PER_CLOCK_READING = 8;

type Value = TriedValue["value"];

/** What options are priced from: the origins of rows say which figures are made up. */
type OptionsSource = LookupSource & { readonly state: State; readonly origins: RowOrigins };

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

/** Which parameters can change the price of a lookup: found by pricing it with other values. */
export async function optionsOf(
  lookup: RateLookup,
  { request, sent }: OptionsRequest,
  source: OptionsSource,
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

/** Facts of the claim: without the provider, the day and the caller's reference. */
export function optionalParameters({ parameters, dayParameter }: RateLookup): readonly NamedParameter[] {
  return Object.entries(parameters)
    .map(([name, parameter]) => ({ name, parameter }))
    .filter(({ name, parameter: { required, identifiesProvider, confidential } }) => {
      return !required && !identifiesProvider && !confidential && snakeCase(name) !== dayParameter;
    });
}

/** Counts and amounts are listed only if they change the price. */
function isListed({ kind }: Parameter<unknown>): boolean {
  return kind !== "count" && kind !== "dollars";
}

/** The assumed value as the parameter has it; in words if it could not be sent. */
function assumedValue({ fromText }: Parameter<unknown>, text: string | undefined): Value {
  if (text === undefined) return null;
  const value = fromText(text);
  return value instanceof Refusal ? text : shownValue(value);
}

/** The pricings of one call, up to a limit. */
class Pricings {
  readonly #lookup: LookupToAnswer & { readonly source: OptionsSource };
  readonly #base: readonly ProviderResult[];
  readonly #slices = new Slices(PRICINGS_PER_CLOCK_READING);
  #pricings = 0;
  #workedOut = 0;
  #areComplete = true;

  constructor(lookup: LookupToAnswer & { readonly source: OptionsSource }, base: readonly ProviderResult[]) {
    this.#lookup = lookup;
    this.#base = base;
  }

  get areComplete(): boolean {
    return this.#areComplete;
  }

  asSent(name: string): Value {
    return shownValue(Reflect.get(this.#lookup.request, name));
  }

  /** The values of a parameter with their effects, and whether all of them were tried. */
  async tried(
    named: NamedParameter,
    answered: LookupAsSent,
  ): Promise<{ readonly values: readonly TriedValue[]; readonly isWhole: boolean }> {
    const { name } = named;
    const values: TriedValue[] = [];
    for (const text of triedTexts(named, answered)) {
      const read = valueRead(this.#lookup, name, text);
      if (read instanceof Refusal) continue;
      if (this.#areEnough) {
        this.#areComplete = false;
        return { values, isWhole: false };
      }
      if (this.#slices.isOver()) await nextSlice();
      const results = this.#priced(name, read);
      const value = text === null ? null : shownValue(read);
      values.push({ value, ...effectOf(results, this.#base), made_up: this.#isMadeUp(results) });
    }
    return { values, isWhole: true };
  }

  #isMadeUp([first]: readonly ProviderResult[]): boolean | null {
    if (first === undefined || first.outcome.payment === null) return null;
    const { state, origins } = this.#lookup.source;
    const madeUp = madeUpOf(explainResult(first, { providers: state.providers.table, origins }, null));
    return madeUp === "maybe" ? null : madeUp === "yes";
  }

  get #areEnough(): boolean {
    return this.#pricings >= PRICINGS_MAX || this.#workedOut >= RESULTS_WORKED_OUT_MAX;
  }

  /** The value that was sent is not priced again. */
  #priced(name: string, read: unknown): readonly ProviderResult[] {
    if (shownValue(read) === this.asSent(name)) return this.#base;
    const results = answerWith(this.#lookup, name, read);
    this.#pricings += 1;
    this.#workedOut += Math.max(1, results.length);
    return results;
  }
}

/** A lookup whose options are requested, and the names of the parameters that were sent. */
interface OptionsRequest {
  readonly request: LookupRequest;
  readonly sent: ReadonlySet<string>;
}

/** The parameters of options: those of the lookup, of one provider, by an exact identifier. */
export function optionsParameters(state: State, lookup: RateLookup): ReadParameters<OptionsRequest> {
  const parameters = ofOneProvider(state, lookup.parameters);
  const reader = requestReader(parameters);
  return {
    parameters,
    read: (fields, defaults) => {
      const checked = reader.fromQuery(fields, defaults);
      // The parameters of the lookup; only the way to name a provider differs.
      const read = checked.ok ? lookup.reader.fromQuery(fields, defaults) : checked;
      if (read.ok) return { ok: true, request: { request: read.request, sent: namesSent(fields) } };
      const what = "Options are those of one provider";
      return { ok: false, faults: read.faults.map((fault) => namingOneProvider(fault, state, what)) };
    },
  };
}

interface NamedParameter {
  readonly name: string;
  readonly parameter: Parameter<unknown>;
}

/** The lookup as it was sent, answered: it shows which values are worth trying. */
interface LookupAsSent {
  readonly lookup: RateLookup;
  readonly source: LookupSource;
  readonly results: readonly ProviderResult[];
}

/**
 * The values of a parameter to try, as texts; null: not sent. They come from its declaration and from the release,
 * never from a fixed list.
 */
export function triedTexts(named: NamedParameter, answered: LookupAsSent): readonly (string | null)[] {
  const { kind, schema } = named.parameter;
  if (kind === "flag") return ["false", "true"];
  if (Array.isArray(schema.enum)) return [null, ...schema.enum.map(String)];
  if (kind === "count") return [null, ...once(counts(named, answered))];
  if (kind === "dollars") return [null, ...DOLLARS];
  return [null, ...once(openTexts(named, answered))];
}

function once(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** Zero and powers of ten: a claim of one dollar is below every cap, one of a billion above every threshold. */
const DOLLARS = ["0", "1", "10", "100", "1000", "10000", "100000", "1000000", "10000000", "100000000", "1000000000"];

/** Short stays and few units, a month, a quarter, and more than any rule covers. */
const COUNTS = [1, 2, 3, 10, 16, 30, 60, 100, 1000];

/** The ends of the range, some counts between, and those around the days that the calculation compares with. */
function counts({ parameter: { schema } }: NamedParameter, { results }: LookupAsSent): readonly string[] {
  const { minimum, maximum } = schema;
  const [least, most] = [Number(minimum), Number(maximum)];
  const published = results.flatMap(({ outcome }) => outcome.sheet.steps.flatMap(({ formula }) => daysIn(formula)));
  return [least, ...[...COUNTS, ...published].filter((each) => each > least && each < most), most]
    .sort((a, b) => a - b)
    .map(String);
}

/** The whole days below and above each figure of a formula that counts days, such as an average stay. */
function daysIn(term: Term | null): readonly number[] {
  if (term instanceof Operation) return term.of.flatMap(daysIn);
  if (!(term instanceof Figure) || term.unit !== "days") return [];
  const below = Math.floor(Number(term.value.text));
  return [below, below + 1];
}

/** Values of a parameter that accepts any text of a form, such as a modifier: those declared or published. */
function openTexts({ name, parameter }: NamedParameter, { lookup, source, results }: LookupAsSent): readonly string[] {
  const { kind, schema, example } = parameter;
  const declared = [schema.default, example].filter((each) => typeof each === "string");
  const modifiers = kind === "modifier" ? (lookup.claimLines?.modifiers ?? []) : [];
  return [...declared, ...(lookup.knownValues[name]?.(source.data) ?? []), ...modifiers, ...published(name, results)];
}

/** Values of the column with the parameter's name, in the rows that the calculation read. */
function published(name: string, results: readonly ProviderResult[]): readonly string[] {
  const rows = results.flatMap(({ outcome: { sheet } }) => sheet.readings.rowsOn(sheet.day));
  return rows.flatMap(({ row }) => {
    const cell: unknown = Reflect.get(row, name);
    return typeof cell === "string" ? [cell] : [];
  });
}

export function effectOf(results: readonly ProviderResult[], asSent: readonly ProviderResult[]): Effect {
  const [first] = results;
  const [before] = asSent;
  const payment = first?.outcome.payment ?? null;
  const paymentBefore = before?.outcome.payment ?? null;
  return {
    rate_found: first !== undefined && isPriced(first.outcome),
    payment_rate: payment?.value.text ?? null,
    difference: payment === null || paymentBefore === null ? null : priceDifference(payment.value, paymentBefore.value),
    results: results.length,
    differs: results.length !== asSent.length || results.some((each, place) => !isAlike(each, asSent[place])),
  };
}

function isAlike(each: ProviderResult, other: ProviderResult | undefined): boolean {
  return other !== undefined && paymentKey(each) === paymentKey(other);
}

/** What identifies a payment: the amount and its kind; or the formula that lacks a value; or why there is no rate. */
function paymentKey({ outcome, result }: ProviderResult): string {
  const { payment, noRate } = outcome;
  const amount = payment === null ? [noRate?.code ?? outcome.method] : [payment.value.text];
  return JSON.stringify([payment === null, ...amount, result.payment_rate_type]);
}
