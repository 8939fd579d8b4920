import { type Day, monthsBetween } from "../core/calendar/day.ts";
import { NO_LINE, type RateData, type Table, titleOf } from "../dataset/table.ts";
import type { LookupSource } from "../pricing/answer.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import { counts } from "../pricing/outcome.ts";
import type { ProviderResult } from "../pricing/result.ts";
import type { Freshness } from "../pricing/state/freshness.ts";

/** Caveats of the prices in an answer, and how many prices there are. */
export class Caveats {
  readonly #stale: StaleTables;
  readonly #empty: EmptyTables;
  #priced = 0;

  constructor(lookups: readonly RateLookup[], { data }: Pick<LookupSource, "data">, freshness: Freshness) {
    this.#stale = new StaleTables(freshness);
    this.#empty = new EmptyTables(lookups, data);
  }

  add(results: readonly ProviderResult[]): this {
    this.#stale.add(results);
    this.#empty.add(results);
    for (const { outcome } of results) if (outcome.payment !== null) this.#priced += 1;
    return this;
  }

  get stale(): readonly StaleTable[] {
    return this.#stale.listed;
  }

  /** Tables without what a price looked for in them. */
  get empty(): readonly IncompleteTable[] {
    return this.#empty.listed;
  }

  /** For the headers of an HTTP answer. */
  get headers(): { readonly priced: number; readonly stale: string | null; readonly empty: string | null } {
    return { priced: this.#priced, stale: this.#stale.headerText, empty: this.#empty.headerText };
  }
}

/** A table that prices were made from, with an edition much older than the priced day. */
export interface StaleTable {
  readonly table: string;
  readonly edition: Day;
  /** Whole months from the edition to the day. */
  readonly months: number;
}

/** Collects the tables of stale rows that prices were made from, each with its oldest edition. */
export class StaleTables {
  readonly #freshness: Freshness;
  readonly #oldest = new Map<string, { readonly edition: Day; readonly day: Day }>();

  constructor(freshness: Freshness) {
    this.#freshness = freshness;
  }

  add(results: readonly ProviderResult[]): this {
    const day = results[0]?.outcome.sheet.day;
    if (day === undefined || this.#freshness.isFreshOn(day)) return this;
    for (const { outcome } of results) {
      if (!counts(outcome)) continue;
      for (const { table, row } of outcome.sheet.readings.rowsUsed) {
        // A row that is in no file has no edition.
        if (row.line === NO_LINE) continue;
        const edition = this.#freshness.staleOn(table, row.line, day);
        if (edition === null) continue;
        const title = titleOf(table);
        const before = this.#oldest.get(title);
        if (before === undefined || edition < before.edition) this.#oldest.set(title, { edition, day });
      }
    }
    return this;
  }

  get listed(): readonly StaleTable[] {
    return [...this.#oldest].map(([table, { edition, day }]) => ({
      table,
      edition,
      months: monthsBetween(edition, day),
    }));
  }

  /** As a header names them: `ca/outpatient_rates 2023-03-15`; null when there are none. */
  get headerText(): string | null {
    if (this.#oldest.size === 0) return null;
    return [...this.#oldest].map(([table, { edition }]) => `${table} ${edition}`).join(", ");
  }
}

export function staleMessage({ table, edition, months }: StaleTable): string {
  return `${table} is of the publication of ${edition}, ${months} months before the day that is priced. A newer publication may pay something else: import it, or make sure that there is none.`;
}

const known = new WeakMap<RateData, Map<RateLookup, ReadonlySet<Table>>>();

/** The tables of a lookup without any row in a release; computed once, since a release never changes. */
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

/** A table without the rows that a price needed, and the message for people. */
export interface IncompleteTable {
  readonly table: string;
  readonly message: string;
}

export interface DaysPriced {
  readonly first: Day;
  readonly last: Day;
}

/**
 * Collects the tables that prices read and that are not loaded: without any row, or without an edition for the day. The
 * rules then continue as if the state published nothing there, which may give another price than the state's. So the
 * answer names every such table, even if most codes have nothing in it: a table that was never loaded must not be a
 * silent zero.
 */
class EmptyTables {
  readonly #empty: ReadonlySet<Table>;
  readonly #read = new Set<string>();
  readonly #withoutEdition = new Map<string, DaysPriced>();

  constructor(lookups: readonly RateLookup[], data: RateData) {
    const [first] = lookups;
    // Most answers are about one lookup, whose tables are known already.
    this.#empty =
      first !== undefined && lookups.length === 1
        ? emptyTablesOf(first, data)
        : new Set(lookups.flatMap((lookup) => [...emptyTablesOf(lookup, data)]));
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

function emptyMessage(table: string): string {
  return `${table} has no rows in the loaded data: the price is worked out as if the state published nothing there. Import what brings it before you rely on the price.`;
}

function noEditionMessage(table: string, days: DaysPriced): string {
  return `No publication of ${table} is loaded for ${daysText(days)}: the price is worked out without it. Import the publication of that time before you rely on the price.`;
}

/** `2026-03-10`, or `days from 2026-03-10 to 2026-04-01`. */
export function daysText({ first, last }: DaysPriced): string {
  return first === last ? first : `days from ${first} to ${last}`;
}
