import { keyOf, type RowPlace, type Table, titleOf } from "../../dataset/table.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import { isPriced, type Outcome } from "../../pricing/outcome.ts";
import type { Result } from "../../pricing/result.ts";
import type { PAYMENT_RATE_TYPES } from "../../pricing/result-fields.ts";
import type { StateInRelease } from "../../release/release.ts";
import { explainResult } from "../explanation/explain-result.ts";
import type { ExplainedCalculation } from "../explanation/schema.ts";
import { type MadeUp, madeUpOf, moreMadeUp } from "./made-up-figures.ts";

/* The fee schedule rates that a state pays for some requests, by type of provider: where all of a type are paid alike, one rate. */

/** A rate of a fee schedule, and how many of the provider's records have it. */
export interface ScheduleRate {
  readonly amount: string;
  readonly calculation: string;
  readonly providers: number;
  readonly madeUp: MadeUp;
  /** Whether some of the records may be of practitioners whom Medicare pays less than its schedule. */
  readonly mayBeReduced: boolean;
  /** The results that come to it. */
  readonly results: ReadonlySet<Result>;
}

/** The rates of one type of provider for one request. */
export interface RatesOfType {
  readonly providerType: string;
  readonly rates: readonly ScheduleRate[];
}

/** Why prices of a type are not compared, in words that follow the names of the types. */
export const WHY_LEFT_OUT = {
  facility: "whose price includes payment for the facility: Medicare's non-facility rate is for an office",
  shareOfCharges: "where the provider is paid a percentage of its charges, which is no dollar amount",
  own: "where the price has a figure of the provider's own, which no schedule has",
} as const;

type WhyLeftOut = keyof typeof WHY_LEFT_OUT;

export interface RatesByType {
  /** By the place of the request; types without a rate of a fee schedule are left out. */
  readonly rates: readonly (readonly RatesOfType[])[];
  /** Why there is none at all, by the place of the request. */
  readonly reasons: readonly (string | null)[];
  /** Types that are left out, by the reason. */
  readonly typesLeftOut: Readonly<Record<WhyLeftOut, readonly string[]>>;
  /** Records that were not priced because their type has too many that differ. */
  readonly leftOut: number;
}

/** Records of a type that are priced one by one, where the rules read what only one of them has. */
export const PRICED_ONE_BY_ONE_MAX = 2000;

/** What one record is paid for each request. */
type Profile = readonly (readonly (Priced | Unpriced)[])[];

/** A rate while records are counted: registries have hundreds of thousands of them. */
interface CountedRate extends ScheduleRate {
  providers: number;
  madeUp: MadeUp;
  mayBeReduced: boolean;
  readonly results: Set<Result>;
}

/** Prices the requests for every record of the state's providers, each combination of what the rules read once. */
export async function ratesByType(
  lookup: RateLookup,
  source: StateInRelease,
  requests: readonly LookupRequest[],
): Promise<RatesByType> {
  const { directory, state } = source;
  const profiles = new Profiles(state.providers.table, (record) =>
    requests.map((request) => pricedFor(request, record, lookup, source)),
  );
  const counts = new Map<string, Map<string, CountedRate>[]>();
  const reasons = requests.map((): string | null => null);
  const facilityTypes = lookup.claimLines?.facilityTypes ?? [];
  const typesLeftOut = { facility: new Set<string>(), shareOfCharges: new Set<string>(), own: new Set<string>() };
  let leftOut = 0;
  for (const number of await directory.pricedIn(lookup.setting)) {
    const row = directory.row(number) as Row;
    const type = String(state.providers.filters.providerType?.of(row, source.data) ?? "");
    const profile = profiles.of(row, type);
    if (profile === null) {
      leftOut += 1;
      continue;
    }
    const ofType = counts.get(type) ?? requests.map(() => new Map<string, CountedRate>());
    counts.set(type, ofType);
    const isReduced = mayBeReduced(row);
    for (const [place, outcomes] of profile.entries()) {
      for (const outcome of outcomes) {
        const why = whyLeftOut(outcome, facilityTypes.includes(type));
        if (why !== null) typesLeftOut[why].add(type);
        else if ("reason" in outcome) reasons[place] ??= outcome.reason;
        else count(ofType[place] as Map<string, CountedRate>, outcome, isReduced);
      }
    }
  }
  return {
    rates: requests.map((_, place) =>
      [...counts].flatMap(([providerType, ofType]) => {
        const rates = [...(ofType[place]?.values() ?? [])];
        return rates.length === 0 ? [] : [{ providerType, rates }];
      }),
    ),
    reasons,
    typesLeftOut: {
      facility: [...typesLeftOut.facility].sort(),
      shareOfCharges: [...typesLeftOut.shareOfCharges].sort(),
      own: [...typesLeftOut.own].sort(),
    },
    leftOut,
  };
}

/** Null: the price is compared, or there is none. */
function whyLeftOut(outcome: Priced | Unpriced, isFacility: boolean): WhyLeftOut | null {
  if ("reason" in outcome) return outcome.isShareOfCharges ? "shareOfCharges" : null;
  if (isFacility) return "facility";
  return outcome.isOwn ? "own" : null;
}

function count(rates: Map<string, CountedRate>, priced: Priced, isReduced: boolean): void {
  const { amount, calculation, madeUp, result } = priced;
  const before = rates.get(amount);
  const rate = before ?? { amount, calculation, providers: 0, madeUp, mayBeReduced: false, results: new Set<Result>() };
  rates.set(amount, rate);
  rate.providers += 1;
  rate.madeUp = moreMadeUp(rate.madeUp, madeUp);
  rate.mayBeReduced ||= isReduced;
  rate.results.add(result);
}

/**
 * Remembers what a record is paid by the columns that its rules have read. A rule is a function of what it reads, so another
 * record with the same cells there is paid the same. Registries have hundreds of thousands of records and few such combinations.
 */
class Profiles {
  readonly #table: Table;
  readonly #workOut: (record: WatchedRecord) => Profile;
  readonly #known: { readonly columns: readonly string[]; readonly byCells: Map<string, Profile> }[] = [];
  readonly #pricedOf = new Map<string, number>();

  constructor(table: Table, workOut: (record: WatchedRecord) => Profile) {
    this.#table = table;
    this.#workOut = workOut;
  }

  /** Null where too many records of the type were priced one by one. */
  of(row: Row, type: string): Profile | null {
    for (const { columns, byCells } of this.#known) {
      const known = byCells.get(cellsOf(row, columns));
      if (known !== undefined) return known;
    }
    const priced = this.#pricedOf.get(type) ?? 0;
    if (priced >= PRICED_ONE_BY_ONE_MAX) return null;
    this.#pricedOf.set(type, priced + 1);
    const record = new WatchedRecord(row, this.#table);
    const profile = this.#workOut(record);
    const { columns } = record;
    const title = columns.join();
    const same = this.#known.find((each) => each.columns.join() === title) ?? { columns, byCells: new Map() };
    if (same.byCells.size === 0) this.#known.push(same);
    same.byCells.set(cellsOf(row, columns), profile);
    return profile;
  }
}

function cellsOf(row: Row, columns: readonly string[]): string {
  return keyOf(columns.map((column) => row[column]));
}

/* What one record of a provider is paid for a request, and what the price rests on. */

interface Priced {
  readonly amount: string;
  readonly calculation: string;
  /** Whether a figure is the provider's own. */
  readonly isOwn: boolean;
  readonly madeUp: MadeUp;
  /** The result, with what the rules have read of the record: the same for every record with the same cells there. */
  readonly result: Result;
}

interface Unpriced {
  readonly reason: string;
  /** Whether it is paid a share of what the claim charges, which has no dollar amount without them. */
  readonly isShareOfCharges: boolean;
}

/** The kind of rate, as results of every state name it. */
const SHARE_OF_CHARGES: (typeof PAYMENT_RATE_TYPES)[number] = "percent_of_charges";

function pricedFor(
  request: LookupRequest,
  record: WatchedRecord,
  lookup: RateLookup,
  source: StateInRelease,
): readonly (Priced | Unpriced)[] {
  const outcomes = lookup.rules.workOut(request, record.row, lookup.pricer(request, source.data));
  return record.unwatched(() => outcomes.map((outcome) => priceOf(outcome, request, record, lookup, source)));
}

function priceOf(
  outcome: Outcome<object>,
  request: LookupRequest,
  { row, seen }: WatchedRecord,
  lookup: RateLookup,
  source: StateInRelease,
): Priced | Unpriced {
  const amount = isPriced(outcome) ? (outcome.payment?.value.text ?? null) : null;
  const result = lookup.result(request, seen, outcome, source.data, null);
  if (amount === null) {
    return {
      reason: outcome.noRate?.message ?? "The rate has no dollar amount.",
      isShareOfCharges: result.payment_rate_type === SHARE_OF_CHARGES,
    };
  }
  const registry = { providers: source.state.providers.table, origins: source.origins };
  const explained = explainResult({ result: {}, outcome, row }, registry, null);
  return {
    amount,
    calculation: outcome.method ?? "",
    isOwn: hasOwnFigure(explained, lookup, source),
    madeUp: madeUpOf(explained),
    result,
  };
}

/** Whether a figure of the price is from a row that is found by an identifier of the provider. */
function hasOwnFigure({ inputs, rows }: ExplainedCalculation, lookup: RateLookup, { state }: StateInRelease): boolean {
  const tables = new Map<string, Table>(lookup.tables.map((table) => [titleOf(table), table]));
  const names = Object.keys(state.providers.identifiers);
  return inputs.some(({ from }) => {
    if (!("row" in from)) return false;
    const table = rows.find(({ id }) => id === from.row)?.table ?? "";
    return (
      table === titleOf(state.providers.table) || (tables.get(table)?.key ?? []).some((key) => names.includes(key))
    );
  });
}

/* Practitioners whom Medicare pays 85 % of its physician fee schedule: nurse practitioners, clinical nurse specialists and physician assistants. */

/** Registries call the column of the NUCC taxonomy code so. */
const TAXONOMY_COLUMNS = ["primaryTaxonomy", "primaryTaxonomyCode"];

/** How NUCC codes of physician assistants, nurse practitioners and clinical nurse specialists begin. */
const REDUCED = /^(363A|363L|364S)/i;

/** Whether a record is of such a practitioner, or may be because the registry has no taxonomy for it. */
export function mayBeReduced(record: Readonly<Record<string, unknown>>): boolean {
  const codes = TAXONOMY_COLUMNS.flatMap((column) => {
    const cell = record[column];
    return typeof cell === "string" && cell !== "" ? [cell] : [];
  });
  return codes.length === 0 || codes.some((code) => REDUCED.test(code));
}

/** For the note of a row with such records. */
export const REDUCED_NOTE =
  "Nurse practitioners, clinical nurse specialists or physician assistants may be among these records: Medicare pays them 85 % of its schedule, which is not applied here.";

type Row = Readonly<Record<string, unknown>> & RowPlace;

/** The line of a record says where it stands, and decides nothing. */
const NO_COLUMN = "line";

/** A record of a provider that remembers which of its columns the rules have read. */
export class WatchedRecord {
  /** For the rules. */
  readonly row: Row;
  /** For results: a column that the rules have not read is empty, because another record with the same price differs in it. */
  readonly seen: Row;
  readonly #read = new Set<string>();
  #isWatched = true;

  constructor(record: Row, { columns }: Pick<Table, "columns">) {
    this.row = new Proxy(record, {
      get: (target, name) => {
        if (this.#isWatched && typeof name === "string" && name !== NO_COLUMN) this.#read.add(name);
        return Reflect.get(target, name);
      },
    });
    this.seen = new Proxy(record, {
      get: (target, name) => {
        const isHidden = typeof name === "string" && name in columns && !this.#read.has(name);
        return isHidden ? (columns[name]?.absent ?? null) : Reflect.get(target, name);
      },
    });
  }

  /** For the explanation of a price, which names the record by its key: the price does not depend on that. */
  unwatched<Of>(work: () => Of): Of {
    this.#isWatched = false;
    try {
      return work();
    } finally {
      this.#isWatched = true;
    }
  }

  /** In the order of the alphabet. */
  get columns(): readonly string[] {
    return [...this.#read].sort();
  }
}
