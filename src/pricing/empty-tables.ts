import type { Day } from "../core/calendar/day.ts";
import { type RateData, type Table, titleOf } from "../dataset/table.ts";
import type { RateLookup } from "./lookup.ts";
import { counts } from "./outcome.ts";
import type { ProviderResult } from "./result.ts";

const known = new WeakMap<RateData, Map<RateLookup, ReadonlySet<Table>>>();

/** The tables of a lookup that have no row at all in a release; worked out once, since a release never changes. */
export function emptyTablesOf(lookup: RateLookup, data: RateData): ReadonlySet<Table> {
  const byLookup = known.get(data) ?? new Map<RateLookup, ReadonlySet<Table>>();
  known.set(data, byLookup);
  let empty = byLookup.get(lookup);
  if (empty === undefined) {
    empty = new Set(lookup.tables.filter((table) => !data.hasRows(table)));
    byLookup.set(lookup, empty);
  }
  return empty;
}

/** A table without what a price looked for in it, and what is said of it to people. */
export interface IncompleteTable {
  /** Such as `ny/apg_fees`. */
  readonly table: string;
  readonly message: string;
}

/** The first and the last of some days. */
export interface DaysPriced {
  readonly first: Day;
  readonly last: Day;
}

/**
 * Gathers the tables that prices of a lookup looked into and that are not loaded: those without any row, and those of which no edition is
 * loaded for the day. The rules then go on as if the state published nothing there, which may be another price than the state's: the
 * answer names these tables. That includes tables that most codes have nothing in: one that was never loaded must not be a silent zero.
 */
export class EmptyTables {
  readonly #empty: ReadonlySet<Table>;
  readonly #read = new Set<string>();
  readonly #withoutEdition = new Map<string, DaysPriced>();

  constructor(lookup: RateLookup, data: RateData) {
    this.#empty = emptyTablesOf(lookup, data);
  }

  add(results: readonly ProviderResult[]): this {
    for (const { outcome } of results) {
      if (!counts(outcome)) continue;
      const { readings, day } = outcome.sheet;
      if (this.#empty.size > 0) {
        for (const table of readings.tablesRead) if (this.#empty.has(table)) this.#read.add(titleOf(table));
      }
      for (const table of readings.withoutEdition) {
        if (!this.#empty.has(table)) addDay(this.#withoutEdition, titleOf(table), day);
      }
    }
    return this;
  }

  get listed(): readonly IncompleteTable[] {
    return [
      ...[...this.#read].map((table) => ({ table, message: emptyMessage(table) })),
      ...[...this.#withoutEdition].map(([table, days]) => ({ table, message: noEditionMessage(table, days) })),
    ];
  }

  /** As a header names them: `ny/apg_fees, ny/apg_weights`; null when there are none. */
  get headerText(): string | null {
    const { listed } = this;
    return listed.length === 0 ? null : listed.map(({ table }) => table).join(", ");
  }
}

/** Counts a day among those of a table. */
export function addDay(days: Map<string, DaysPriced>, table: string, day: Day): void {
  const { first = day, last = day } = days.get(table) ?? {};
  days.set(table, { first: day < first ? day : first, last: day > last ? day : last });
}

/** What is said to people of a table without rows. */
function emptyMessage(table: string): string {
  return `${table} has no rows in the loaded data: the price is worked out as if the state published nothing there. Import what brings it before you rely on the price.`;
}

/** What is said to people of a table without an edition for the day that is priced. */
function noEditionMessage(table: string, days: DaysPriced): string {
  return `No edition of ${table} is loaded for ${daysText(days)}: the price is worked out without it. Import the edition of that time before you rely on the price.`;
}

/** `2026-03-10`, or `days from 2026-03-10 to 2026-04-01`. */
export function daysText({ first, last }: DaysPriced): string {
  return first === last ? first : `days from ${first} to ${last}`;
}
