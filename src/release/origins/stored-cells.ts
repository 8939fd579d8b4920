import type { StoredCells } from "../../dataset/row.ts";
import type { RowPlace, Table } from "../../dataset/table.ts";
import { IdentifierIndex } from "../../provider-index/identifier-index.ts";
import { type RowCell, rowCells } from "../../provider-index/row-cells.ts";
import type { ProviderStore } from "../../provider-index/store.ts";
import type { ProviderDefinition } from "../../providers/definition.ts";
import type { StoredRateData } from "../rate-tables.ts";

/** The provider table of a state, as it is stored and as it is found by. */
export interface StoredRegistry {
  readonly store: ProviderStore;
  readonly definition: ProviderDefinition;
}

/** Reads the cells of rows that somebody has from an open release, by what every row is found by. */
export class StoredRowCells {
  readonly #rates: StoredRateData;
  readonly #registries: ReadonlyMap<Table, StoredRegistry>;
  readonly #identifiers = new Map<Table, IdentifierIndex>();

  constructor(rates: StoredRateData, registries: readonly StoredRegistry[]) {
    this.#rates = rates;
    this.#registries = new Map(registries.map((registry) => [registry.definition.table, registry]));
  }

  /** In the order of `headersOf`. */
  of(table: Table, row: RowPlace): StoredCells {
    const registry = this.#registries.get(table);
    return registry === undefined ? this.#rates.cells(table, row) : this.#ofProvider(registry, row);
  }

  /** Every provider has an identifier; the line tells the rows that share one apart. */
  #ofProvider({ store, definition }: StoredRegistry, row: RowPlace): StoredCells {
    const { table, identifiers } = definition;
    const columnCount = Object.keys(table.columns).length;
    const index = this.#identifiers.get(table) ?? new IdentifierIndex(store);
    this.#identifiers.set(table, index);
    for (const [name, { of, fold }] of Object.entries(identifiers)) {
      for (const value of of(row)) {
        for (const number of value === null ? [] : index.candidates(name, fold(value))) {
          const cells = rowCells(store.readRow(number), columnCount + 1);
          if (cells[columnCount] === row.line) return writtenCells(cells.slice(0, columnCount), store);
        }
      }
    }
    throw new Error(`line ${row.line} is no row of this release's ${table.folder}/${table.name}`);
  }
}

/** Cells with the texts that their numbers stand for. */
function writtenCells(cells: readonly RowCell[], { repeatedCells }: ProviderStore): StoredCells {
  return cells.map((cell, column) => (typeof cell === "number" ? (repeatedCells[column]?.[cell] ?? null) : cell));
}
