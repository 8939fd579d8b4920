import { type Day, dayBefore, parseIsoDay } from "../calendar/day.ts";
import { monthsAfter, monthsBetween } from "../calendar/months.ts";
import type { Source } from "../dataset/description.ts";
import { type Table, titleOf } from "../dataset/table.ts";
import { compareText } from "../names/order.ts";
import type { State } from "./state.ts";

/** States publish most schedules every year; half a year more, and an edition was missed. */
export const STALE_AFTER_MONTHS = 18;

/** The edition of a table that a day is priced from, and how many whole months it is older than the day. */
export interface EditionAge {
  readonly edition: Day;
  readonly months: number;
}

/**
 * How old the editions are that the tables of a state come from. Only imports say of which day an edition is; what was
 * written by hand has no known edition and is never called stale.
 */
export class Freshness {
  /** Null: nothing is ever stale. */
  readonly limitMonths: number | null;
  readonly #editions: ReadonlyMap<string, readonly Day[]>;
  /** The last days on end on which no table is stale; `from` is after `to` when there are none. */
  readonly #from: string;
  readonly #to: string;

  constructor(tables: readonly Table[], sources: readonly Source[], limitMonths: number | null) {
    this.limitMonths = limitMonths;
    const editions = tables.map((table) => [titleOf(table), editionsOf(titleOf(table), sources)] as const);
    this.#editions = new Map(editions);
    const spans = editions.map(([, days]) => lastFreshDays(days, limitMonths));
    this.#from =
      spans
        .map(({ from }) => from)
        .sort(compareText)
        .at(-1) ?? FIRST;
    this.#to = spans.map(({ to }) => to).sort(compareText)[0] ?? LAST;
  }

  /** Whether no table at all is stale on a day: asked by every lookup, so two comparisons have to do in the usual case. */
  isFreshOn(day: Day): boolean {
    return this.#from <= day && day <= this.#to;
  }

  /** The newest edition of a table by its title; null when none is known. */
  newest(title: string): Day | null {
    return this.#editions.get(title)?.at(-1) ?? null;
  }

  /** The edition that rows in force on a day come from: the newest that is not after it; null when none is known. */
  ageOn(title: string, day: Day): EditionAge | null {
    const edition = this.#editions.get(title)?.findLast((each) => each <= day);
    return edition === undefined ? null : { edition, months: monthsBetween(edition, day) };
  }

  /** The same where it is older than the limit allows; null where it is not. */
  staleOn(title: string, day: Day): EditionAge | null {
    const age = this.ageOn(title, day);
    return age !== null && this.limitMonths !== null && isPast(age.edition, this.limitMonths, day) ? age : null;
  }
}

/** Below and above every day. */
const FIRST = "";
const LAST = "~";

interface Span {
  readonly from: string;
  readonly to: string;
}

function isPast(edition: Day, limitMonths: number, day: Day): boolean {
  return day > monthsAfter(edition, limitMonths);
}

/** The last days on end on which a table with these editions is not stale. */
function lastFreshDays(editions: readonly Day[], limitMonths: number | null): Span {
  const newest = editions.at(-1);
  if (limitMonths === null || newest === undefined) return { from: FIRST, to: LAST };
  // An edition that came later than the limit after the one before it ended days on which that one was stale.
  const late = editions.findLast(
    (edition, place) => place > 0 && isPast(editions[place - 1] as Day, limitMonths, dayBefore(edition)),
  );
  return { from: late ?? FIRST, to: monthsAfter(newest, limitMonths) };
}

/** The days of the editions that feed a table, the oldest first. */
function editionsOf(title: string, sources: readonly Source[]): readonly Day[] {
  const days = sources
    .filter(({ table }) => table === title)
    .flatMap(({ edition }) => (edition === null ? [] : (parseIsoDay(edition) ?? [])));
  return [...new Set(days)].sort(compareText);
}

const known = new WeakMap<object, Freshness>();

/** The freshness of one state of an open release, worked out once. Providers have no rates: their table is left aside. */
export function freshnessOf(
  source: { readonly state: State },
  sources: readonly Source[],
  limitMonths: number | null,
): Freshness {
  let freshness = known.get(source);
  if (freshness === undefined || freshness.limitMonths !== limitMonths) {
    const { tables, providers } = source.state;
    freshness = new Freshness(
      tables.filter((table) => table !== providers.table),
      sources,
      limitMonths,
    );
    known.set(source, freshness);
  }
  return freshness;
}
