import { keyOf, type Table } from "../../dataset/table.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import type { Result } from "../../pricing/result.ts";
import type { StateInRelease } from "../../release/release.ts";
import { type MadeUp, moreMadeUp } from "./made-up-figures.ts";
import { type Priced, pricedFor, type Unpriced } from "./record-price.ts";
import { mayBeReduced } from "./reduced-practitioners.ts";
import { type Row, WatchedRecord } from "./watched-record.ts";

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
