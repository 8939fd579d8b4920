import { bringing, importedAs } from "../../dataset/published.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import type { CareSetting } from "../../registry/definition.ts";
import type { RateLookup } from "../lookup.ts";
import { NoRate } from "../no-rate.ts";
import type { State } from "./state.ts";

/** Rows by table, such as `ca/outpatient_rates`; a table that is not there has none. */
export type RowCounts = Readonly<Record<string, number>>;

/** A setting without a row in any of its tables is not loaded: nothing can be said about its prices. */
export function isLoaded({ tables }: RateLookup, rowCounts: RowCounts): boolean {
  return tables.some((table) => rowsIn(table, rowCounts) > 0);
}

export type LoadedSettings = Readonly<Partial<Record<CareSetting, boolean>>>;

export function loadedSettings(lookups: readonly RateLookup[], rowCounts: RowCounts): LoadedSettings {
  return Object.fromEntries(lookups.map((lookup) => [lookup.setting, isLoaded(lookup, rowCounts)]));
}

export function rowsIn(table: Table, rowCounts: RowCounts): number {
  return rowCounts[titleOf(table)] ?? 0;
}

/** The message in place of a price, for each setting that is not loaded; written when a release is built. */
export type NotLoadedMessages = Readonly<Partial<Record<CareSetting, string>>>;

/** The messages of a state, which name the publications that would bring the setting; none if all are loaded. */
export function notLoadedMessages(state: State, rowCounts: RowCounts): NotLoadedMessages {
  const missing = state.lookups.filter((lookup) => !isLoaded(lookup, rowCounts));
  return Object.fromEntries(
    missing.map(({ setting, tables }) => {
      const needed = bringing(tables).map((each) => `${each.title} (${importedAs(each, tables).join(", ")})`);
      const remedy =
        needed.length === 0
          ? `No publication of them is known: import files of your own as ${tables.map(titleOf).join(", ")}.`
          : `They come from: ${needed.join(", ")}.`;
      return [setting, `${state.name} ${setting} rates are not loaded. ${remedy}`];
    }),
  );
}

/** Why nothing is priced in settings that are not loaded. The search is for any row of their first table. */
export function notLoaded(
  lookups: readonly RateLookup[],
  messages: NotLoadedMessages,
): ReadonlyMap<CareSetting, NoRate> {
  const reasons = new Map<CareSetting, NoRate>();
  for (const { setting, tables } of lookups) {
    const message = messages[setting];
    const [table] = tables;
    if (message === undefined || table === undefined) continue;
    reasons.set(setting, new NoRate("not_loaded", message, { searched: { table, key: {} } }));
  }
  return reasons;
}
