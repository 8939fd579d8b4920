import { type CatalogueParameter, exactIdentifiers, NAME } from "../api/ready.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { labelOf, valueText } from "../words/names.ts";

/* Which providers a rate is compared with, and how the address of the page says it: compare.city=Fresno. */

type Place = Pick<Lookup, "state" | "setting">;

/** The providers that are compared: conditions by the parameters of the provider search. */
export type Group = Readonly<Record<string, string>>;

/** A provider as the search answers it. */
export type ProviderRecord = Readonly<Record<string, unknown>>;

/** Parameters of every search that say nothing about a provider. */
const NOT_ABOUT_PROVIDERS: ReadonlySet<string> = new Set(["reference_id", "limit"]);

/** Where a provider is, the wider place first: neighbours are what a price is compared with. */
const PLACES = ["county", "city"];

/** What a group can be made of: the search parameters of the state that do not name one provider. */
export function conditionsOf(lookup: Place): readonly CatalogueParameter[] {
  const exact = new Set(exactIdentifiers(lookup));
  const about = lookup.state.search.parameters.filter(({ name }) => !exact.has(name) && !NOT_ABOUT_PROVIDERS.has(name));
  // Kinds and places are what one compares by; a name comes last.
  return [...about.filter(({ name }) => name !== NAME), ...about.filter(({ name }) => name === NAME)];
}

/** What the provider itself has for a condition; empty where its record does not say. */
export function ownValue(record: ProviderRecord | null, name: string): string {
  // The name is unique.
  const value = name === NAME ? null : record?.[name];
  return typeof value === "string" || typeof value === "boolean" ? String(value) : "";
}

/**
 * The groups to begin with, the narrower first: providers of the same kind at the same place, and those of the same kind
 * anywhere. A condition that is also a fact of the lookup is taken from there.
 */
export function firstGroups(lookup: Lookup, record: ProviderRecord | null): readonly Group[] {
  const { fields } = lookup;
  const conditions = conditionsOf(lookup);
  const value = (name: string) => fields[name] ?? ownValue(record, name);
  if (record === null) return fields[NAME] === undefined ? [] : [{ [NAME]: fields[NAME] }];
  const kinds = conditions.filter(({ kind }) => kind === "choice").map(({ name }) => [name, value(name)]);
  const place = PLACES.find((name) => conditions.some((each) => each.name === name) && value(name) !== "");
  const ofKind: Group = Object.fromEntries(kinds.filter(([, each]) => each !== ""));
  const near: Group = place === undefined ? ofKind : { ...ofKind, [place]: value(place) };
  return [near, ofKind].filter(
    (group, index, all) => Object.keys(group).length > 0 && (index === 0 || group !== all[0]),
  );
}

/** A condition in words: "City: Los Angeles". */
export function conditionText(name: string, value: string): string {
  return `${labelOf(name)}: ${valueText(value)}`;
}

const IN_ADDRESS = "compare.";

/** The reader has taken every condition away: an address without any leaves the choice to the page. */
const NONE = { name: "compare", value: "none" } as const;

/** The parameters of an address that say which providers are compared, whatever their values. */
export function comparedNames(place: Place): readonly string[] {
  return [NONE.name, ...conditionsOf(place).map(({ name }) => IN_ADDRESS + name)];
}

/** The group of an address; undefined where it has none, so that the page chooses. */
export function comparedIn(query: URLSearchParams, place: Place): Group | undefined {
  const conditions = conditionsOf(place).flatMap(({ name }) => {
    const value = query.get(IN_ADDRESS + name)?.trim() ?? "";
    return value === "" ? [] : [[name, value] as const];
  });
  if (conditions.length > 0) return Object.fromEntries(conditions);
  return query.get(NONE.name) === NONE.value ? {} : undefined;
}

/** The group as parameters of an address. */
export function comparedParameters(group: Group | undefined): Readonly<Record<string, string>> {
  if (group === undefined) return {};
  const conditions = Object.entries(group).map(([name, value]) => [IN_ADDRESS + name, value]);
  return conditions.length === 0 ? { [NONE.name]: NONE.value } : Object.fromEntries(conditions);
}
