import {
  addDay,
  type DaysPriced,
  daysText,
  emptyTablesOf,
  type StaleTable,
  StaleTables,
} from "../../answers/caveats.ts";
import { type Day, dayAfter } from "../../core/calendar/day.ts";
import { integer, nullableString, object, string, type ValueOf } from "../../core/schema/schema.ts";
import { plural } from "../../core/text/plural.ts";
import { titleOf } from "../../dataset/table.ts";
import type { LookupSource } from "../../pricing/answer.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { Freshness } from "../../pricing/state/freshness.ts";

/** A default in prices; with its value when all of them use the same one. */
export const assumptionSchema = object("Default that prices rest on", {
  parameter: string("The parameter that was not sent."),
  value: nullableString("The value that was taken; null where lines differ."),
  reason: string("Why that one."),
  lines: integer("How many lines."),
});
type CountedAssumption = ValueOf<typeof assumptionSchema>;

/** A table without an edition for some of the priced days, and those days in order. */
interface TableWithoutEdition {
  readonly table: string;
  readonly days: readonly Day[];
}

/** A table that a price needs, without an edition for its day. */
export interface MissingEdition {
  readonly table: string;
  readonly day: Day;
}

/** Properties of the data behind answers: tables without rows or without an edition for the day, old editions, defaults. */
export interface DataNotesRecord {
  readonly empty: readonly string[];
  readonly withoutEdition: readonly TableWithoutEdition[];
  readonly stale: readonly StaleTable[];
  readonly assumed: readonly CountedAssumption[];
}

const DAYS_MAX = 3_660;
/** Days and runs of consecutive days that a note names. */
const RUNS_NAMED_MAX = 5;

/** Far more than the rules of a state have; limits reasons that name a value of each line. */
const ASSUMPTIONS_MAX = 100;

export class DataNotes {
  readonly #empty = new Set<string>();
  readonly #withoutEdition = new Map<string, Set<Day>>();
  readonly #stale = new Map<string, StaleTable>();
  readonly #assumed = new Map<string, CountedAssumption>();

  /** Includes lines without a price: an empty table is why they have none. */
  addAnswer(results: readonly ProviderResult[], lookup: RateLookup, source: LookupSource, freshness: Freshness): void {
    const empty = emptyTablesOf(lookup, source.data);
    if (empty.size > 0) {
      for (const { outcome } of results) {
        for (const table of outcome.sheet.readings.tablesRead) if (empty.has(table)) this.#empty.add(titleOf(table));
      }
    }
    for (const { table, day } of missingEditions(results, lookup, source)) this.#addWithoutEdition(table, day);
    const day: Day | undefined = results[0]?.outcome.sheet.day;
    if (day !== undefined && !freshness.isFreshOn(day)) {
      for (const table of new StaleTables(freshness).add(results).listed) this.#addStale(table);
    }
    for (const { parameter, value, reason } of assumptionsOf(results)) {
      this.#addAssumed({ parameter, value, reason, lines: 1 });
    }
  }

  add({ empty, withoutEdition, stale, assumed }: DataNotesRecord): void {
    for (const table of empty) this.#empty.add(table);
    for (const { table, days } of withoutEdition) for (const day of days) this.#addWithoutEdition(table, day);
    for (const table of stale) this.#addStale(table);
    for (const each of assumed) this.#addAssumed(each);
  }

  record(): DataNotesRecord {
    const assumed = [...this.#assumed.values()].sort((a, b) => b.lines - a.lines);
    const withoutEdition = [...this.#withoutEdition].map(([table, days]) => ({ table, days: [...days].sort() }));
    return { empty: [...this.#empty].sort(), withoutEdition, stale: [...this.#stale.values()], assumed };
  }

  #addWithoutEdition(table: string, day: Day): void {
    const days = this.#withoutEdition.get(table) ?? new Set();
    this.#withoutEdition.set(table, days);
    if (days.size < DAYS_MAX) days.add(day);
  }

  #addStale(table: StaleTable): void {
    const before = this.#stale.get(table.table);
    const isOlder = before === undefined || table.edition < before.edition;
    if (isOlder || (table.edition === before.edition && table.months > before.months)) {
      this.#stale.set(table.table, table);
    }
  }

  #addAssumed({ parameter, value, reason, lines }: CountedAssumption): void {
    const key = `${parameter} ${reason}`;
    const before = this.#assumed.get(key);
    if (before === undefined && this.#assumed.size >= ASSUMPTIONS_MAX) return;
    const kept = before === undefined || before.value === value ? value : null;
    this.#assumed.set(key, { parameter, value: kept, reason, lines: (before?.lines ?? 0) + lines });
  }
}

/** Notes for people: why lines may lack a price or differ from the state's. `nameOf`: what readers call a table. */
export function dataNotesTexts(
  { empty, withoutEdition, stale }: DataNotesRecord,
  nameOf = (table: string) => table,
): readonly string[] {
  return [
    ...empty.map(
      (table) =>
        `${nameOf(table)} has no rows in the release: lines that need it have no price, or are priced as if the state published nothing there. Import what brings it and build the release again.`,
    ),
    ...withoutEdition.map(
      ({ table, days }) =>
        `No publication of ${nameOf(table)} is loaded for ${daysNamed(days)}: lines of ${plural(days.length, "this day", "these days")} are priced without it. Import the publications of that time and build the release again.`,
    ),
    ...stale.map(
      ({ table, edition, months }) =>
        `${nameOf(table)} is of the publication of ${edition}, up to ${months} months before the days that are priced. A newer publication may pay something else: import it, or make sure that there is none.`,
    ),
  ];
}

/** The tables that results needed without an edition for their day, each once. Empty tables are reported apart. */
export function missingEditions(
  results: readonly ProviderResult[],
  lookup: RateLookup,
  source: LookupSource,
): readonly MissingEdition[] {
  const found = new Map<string, MissingEdition>();
  for (const { outcome } of results) {
    const { readings, day } = outcome.sheet;
    for (const table of readings.withoutEdition) {
      if (!emptyTablesOf(lookup, source.data).has(table)) found.set(titleOf(table), { table: titleOf(table), day });
    }
  }
  return [...found.values()];
}

/** `days from 2026-03-10 to 2026-03-12, 2026-05-04 and 4 more days up to 2026-10-01`: days between may have an edition. */
function daysNamed(days: readonly Day[]): string {
  const runs = new Map<string, DaysPriced>();
  let start: Day | null = null;
  let before: Day | null = null;
  let named = 0;
  for (const day of days) {
    if (start === null || before === null || day !== dayAfter(before)) start = day;
    if (!runs.has(start) && runs.size === RUNS_NAMED_MAX) break;
    addDay(runs, start, day);
    before = day;
    named += 1;
  }
  const texts = [...runs.values()].map(daysText).join(", ");
  const more = days.length - named;
  return more === 0 ? texts : `${texts} and ${more} more ${plural(more, "day")} up to ${days.at(-1)}`;
}

/** The defaults behind the price of a line. */
function assumptionsOf(results: readonly ProviderResult[]) {
  const all = results.find(({ outcome }) => outcome.payment !== null)?.outcome.sheet.assumptions ?? [];
  // A rule may read a default twice; it counts once.
  const isFirst = ({ parameter, reason }: (typeof all)[number], place: number) =>
    all.findIndex((each) => each.parameter === parameter && each.reason === reason) === place;
  return all.length < 2 ? all : all.filter(isFirst);
}

/** The defaults behind the price of a line, in words. */
export function assumedTexts(results: readonly ProviderResult[]): readonly string[] {
  return assumptionsOf(results).map(assumedText);
}

/** `procedure_type Medicine (not sent: the most common)` */
export function assumedText({ parameter, value, reason }: Omit<CountedAssumption, "lines">): string {
  return `${value === null ? parameter : `${parameter} ${value}`} (${reason})`;
}
