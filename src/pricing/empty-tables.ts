import type { RateData } from "../dataset/rate-data.ts";
import { type Table, titleOf } from "../dataset/table.ts";
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

/**
 * Gathers the tables without any row that prices of a lookup looked into: data in part. The rules then go on as if the state
 * published nothing there, which may be another price than the state's; whoever asks is told. That holds for tables that most
 * codes have nothing in as well: one that was never loaded must not be a silent zero. A state that has none says so in a row.
 */
export class EmptyTables {
  readonly #empty: ReadonlySet<Table>;
  readonly #read = new Set<string>();

  constructor(lookup: RateLookup, data: RateData) {
    this.#empty = emptyTablesOf(lookup, data);
  }

  add(results: readonly ProviderResult[]): this {
    if (this.#empty.size === 0) return this;
    for (const { outcome } of results) {
      if (!counts(outcome)) continue;
      for (const table of outcome.sheet.readings.tablesRead) if (this.#empty.has(table)) this.#read.add(titleOf(table));
    }
    return this;
  }

  get listed(): readonly string[] {
    return [...this.#read];
  }

  /** As a header names them: `ny/apg_fees, ny/apg_weights`; null when there are none. */
  get headerText(): string | null {
    return this.#read.size === 0 ? null : this.listed.join(", ");
  }
}

/** What is said to people of a table without rows. */
export function emptyMessage(table: string): string {
  return `${table} has no rows in the loaded data: the price is worked out as if the state published nothing there. Import what brings it before you rely on the price.`;
}
