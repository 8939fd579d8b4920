import { addressText } from "../address.ts";
import { API } from "../api/ask.ts";
import type { CatalogueSetting, CatalogueState } from "../api/catalogue.ts";

/** A lookup as the address holds it: a state, a setting, and the parameters that were given. */
export interface Lookup {
  readonly state: CatalogueState;
  readonly setting: CatalogueSetting;
  /** By the API's names; what is absent was not given. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The endpoints of a rate lookup. */
export type RateEndpoint = "" | "/explain" | "/history" | "/compare" | "/options";

/**
 * The lookup of an address. Where it names no state or setting they are the first; where it names nothing at all, it is the
 * first example, so that the page never opens empty. Parameters that the setting does not have are left out.
 */
export function lookupIn(query: URLSearchParams, states: readonly CatalogueState[]): Lookup | null {
  const state = states.find(({ code }) => code === query.get("state")) ?? states[0];
  const setting = state?.settings.find((each) => each.setting === query.get("setting")) ?? state?.settings[0];
  if (state === undefined || setting === undefined) return null;
  if (query.size === 0) return { state, setting, fields: setting.examples[0]?.query ?? {} };
  const given = setting.parameters.flatMap(({ name }) => {
    const value = query.get(name)?.trim() ?? "";
    return value === "" ? [] : [[name, value] as const];
  });
  return { state, setting, fields: Object.fromEntries(given) };
}

/** Where the page shows a lookup. */
export function addressOfLookup({ state, setting, fields }: Lookup): string {
  return addressText("/", { state: state.code, setting: setting.setting, ...fields });
}

/** Where the API answers it. */
export function ratePath(
  { state, setting, fields }: Lookup,
  endpoint: RateEndpoint,
  others: Readonly<Record<string, string>> = {},
): string {
  return addressText(`${API}/${state.code}/${setting.setting}/rate${endpoint}`, { ...fields, ...others });
}

/** The lookup with some facts changed; null takes one away. */
export function withFields(lookup: Lookup, changes: Readonly<Record<string, string | null>>): Lookup {
  const fields = Object.entries({ ...lookup.fields, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== null && entry[1] !== "",
  );
  return { ...lookup, fields: Object.fromEntries(fields) };
}

/**
 * The first example of another state or setting: neither codes nor providers of one mean anything in another, and an example
 * shows what does. The day that was given stays, or a price would silently be of another period.
 */
export function otherPlace(lookup: Lookup, state: CatalogueState, setting: CatalogueSetting): Lookup {
  const day = lookup.fields[lookup.setting.day_parameter];
  const fields = setting.examples[0]?.query ?? {};
  return { state, setting, fields: day === undefined ? fields : { ...fields, [setting.day_parameter]: day } };
}

/** Whether two lookups ask the same. */
export function isSameLookup(one: Lookup, other: Lookup): boolean {
  return asked(one) === asked(other);
}

function asked({ state, setting, fields }: Lookup): string {
  return JSON.stringify([state.code, setting.setting, Object.entries(fields).sort()]);
}
