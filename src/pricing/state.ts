import type { Obligations } from "../dataset/obligations.ts";
import type { Origin, Table } from "../dataset/table.ts";
import type { Publication } from "../imports/declaring/publication.ts";
import type { ProviderDefinition } from "../providers/definition.ts";
import type { RateLookup } from "./lookup.ts";
import type { ProviderSearch } from "./provider-search.ts";

/** Everything about one state. The rest of the service is derived from this and knows no state by name. */
export interface State extends Obligations {
  /** The path prefix and the dataset folder. */
  readonly code: string;
  readonly name: string;
  readonly tables: readonly Table[];
  /** What its tables can be imported from; loaded when asked for, since a server never needs it. */
  readonly publications: () => Promise<readonly Publication[]>;
  readonly providers: ProviderDefinition;
  readonly outpatient: RateLookup;
  readonly inpatient: RateLookup;
  readonly search: ProviderSearch;
}

/** Declares the provider registry of a state; the type of its rows matters inside the state only. */
export function erased<Row extends Origin>(definition: ProviderDefinition<Row>): ProviderDefinition {
  return definition as unknown as ProviderDefinition;
}
