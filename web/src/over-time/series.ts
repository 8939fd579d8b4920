import type { MedicareSpan } from "../../../src/answers/benchmark/schema.ts";
import type { NoRateCode } from "../../../src/pricing/no-rate.ts";
import { namesOf, type Result } from "../words/names.ts";
import { shownPrice } from "../words/price.ts";
import type { HistoryPeriod, ResultChange } from "./history-section.tsx";

/** One result of a lookup followed through the periods: a severity, a campus, a region. */
interface Series {
  /** What distinguishes it from the others; empty when there is only one. */
  readonly name: string;
  /** Its place among the results of each period, the newest first; null where it has none there. */
  readonly places: readonly (number | null)[];
}

/** What a series comes to in a period, and how that differs from the period before. */
export interface Point {
  readonly period: HistoryPeriod;
  readonly result: Result | null;
  /** Why there is no price; null where there is one, or where others of the period have one. */
  readonly noRate: NoRateCode | null;
  readonly change: ResultChange | null;
  /** What Medicare pays on the days of the period, the newest first; empty where it was not requested. */
  readonly medicare: readonly MedicareSpan[];
}

/**
 * Follows every result from period to period. What changed is matched by the API; results that it does not mention are as
 * they were, and stand in the same order in both periods.
 */
export function seriesOf(periods: readonly HistoryPeriod[]): readonly Series[] {
  const followed: { readonly places: (number | null)[] }[] = [];
  periods.forEach((period, index) => {
    const newer = periods[index - 1];
    const before = newer === undefined ? [] : placesBefore(newer, period);
    const taken = new Set<number>();
    for (const { places } of followed) {
      const last = places[index - 1] ?? null;
      const place = last === null ? null : (before[last] ?? null);
      if (place !== null) taken.add(place);
      places.push(place);
    }
    period.results.forEach((_, place) => {
      if (!taken.has(place)) followed.push({ places: [...Array<null>(index).fill(null), place] });
    });
  });
  const priced = followed.filter(({ places }) => places.some((place, index) => isPriced(periods[index], place)));
  const shown = priced.length === 0 ? followed.slice(0, 1) : priced;
  const names = namesOf(shown.map(({ places }) => newestResult(periods, places)).filter((each) => each !== null));
  return shown.map(({ places }, index) => ({ name: names[index] ?? "", places }));
}

/** Of each result of a period, its place in the one before; null where it is new. */
function placesBefore({ results, changes }: HistoryPeriod, older: HistoryPeriod): readonly (number | null)[] {
  const listed = changes ?? [];
  const matched = new Map(
    listed.flatMap((each) => (each.result === null ? [] : [[each.result, each.previous_result]])),
  );
  const mentioned = new Set(listed.map(({ previous_result }) => previous_result));
  const unmentioned = older.results.map((_, place) => place).filter((place) => !mentioned.has(place));
  return results.map((_, place) => {
    const before = matched.get(place);
    return before === undefined ? (unmentioned.shift() ?? null) : before;
  });
}

function isPriced(period: HistoryPeriod | undefined, place: number | null): boolean {
  return place !== null && shownPrice(period?.results[place] ?? null) !== null;
}

/** A series is named by its newest result with a price: without one, most fields are empty. */
function newestResult(periods: readonly HistoryPeriod[], places: readonly (number | null)[]): Result | null {
  const results = places.map((place, index) => (place === null ? null : (periods[index]?.results[place] ?? null)));
  return results.find((each) => shownPrice(each) !== null) ?? results.find((each) => each !== null) ?? null;
}

/** A series period by period, the newest first. */
export function pointsOf(periods: readonly HistoryPeriod[], { places }: Series): readonly Point[] {
  return periods.map((period, index) => {
    const place = places[index] ?? null;
    const result = place === null ? null : (period.results[place] ?? null);
    const noRate = place === null ? reasonOfAll(period) : (period.no_rate[place] ?? null);
    const change = (period.changes ?? []).find((each) => place !== null && each.result === place) ?? null;
    const medicare = place === null ? [] : (period.medicare?.[place] ?? []);
    return { period, result, noRate, change, medicare };
  });
}

/** Where the lookup as a whole has no rate, one result without a name stands for all of them. */
function reasonOfAll({ results, no_rate }: HistoryPeriod): NoRateCode | null {
  return results.every((each) => shownPrice(each) === null) ? (no_rate[0] ?? null) : null;
}
