import type { RateData } from "../dataset/rate-data.ts";
import type { Setting } from "../providers/definition.ts";
import type { ProviderDirectory } from "../providers/directory.ts";
import { Slices } from "../timing/slices.ts";
import { nextSlice } from "../timing/turns.ts";
import type { LookupRequest, LookupRules, Priced, RateLookup, Result } from "./lookup.ts";

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
): readonly Result[] | Promise<readonly Result[]> {
  return answerAtOnce(lookup, request, source) ?? byName(lookup, request, source);
}

/** Answers a well-formed lookup by identifier; null for one by name alone. */
export function answerAtOnce(
  { rules }: RateLookup,
  request: LookupRequest,
  source: LookupSource,
): readonly Result[] | null {
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
): readonly Result[] {
  const matching = directory.find(identifiers, request.providerName?.folded ?? null);
  if (matching.length === 0) return [rules.noProvider(request, data)];

  const selection = rules.select(request, matching, data);
  if ("refusal" in selection) return [selection.refusal];

  const { rows } = selection;
  const priced = rows.map((row) => rules.price(request, row, data, null));
  return resultsOf(
    rules.typeAsPriced === null ? priced : withoutFailedTypes(rules.typeAsPriced, request, rows, priced),
  );
}

/** The results of several rows in one list. */
function resultsOf(pricedRows: readonly (readonly Priced[])[]): Result[] {
  const results: Result[] = [];
  for (const priced of pricedRows) {
    for (const { result } of priced) results.push(result);
  }
  return results;
}

/** A code that belongs to one of an NPI's provider types does not fail for the others (conventions 3.4). */
function withoutFailedTypes(
  typeAsPriced: (request: LookupRequest, row: unknown) => string,
  request: LookupRequest,
  rows: readonly unknown[],
  priced: readonly (readonly Priced[])[],
): readonly (readonly Priced[])[] {
  if (rows.length === 1) return priced;
  const types = rows.map((row) => typeAsPriced(request, row));
  const counting = new Set(types.filter((_, index) => priced[index]?.some(({ counts }) => counts)));
  return counting.size === 0 ? priced : priced.filter((_, index) => counting.has(types[index] as string));
}

/** The first 20 providers that can be priced, and how many there are (conventions 3.3). */
async function byName(
  { rules, setting }: RateLookup,
  request: LookupRequest,
  { directory, data }: LookupSource,
): Promise<readonly Result[]> {
  const name = request.providerName?.folded ?? "";
  const classes = classVerdicts(rules, setting, request, directory, data);
  const found = await directory.countByName(setting, name, classes.qualifies, PROVIDERS_BY_NAME_MAX);
  const { total, rows, nameMatches } = found;
  if (total === 0) return [rules.noneQualifies(request, nameMatches, data, classes.considersAny())];
  const priced: (readonly Priced[])[] = [];
  const slices = new Slices(ROWS_PER_CLOCK_READING);
  for (const row of rows) {
    if (slices.isOver()) await nextSlice();
    priced.push(rules.price(request, directory.row(row), data, total).filter(({ counts }) => counts));
  }
  return resultsOf(priced);
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
