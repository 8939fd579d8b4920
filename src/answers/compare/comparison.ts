import { compare, difference, withDecimals } from "../../core/money/arithmetic.ts";
import { percentShare, quantile } from "../../core/money/comparison.ts";
import { type Factor, parseFactor } from "../../core/money/factor.ts";
import { CENTS_DECIMALS } from "../../core/money/money.ts";
import { nextSlice, Slices } from "../../core/runtime/scheduler.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RowPlace } from "../../dataset/table.ts";
import { answerAtOnce } from "../../pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import { queryOf } from "../../pricing/provider-search.ts";
import type { BillingCode } from "../../pricing/request/kinds.ts";
import type { Parameter, Parameters } from "../../pricing/request/parameter.ts";
import { type Read, type RequestFault, requestReader } from "../../pricing/request/read.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { State } from "../../pricing/state/state.ts";
import type { StateInRelease } from "../../release/release.ts";
import type { Answered, LookupSubject, ReadParameters } from "../answer.ts";
import { aboutStays, type BesideMedicare, medicareParameter } from "../benchmark/beside.ts";
import { AT_THE_PROVIDER, type Benchmarked, medicareRatio } from "../benchmark/compared.ts";
import { listOf } from "../parameters.ts";
import { COMPARED_MAX } from "./limits.ts";
import type { Comparison, Member, Standing, Statistics } from "./schema.ts";

type Identifiers = Member["identifiers"];

/** A lookup of a comparison, and the provider rows whose results count; null: all. */
interface Planned {
  readonly request: LookupRequest;
  readonly rows: ReadonlySet<number> | null;
}

/** Reading and pricing takes some tens of microseconds. */
const LOOKUPS_PER_CLOCK_READING = 1;

/** Compares one code over providers, or one provider over codes; null when so many lookups are not admitted. */
export async function comparisonOf(
  comparison: ComparisonRequest,
  subject: Pick<LookupSubject, "lookup" | "source" | "admits"> & Pick<Benchmarked, "release">,
): Promise<Answered<Comparison> | null> {
  const { lookup, source, admits } = subject;
  const { total, planned } =
    comparison.kind === "codes"
      ? {
          total: comparison.requests.length,
          planned: comparison.requests.map((each) => ({ request: onlyOf(lookup, each), rows: null })),
        }
      : await providersChosen(comparison.request, lookup, source);
  if (!(await admits(planned.length))) return null;

  const answers: (readonly ProviderResult[])[] = [];
  const slices = new Slices(LOOKUPS_PER_CLOCK_READING);
  for (const { request, rows } of planned) {
    if (slices.isOver()) await nextSlice();
    const results = answerAtOnce(lookup, request, source) ?? [];
    answers.push(results.filter(({ row }) => rows === null || row === null || rows.has((row as RowPlace).line)));
  }
  const { statistics, standings } = compared(answers.flat());
  let place = 0;
  const members = planned.map(({ request }, number): Member => {
    const results = answers[number] as readonly ProviderResult[];
    const ofResults = standings.slice(place, place + results.length);
    place += results.length;
    return {
      billing_code: codeOf(request),
      identifiers: identifiersOf(request, source.identifierNames),
      results: results.map(({ result }) => result),
      standings: ofResults,
      ...(comparison.isBesideMedicare
        ? { medicare: results.map((each) => medicareRatio(each, request, AT_THE_PROVIDER, subject)) }
        : {}),
    };
  });
  const value = { compared: comparison.kind, total_results: total, statistics, members };
  return { value, lookups: members.length, results: answers };
}

/** The first records of a provider search; records of one provider are one lookup, by its identifiers. */
async function providersChosen(
  request: Extract<ComparisonRequest, { readonly kind: "providers" }>["request"],
  lookup: RateLookup,
  { state, directory }: StateInRelease,
): Promise<{ readonly total: number; readonly planned: readonly Planned[] }> {
  const { providers } = state;
  const { total, rows } = await directory.search(queryOf(request, providers), COMPARED_MAX);
  const byProvider = Map.groupBy(rows as readonly RowPlace[], (row) => JSON.stringify(providers.identity(row)));
  const planned = [...byProvider.values()].map((records): Planned => {
    const [first] = records as [RowPlace];
    const identifiers = Object.entries(providers.identifiers).map(([name, { of }]) => [
      name,
      of(first).find((value) => value !== null) ?? null,
    ]);
    return {
      request: {
        ...onlyOf(lookup, request),
        ...Object.fromEntries(identifiers.filter(([name]) => (name as string) in lookup.parameters)),
        providerName: null,
      } as unknown as LookupRequest,
      rows: new Set(records.map(({ line }) => line)),
    };
  });
  return { total, planned };
}

/** The parameters of the lookup among those of a comparison. */
function onlyOf({ parameters }: RateLookup, request: Readonly<Record<string, unknown>>): LookupRequest {
  const own = Object.fromEntries(Object.keys(parameters).map((key) => [key, request[key]]));
  return { ...own, today: request.today } as unknown as LookupRequest;
}

/** The code as sent: the request has it as text or inside an object. */
function codeOf(request: LookupRequest): string | null {
  const { billingCode } = request as unknown as { readonly billingCode: Pick<BillingCode, "sent"> | string | null };
  return typeof billingCode === "object" ? (billingCode?.sent ?? null) : billingCode;
}

function identifiersOf(request: LookupRequest, names: readonly string[]): Identifiers {
  const values = request as unknown as Identifiers;
  return Object.fromEntries(names.map((name) => [snakeCase(name), values[name] ?? null]));
}

/** Codes of 20 characters, the longest, with a comma and white space between them. */
const CODES_CHARACTERS_MAX = 24 * COMPARED_MAX;

const CODE_KEY = "billingCode";
const CODE = "billing_code";
const CODES = "billing_codes";

type Values = LookupRequest & Readonly<Record<string, unknown>>;

/** One code over several providers, or one provider over several codes. */
type ComparisonRequest = BesideMedicare &
  (
    | {
        readonly kind: "providers";
        /** Includes the filters of the provider search. */
        readonly request: Values;
      }
    | {
        readonly kind: "codes";
        readonly requests: readonly Values[];
      }
  );

/**
 * The parameters of a comparison: those of the lookup, a list of codes, and the filters of the state's provider search. A
 * parameter that both have (the provider's type) chooses providers and is part of each lookup.
 */
export function comparisonParameters(state: State, lookup: RateLookup): ReadParameters<ComparisonRequest> {
  const { parameters: ofLookup } = lookup;
  const code = ofLookup[CODE_KEY] as Parameter<unknown>;
  const onlyFilters = Object.keys(state.providers.filters).filter((key) => !(key in ofLookup));
  const parameters: Parameters = {
    ...Object.fromEntries(
      Object.entries(ofLookup).map(([key, parameter]) => [key, { ...parameter, ...LEFT_TO_COMPARISON }]),
    ),
    billingCodes: codesLike(code),
    ...Object.fromEntries(onlyFilters.map((key) => [key, state.search.parameters[key] as Parameter<unknown>])),
    ...medicareParameter(lookup),
  };
  const reader = requestReader(parameters);
  const exact = Object.keys(state.providers.identifiers);
  const choosing = [...exact, "providerName", ...Object.keys(state.providers.filters)];

  function providersCompared(request: Values, beside: BesideMedicare): Read<ComparisonRequest> {
    const faults: RequestFault[] = [];
    if (request[CODE_KEY] === null && code.required) faults.push(noCode());
    if (!isAnySent(request, choosing)) faults.push(noProviderChosen(choosing));
    return faults.length > 0 ? { ok: false, faults } : { ok: true, request: { ...beside, kind: "providers", request } };
  }

  function codesCompared(request: Values, codes: readonly unknown[], beside: BesideMedicare): Read<ComparisonRequest> {
    const faults: RequestFault[] = [];
    if (request[CODE_KEY] !== null) faults.push(bothCodes());
    if (!isAnySent(request, exact)) faults.push(noProvider(exact));
    for (const key of onlyFilters) if (request[key] !== null) faults.push(filterOfCodes(key));
    if (faults.length > 0) return { ok: false, faults };
    const requests = codes.map((each) => ({ ...request, [CODE_KEY]: each }));
    return { ok: true, request: { ...beside, kind: "codes", requests } };
  }

  return {
    parameters,
    read: (fields, defaults) => {
      const read = reader.fromQuery(fields, defaults);
      if (!read.ok) return { ok: false, faults: read.faults.map((fault) => aboutStays(fault, lookup)) };
      const { billingCodes, medicare, ...request } = read.request as unknown as Values & {
        readonly billingCodes: readonly unknown[] | null;
        readonly medicare?: boolean;
      };
      const beside = { isBesideMedicare: medicare === true };
      return billingCodes === null ? providersCompared(request, beside) : codesCompared(request, billingCodes, beside);
    },
  };
}

/** Required parameters depend on what is compared, so the comparison checks them. */
const LEFT_TO_COMPARISON = { required: false, identifiesProvider: false } as const;

function codesLike(code: Parameter<unknown>): Parameter<readonly unknown[] | null> {
  const description = `Up to ${COMPARED_MAX} values of ${CODE} with commas between them, to compare them at one provider.`;
  return listOf(code, { description }, { membersMax: COMPARED_MAX, charactersMax: CODES_CHARACTERS_MAX });
}

function isAnySent(request: Values, keys: readonly string[]): boolean {
  return keys.some((key) => (request[key] ?? null) !== null);
}

function noCode(): RequestFault {
  const message = `${CODE} is required to compare providers; send ${CODES} instead to compare codes at one provider.`;
  return { field: CODE, code: "missing_parameter", message };
}

function bothCodes(): RequestFault {
  const message = `${CODES} is not valid beside ${CODE}: send ${CODE} to compare providers, or ${CODES} to compare codes.`;
  return { field: CODES, code: "invalid_parameter", message };
}

function noProviderChosen(keys: readonly string[]): RequestFault {
  const names = keys.map(snakeCase);
  const message = `Send at least one of ${names.join(", ")}: they say which providers are compared.`;
  return { field: names[0] as string, code: "missing_provider_identifier", message };
}

function noProvider(keys: readonly string[]): RequestFault {
  const names = keys.map(snakeCase);
  const message = `Send at least one of ${names.join(", ")}: ${CODES} are compared at one provider.`;
  return { field: names[0] as string, code: "missing_provider_identifier", message };
}

function filterOfCodes(key: string): RequestFault {
  const field = snakeCase(key);
  const message = `${field} is not valid beside ${CODES}: it chooses among providers, which are compared by one ${CODE}.`;
  return { field, code: "invalid_parameter", message };
}

interface PriceStandings {
  readonly statistics: readonly Statistics[];
  /** One for each result, in their order; null for those without a price. */
  readonly standings: readonly (Standing | null)[];
}

/**
 * Compares the prices among some results. A price by the day and one by the stay have no median in common, so each
 * `payment_rate_type` is compared by itself.
 */
function compared(results: readonly ProviderResult[]): PriceStandings {
  const priced = results.flatMap((each, place) => {
    const amount = amountOf(each);
    return amount === null ? [] : [{ place, amount, kind: String(each.result.payment_rate_type) }];
  });
  const standings: (Standing | null)[] = results.map(() => null);
  const statistics: Statistics[] = [];
  for (const [kind, ofKind] of Map.groupBy(priced, (each) => each.kind)) {
    const ascending = ascendingOf(ofKind.map(({ amount }) => amount));
    statistics.push({ payment_rate_type: kind, priced: ascending.length, ...spreadOf(ascending) });
    const median = quantile(ascending, 2);
    for (const { place, amount } of ofKind) standings[place] = standingOf(amount, ascending, median);
  }
  return { statistics, standings };
}

function amountOf({ outcome: { payment } }: ProviderResult): Factor | null {
  return payment === null ? null : parseFactor(payment.value.text);
}

function standingOf(amount: Factor, ascending: readonly Factor[], median: Factor): Standing {
  const lower = ascending.filter((other) => compare(other, amount) < 0).length;
  const fromMedian = difference(amount, median);
  return {
    rank: lower + 1,
    of: ascending.length,
    percentile: percentShare(lower, ascending.length - 1),
    difference_from_median: withDecimals(fromMedian, Math.max(CENTS_DECIMALS, fromMedian.scale)).text,
  };
}

/** Takes at least one amount, in ascending order. */
export function spreadOf(ascending: readonly Factor[]): Omit<Statistics, "payment_rate_type" | "priced"> {
  const at = (quarters: number) => quantile(ascending, quarters).text;
  return { minimum: at(0), lower_quartile: at(1), median: at(2), upper_quartile: at(3), maximum: at(4) };
}

export function ascendingOf(amounts: readonly Factor[]): readonly Factor[] {
  return [...amounts].sort(compare);
}
