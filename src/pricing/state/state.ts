import type { Obligations } from "../../dataset/obligations.ts";
import type { RowPlace, Table } from "../../dataset/table.ts";
import type { Publication } from "../../imports/declaring/publication.ts";
import type { CareSetting, ProviderDefinition } from "../../registry/definition.ts";
import type { Counterpart } from "../counterparts.ts";
import type { RateLookup } from "../lookup.ts";
import type { ProviderSearch } from "../provider-search.ts";

/** Everything about one state. The rest of the service is derived from this and knows no state by name. */
export interface State extends Obligations {
  /** The path prefix and the dataset folder. */
  readonly code: string;
  readonly name: string;
  readonly tables: readonly Table[];
  /** What its tables can be imported from; loaded when asked for, since a server never needs it. */
  readonly publications: () => Promise<readonly Publication[]>;
  readonly providers: ProviderDefinition;
  /** One for each setting that it prices; a state may have only one. */
  readonly lookups: readonly RateLookup[];
  readonly search: ProviderSearch;
  /** Rows that are of use only together with others, for coverage; an empty list says that there are none. */
  readonly counterparts: readonly Counterpart[];
}

/** The lookup of a setting; undefined where the state has none. */
export function lookupIn({ lookups }: State, setting: CareSetting): RateLookup | undefined {
  return lookups.find((lookup) => lookup.setting === setting);
}

/** The same of a setting that the state is known to price. */
export function lookupOf(state: State, setting: CareSetting): RateLookup {
  const lookup = lookupIn(state, setting);
  if (lookup === undefined) throw new Error(`${state.name} has no ${setting} lookup`);
  return lookup;
}

/** Declares the provider registry of a state; the type of its rows matters inside the state only. */
export function erased<Row extends RowPlace>(definition: ProviderDefinition<Row>): ProviderDefinition {
  return definition as unknown as ProviderDefinition;
}
