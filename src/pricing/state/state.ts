import type { Obligations } from "../../dataset/obligations.ts";
import type { RowPlace, Table } from "../../dataset/table.ts";
import type { Publication } from "../../imports/declaring/publication.ts";
import type { CareSetting, ProviderDefinition } from "../../registry/definition.ts";
import type { RateLookup } from "../lookup.ts";
import type { ProviderSearch } from "../provider-search.ts";

/** Everything about one state. The rest of the service is derived from this and knows no state by name. */
export interface State extends Obligations {
  readonly code: string;
  readonly name: string;
  /** The name of its Medicaid program, such as Medi-Cal; left out where that is the state's name and Medicaid. */
  readonly program?: string;
  readonly tables: readonly Table[];
  /** What its tables can be imported from; loaded on demand, since a server never needs it. */
  readonly publications: () => Promise<readonly Publication[]>;
  readonly providers: ProviderDefinition;
  /** One for each setting that it prices; a state may have only one. */
  readonly lookups: readonly RateLookup[];
  readonly search: ProviderSearch;
  /** Values of parameters and results in words, for readers; a value that is not here is a word already. */
  readonly valueWords: Readonly<Record<string, string>>;
  /** The kinds of providers that it prices, for coverage. */
  readonly providerKinds: readonly ProviderKind[];
}

/** `Medi-Cal`; `Florida Medicaid` where the program has no other name. */
export function programName({ name, program }: Pick<State, "name" | "program">): string {
  return program ?? `${name} Medicaid`;
}

/** The lookup of a setting; undefined where the state has none. */
export function lookupIn({ lookups }: State, setting: CareSetting): RateLookup | undefined {
  return lookups.find((lookup) => lookup.setting === setting);
}

/** The settings that at least one of these states prices. */
export function settingsOf(states: readonly State[]): readonly CareSetting[] {
  return [...new Set(states.flatMap(({ lookups }) => lookups.map(({ setting }) => setting)))];
}

/** The lookup of a setting that the state is known to price. */
export function lookupOf(state: State, setting: CareSetting): RateLookup {
  const lookup = lookupIn(state, setting);
  if (lookup === undefined) throw new Error(`${state.name} has no ${setting} lookup`);
  return lookup;
}

/** Declares the provider registry of a state; the type of its rows matters inside the state only. */
export function erased<Row extends RowPlace>(definition: ProviderDefinition<Row>): ProviderDefinition {
  return definition as unknown as ProviderDefinition;
}

/** Rows of a table that a kind of provider is priced from; without `where` all of them. */
export interface NeededRows {
  readonly table: Table;
  readonly where?: (row: never) => boolean;
}

/**
 * A kind of provider in a setting, and the rows that its prices are made of (section 1 of the state's page). On a day it can be
 * priced when each of `needs` has an effective row.
 */
export interface ProviderKind {
  readonly setting: CareSetting;
  /** In the words of an analyst: `Hospitals`. */
  readonly providers: string;
  readonly needs: readonly NeededRows[];
}
