import { type Table, titleOf } from "../dataset/table.ts";
import type { CareSetting } from "../registry/definition.ts";
import type { RateLookup } from "./lookup.ts";

/** Rows by table, such as `ca/outpatient_rates`; a table that is not there has none. */
export type RowCounts = Readonly<Record<string, number>>;

/** A setting without a row in any of its tables is not loaded: nothing can be said about its prices. */
export function isLoaded({ tables }: RateLookup, rowCounts: RowCounts): boolean {
  return tables.some((table) => rowsIn(table, rowCounts) > 0);
}

/** Whether each setting of a state is loaded. */
export type LoadedSettings = Readonly<Partial<Record<CareSetting, boolean>>>;

export function loadedSettings(lookups: readonly RateLookup[], rowCounts: RowCounts): LoadedSettings {
  return Object.fromEntries(lookups.map((lookup) => [lookup.setting, isLoaded(lookup, rowCounts)]));
}

export function rowsIn(table: Table, rowCounts: RowCounts): number {
  return rowCounts[titleOf(table)] ?? 0;
}
