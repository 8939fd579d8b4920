import type { RateData } from "../dataset/rate-data.ts";
import type { Setting } from "../providers/definition.ts";
import type { ProviderDirectory } from "../providers/directory.ts";
import { Slices } from "../timing/slices.ts";
import { nextSlice } from "../timing/turns.ts";
import type { LookupRequest, LookupRules, Priced, ProviderResult, RateLookup, Result } from "./lookup.ts";

/** Where a lookup finds its providers and rates: one state of an open release. */
export interface LookupSource {
  readonly identifierNames: readonly string[];
  readonly directory: ProviderDirectory<unknown>;
  readonly data: RateData;
}

/** A lookup by `provider_name` returns at most this many providers (contract 2.2). */
export const PROVIDERS_BY_NAME_MAX = 20;

/** Reading and pricing a row takes some tens of microseconds. */
const ROWS_PER_CLOCK_READING = 4;

type Rules = LookupRules<LookupRequest, unknown>;

/**
 * Answers a well-formed lookup with at least one result. Lookups by identifier are answered
 * at once; only those by name alone may take long enough to be worth waiting for.
 */
export function answerLookup(
  lookup: RateLookup,
  request: LookupRequest,
  source: LookupSource,
): readonly ProviderResult[] | Promise<readonly ProviderResult[]> {
  return answerAtOnce(lookup, request, source) ?? byName(lookup, request, source);
}

/** Answers a well-formed lookup by identifier; null for one by name alone. */
export function answerAtOnce(
  { rules }: RateLookup,
  request: LookupRequest,
  source: LookupSource,
): readonly ProviderResult[] | null {
  const identifiers = identifiersSent(request, source.identifierNames);
  return identifiers === null ? null : byIdentifier(rules, request, identifiers, source);
}

function identifiersSent(request: LookupRequest, names: readonly string[]): Record<string, string> | null {
  let sent: Record<string, string> | null = null;
  for (const name of names) {
    const value = (request as unknown as Record<string, string | null>)[name] ?? null;
    if (value === null) continue;
    sent ??= {};
    sent[name] = value;
  }
  return sent;
}

/** Every matching row, uncapped (conventions 3.4). */
function byIdentifier(
  rules: Rules,
  request: LookupRequest,
  identifiers: Record<string, string>,
  { directory, data }: LookupSource,
): readonly ProviderResult[] {
  const { rows: matching, areKept } = directory.find(identifiers, request.providerName?.folded ?? null);
  if (matching.length === 0) return aboutNobody(rules.noProvider(request, data));

  const selection = rules.select(request, matching, data);
  if ("refusal" in selection) return aboutNobody(selection.refusal);

  const { rows } = selection;
  const priced = rows.map((row) => ({ row, results: rules.price(request, row, data, null) }));
  const { typeAsPriced } = rules;
  return resultsOf(typeAsPriced === null ? priced : withoutFailedTypes(typeAsPriced, request, priced), areKept);
}

/** A row and its results. */
interface PricedRow {
  readonly row: unknown;
  readonly results: readonly Priced[];
}

function aboutNobody(result: Result): readonly ProviderResult[] {
  return [{ keptRow: null, result }];
}

/** The results of several rows in one list. */
function resultsOf(priced: readonly PricedRow[], areKept: boolean): ProviderResult[] {
  const all: ProviderResult[] = [];
  for (const { row, results } of priced) {
    const keptRow = areKept ? (row as object) : null;
    for (const { result } of results) all.push({ keptRow, result });
  }
  return all;
}

/** A code that belongs to one of an NPI's provider types does not fail for the others (conventions 3.4). */
function withoutFailedTypes(
  typeAsPriced: (request: LookupRequest, row: unknown) => string,
  request: LookupRequest,
  priced: readonly PricedRow[],
): readonly PricedRow[] {
  if (priced.length === 1) return priced;
  const types = priced.map(({ row }) => typeAsPriced(request, row));
  const counting = new Set(types.filter((_, index) => priced[index]?.results.some(({ counts }) => counts)));
  return counting.size === 0 ? priced : priced.filter((_, index) => counting.has(types[index] as string));
}

/** The first 20 providers that can be priced, and how many there are (conventions 3.3). */
async function byName(
  { rules, setting }: RateLookup,
  request: LookupRequest,
  { directory, data }: LookupSource,
): Promise<readonly ProviderResult[]> {
  const name = request.providerName?.folded ?? "";
  const classes = classVerdicts(rules, setting, request, directory, data);
  const found = await directory.countByName(setting, name, classes.qualifies, PROVIDERS_BY_NAME_MAX);
  const { total, rows, nameMatches } = found;
  if (total === 0) return aboutNobody(rules.noneQualifies(request, nameMatches, data, classes.considersAny()));
  const priced: PricedRow[] = [];
  const slices = new Slices(ROWS_PER_CLOCK_READING);
  for (const number of rows) {
    if (slices.isOver()) await nextSlice();
    const row = directory.row(number);
    priced.push({ row, results: rules.price(request, row, data, total).filter(({ counts }) => counts) });
  }
  return resultsOf(priced, false);
}

interface ClassVerdicts {
  readonly qualifies: (classNumber: number) => boolean;
  /** Whether the lookup looks at any of the classes asked about. */
  readonly considersAny: () => boolean;
}

/** Whether a class of providers can be priced for a request, pricing one of its rows at most once. */
function classVerdicts(
  rules: Rules,
  setting: Setting,
  request: LookupRequest,
  directory: ProviderDirectory<unknown>,
  data: RateData,
): ClassVerdicts {
  const verdicts = new Map<number, boolean>();
  let considersAny = false;

  function qualifies(classNumber: number): boolean {
    let verdict = verdicts.get(classNumber);
    if (verdict === undefined) {
      const row = directory.representative(setting, classNumber);
      const isConsidered = rules.considersByName(request, row);
      considersAny ||= isConsidered;
      verdict = isConsidered && rules.price(request, row, data, null).some(({ counts }) => counts);
      verdicts.set(classNumber, verdict);
    }
    return verdict;
  }

  return { qualifies, considersAny: () => considersAny };
}
