import { nextSlice, Slices } from "../core/runtime/scheduler.ts";
import { Refusal } from "../core/text/refusal.ts";
import type { RateData } from "../dataset/table.ts";
import type { CareSetting } from "../registry/definition.ts";
import type { ProviderDirectory } from "../registry/directory.ts";
import type { Form, LookupRequest, RateLookup, Refused } from "./lookup.ts";
import type { NoRate } from "./no-rate.ts";
import { counts, isByReport, isPriced, Outcome, type RequestPricer } from "./outcome.ts";
import { settlePeriods, shortenPeriods } from "./price-period.ts";
import type { Defaults } from "./request/parameter.ts";
import type { RequestFault, RequestFields } from "./request/read.ts";
import type { ProviderResult } from "./result.ts";

/** One state of an open release: its providers and rates. */
export interface LookupSource {
  readonly identifierNames: readonly string[];
  readonly directory: ProviderDirectory<unknown>;
  readonly data: RateData;
  readonly notLoaded: ReadonlyMap<CareSetting, NoRate>;
}

/** A lookup by `provider_name` returns at most this many providers (contract 2.2). */
export const PROVIDERS_BY_NAME_MAX = 20;

/** Reading and pricing a row takes some tens of microseconds. */
const ROWS_PER_CLOCK_READING = 4;

/** The whole period of a price, or a part of it around the day, which takes half the time. */
type Periods = "whole" | "around the day";

/** Answers a well-formed lookup with at least one result. Only lookups by name alone return a promise. */
export function lookupResults(
  lookup: RateLookup,
  request: LookupRequest,
  source: LookupSource,
): readonly ProviderResult[] | Promise<readonly ProviderResult[]> {
  return answerAtOnce(lookup, request, source) ?? byName(lookup, request, source);
}

/** Answers a lookup by identifier, or any lookup in a setting that is not loaded; null for others by name alone. */
export function answerAtOnce(
  lookup: RateLookup,
  request: LookupRequest,
  source: LookupSource,
  periods: Periods = "whole",
): readonly ProviderResult[] | null {
  const identifiers = sentByName(request, source.identifierNames);
  const noRate = source.notLoaded.get(lookup.setting);
  if (noRate !== undefined) return unloaded(lookup, request, identifiers, source, noRate);
  return identifiers === null ? null : byIdentifier(lookup, request, identifiers, source, periods);
}

/** The identifiers of a request with their values; null when it has none. */
function sentByName(request: LookupRequest, names: readonly string[]): Record<string, string> | null {
  let sent: Record<string, string> | null = null;
  for (const name of names) {
    const value = (request as unknown as Record<string, string | null>)[name] ?? null;
    if (value === null) continue;
    sent ??= {};
    sent[name] = value;
  }
  return sent;
}

/** One result for any request, with the first provider that the identifiers match (conventions 3.11). */
function unloaded(
  lookup: RateLookup,
  request: LookupRequest,
  identifiers: Record<string, string> | null,
  { directory, data }: LookupSource,
  noRate: NoRate,
): readonly ProviderResult[] {
  const { found } = lookup.rules.noProvider(request, data);
  if (identifiers === null) return refused(lookup, request, { noRate, found, about: null }, data, 0);
  const [about = null] = directory.find(identifiers, request.providerName?.folded ?? null);
  return refused(lookup, request, { noRate, found, about }, data, null);
}

/** Every matching row, uncapped (conventions 3.4). */
function byIdentifier(
  lookup: RateLookup,
  request: LookupRequest,
  identifiers: Record<string, string>,
  { directory, data }: LookupSource,
  periods: Periods,
): readonly ProviderResult[] {
  const { rules } = lookup;
  const matching = directory.find(identifiers, request.providerName?.folded ?? null);
  const selection = matching.length === 0 ? rules.noProvider(request, data) : rules.select(request, matching, data);
  if ("noRate" in selection) return refused(lookup, request, selection, data, null);

  const pricer = lookup.pricer(request, data);
  const worked = selection.rows.map((row) => ({ row, outcomes: rules.workOut(request, row, pricer) }));
  const { typeAsPriced } = rules;
  const left = typeAsPriced === null ? worked : withoutFailedTypes(typeAsPriced, request, worked);
  return resultsOf(lookup, request, left, data, null, periods);
}

interface WorkedRow {
  readonly row: unknown;
  readonly outcomes: readonly Outcome[];
}

/** The single result of a lookup without any priced provider. */
function refused(
  lookup: RateLookup,
  request: LookupRequest,
  { noRate, found, about }: Refused<object, unknown>,
  data: RateData,
  matchesTotal: number | null,
): readonly ProviderResult[] {
  const outcome = new Outcome(lookup.pricer(request, data).sheet(), found, null, noRate);
  const result = lookup.result(request, about, outcome, data, matchesTotal);
  return [{ result, outcome, row: about as object | null }];
}

function resultsOf(
  lookup: RateLookup,
  request: LookupRequest,
  worked: readonly WorkedRow[],
  data: RateData,
  matchesTotal: number | null,
  periods: Periods = "whole",
): ProviderResult[] {
  const all: ProviderResult[] = [];
  for (const { row, outcomes } of worked) {
    if (periods === "whole") settlePeriods(lookup, request, row, outcomes, data);
    else shortenPeriods(outcomes);
    for (const outcome of outcomes) {
      const result = lookup.result(request, row, outcome, data, matchesTotal);
      all.push({ result, outcome, row: row as object });
    }
  }
  return all;
}

/** A code that belongs to one of an NPI's provider types does not fail for the others (conventions 3.4). */
function withoutFailedTypes(
  typeAsPriced: (request: LookupRequest, row: unknown) => string,
  request: LookupRequest,
  worked: readonly WorkedRow[],
): readonly WorkedRow[] {
  if (worked.length === 1) return worked;
  const types = worked.map(({ row }) => typeAsPriced(request, row));
  const counting = new Set(types.filter((_, index) => worked[index]?.outcomes.some(counts)));
  return counting.size === 0 ? worked : worked.filter((_, index) => counting.has(types[index] as string));
}

/** The first 20 providers that can be priced, and how many there are (conventions 3.3). */
async function byName(
  lookup: RateLookup,
  request: LookupRequest,
  { directory, data }: LookupSource,
): Promise<readonly ProviderResult[]> {
  const { rules, setting } = lookup;
  const name = request.providerName?.folded ?? "";
  const pricer = lookup.pricer(request, data);
  const classes = classVerdicts(rules, setting, request, directory, pricer);
  const { total, rows, nameMatches } = await directory.countByName(
    setting,
    name,
    classes.qualifies,
    PROVIDERS_BY_NAME_MAX,
  );
  if (total === 0) {
    const byReport = classes.haveByReport()
      ? await directory.countByName(setting, name, classes.isByReport, 1)
      : { rows: [] };
    const [first] = byReport.rows.map((number) => directory.row(number));
    if (first !== undefined) return onlyByReport(lookup, request, first, pricer);
    const refusal = rules.noneQualifies(request, nameMatches, data, classes.considersAny());
    return refused(lookup, request, refusal, data, 0);
  }
  const worked: WorkedRow[] = [];
  const slices = new Slices(ROWS_PER_CLOCK_READING);
  for (const number of rows) {
    if (slices.isOver()) await nextSlice();
    const row = directory.row(number);
    worked.push({ row, outcomes: rules.workOut(request, row, pricer).filter(isPriced) });
  }
  return resultsOf(lookup, request, worked, data, total);
}

/** If no provider can be priced, the first provider with the code by report is the result. */
function onlyByReport(
  lookup: RateLookup,
  request: LookupRequest,
  row: unknown,
  pricer: RequestPricer,
): readonly ProviderResult[] {
  const outcomes = lookup.rules.workOut(request, row, pricer).filter(isByReport).slice(0, 1);
  return resultsOf(lookup, request, [{ row, outcomes }], pricer.data, 0);
}

type Verdict = "priced" | "by report" | "neither";

interface ClassVerdicts {
  readonly qualifies: (classNumber: number) => boolean;
  readonly isByReport: (classNumber: number) => boolean;
  /** Whether the code is by report for any class that was checked. */
  readonly haveByReport: () => boolean;
  /** Whether the lookup considers any class that was checked. */
  readonly considersAny: () => boolean;
}

/** Whether a class of providers can be priced: prices one of its rows, once. */
function classVerdicts(
  rules: RateLookup["rules"],
  setting: CareSetting,
  request: LookupRequest,
  directory: ProviderDirectory<unknown>,
  pricer: RequestPricer,
): ClassVerdicts {
  const verdicts = new Map<number, Verdict>();
  let considersAny = false;

  function verdictOf(classNumber: number): Verdict {
    let verdict = verdicts.get(classNumber);
    if (verdict === undefined) {
      const row = directory.representative(setting, classNumber);
      const isConsidered = rules.considersByName(request, row);
      considersAny ||= isConsidered;
      verdict = isConsidered ? verdictOn(rules.workOut(request, row, pricer)) : "neither";
      verdicts.set(classNumber, verdict);
    }
    return verdict;
  }

  return {
    qualifies: (classNumber) => verdictOf(classNumber) === "priced",
    isByReport: (classNumber) => verdictOf(classNumber) === "by report",
    haveByReport: () => [...verdicts.values()].includes("by report"),
    considersAny: () => considersAny,
  };
}

function verdictOn(outcomes: readonly Outcome[]): Verdict {
  if (outcomes.some(isPriced)) return "priced";
  return outcomes.some(isByReport) ? "by report" : "neither";
}

/** The results of a lookup as it was sent, or the errors of the request. */
export type LookupAnswer =
  | { readonly ok: true; readonly request: LookupRequest; readonly results: readonly ProviderResult[] }
  | { readonly ok: false; readonly faults: readonly RequestFault[] };

/** Reads and answers a lookup; only lookups by name alone return a promise. */
export function lookupAnswer(
  lookup: RateLookup,
  form: Form,
  fields: RequestFields,
  defaults: Defaults,
  source: LookupSource,
): LookupAnswer | Promise<LookupAnswer> {
  const read = lookup.reader[form](fields, defaults);
  if (!read.ok) return read;
  const { request } = read;
  const results = lookupResults(lookup, request, source);
  if (results instanceof Promise) return results.then((awaited) => ({ ok: true, request, results: awaited }));
  return { ok: true, request, results };
}

/** A lookup as it was sent, and the release that answers it. */
export interface LookupToAnswer {
  readonly lookup: RateLookup;
  readonly request: LookupRequest;
  readonly source: LookupSource;
}

/** The value that the lookup would read from another text of one parameter (its name in code); null: not sent. */
export function valueRead({ lookup, request, source }: LookupToAnswer, name: string, text: string | null): unknown {
  const parameter = lookup.parameters[name];
  if (parameter === undefined) return new Refusal("a parameter of the lookup");
  return text === null
    ? parameter.absent({ today: lookup.pricer(request, source.data).day })
    : parameter.fromText(text);
}

/** The results of the lookup with one value changed; none if the value is refused or cannot be answered at once. */
export function answerWith(
  { lookup, request, source }: LookupToAnswer,
  name: string,
  value: unknown,
  periods: Periods = "whole",
): readonly ProviderResult[] {
  if (value instanceof Refusal) return [];
  return answerAtOnce(lookup, { ...request, [name]: value }, source, periods) ?? [];
}
