import { aprDrg, hcpcs, isLevelII } from "../../dataset/common-tables.ts";
import type { Obligations } from "../../dataset/obligations.ts";
import type { RowOf, RowPlace, Table } from "../../dataset/table.ts";
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
  /** Rows that need other rows to be of use, for coverage; empty: none. */
  readonly counterparts: readonly Counterpart[];
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

/*
 * Rows that need rows of another table: a fee and its conversion factor, a rate and its hospital. Partial data is normal,
 * so a missing counterpart is no error of a dataset; coverage reports it.
 */

/** The value by which a row belongs to its counterpart; null when it needs or offers none. */
type ValueOf = (row: never) => string | null;

/** Rows of a rate table or of a common one. */
export interface TableEnd {
  readonly table: Table;
  readonly value: ValueOf;
}

/** The providers that have prices in a setting, such as hospitals for inpatient stays. */
export interface PricedProviders {
  readonly pricedIn: CareSetting;
  readonly value: ValueOf;
}

/** Providers that are found by an identifier, by the name that code has for the parameter. */
export interface FoundProviders {
  readonly foundBy: string;
  readonly value: ValueOf;
}

/** Rows that need a counterpart, and the places that may have it. */
export interface Counterpart {
  /** What is missing, in words: `conversion indicators of fees without a conversion factor`. */
  readonly what: string;
  readonly of: TableEnd | PricedProviders;
  readonly needs: readonly (TableEnd | FoundProviders)[];
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

/** Codes whose descriptions may be published: HCPCS Level II. */
export function describedCodes(table: Table, code: ValueOf): Counterpart {
  return {
    what: "HCPCS Level II codes without a description",
    of: {
      table,
      value: (row) => {
        const value = code(row);
        return value !== null && isLevelII(value) ? value : null;
      },
    },
    needs: [{ table: hcpcs as Table, value: (row: RowOf<typeof hcpcs>) => row.code }],
  };
}

/** Weights are published for each severity of a DRG, and descriptions for the DRG alone or with its severity. */
export function describedDrgs(table: Table): Counterpart {
  return {
    what: "APR-DRGs with a weight and without a description",
    of: { table, value: (row: { readonly drg: string }) => row.drg },
    needs: [{ table: aprDrg as Table, value: (row: RowOf<typeof aprDrg>) => row.drg }],
  };
}
