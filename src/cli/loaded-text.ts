import { type LoadedSettings, loadedSettings, type RowCounts, rowsIn } from "../pricing/loaded.ts";
import type { State } from "../state/state.ts";

/** Whether each setting is loaded, by state, for programs. */
export function loadedJson(states: readonly State[], rowCounts: RowCounts): Readonly<Record<string, LoadedSettings>> {
  return Object.fromEntries(states.map(({ code, lookups }) => [code, loadedSettings(lookups, rowCounts)]));
}

/** The same in a few lines, with what it means for lookups; `remedy` says where to look for more. */
export function loadedText(states: readonly State[], rowCounts: RowCounts, remedy: string): readonly string[] {
  const settings = Object.entries(loadedJson(states, rowCounts)).flatMap(([code, loaded]) =>
    Object.entries(loaded).map(([setting, isLoaded]) => ({ name: `${code} ${setting}`, isLoaded })),
  );
  const named = (wanted: boolean) => settings.filter(({ isLoaded }) => isLoaded === wanted).map(({ name }) => name);
  const missing = named(false);
  const withoutProviders = states.filter(({ providers }) => rowsIn(providers.table, rowCounts) === 0);
  return [
    `Loaded: ${named(true).join(", ") || "nothing"}.`,
    ...(missing.length === 0 ? [] : [`Not loaded: ${missing.join(", ")}.`]),
    ...withoutProviders.map(({ code, name }) => `No providers: ${code}. No lookup of ${name} finds anybody.`),
    ...(missing.length + withoutProviders.length === 0 ? [] : [remedy]),
  ];
}
