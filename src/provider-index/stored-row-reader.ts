import type { Column } from "../dataset/column.ts";
import type { RowPlace, Table } from "../dataset/table.ts";
import { recordMaker } from "../runtime/records.ts";
import { rowCells } from "./row-cells.ts";
import type { ProviderStore } from "./store.ts";

/** Turns the stored texts of a registry's rows into row objects. Rows share the values of cells that repeat. */
export class StoredRowReader<Row extends RowPlace> {
  readonly #store: ProviderStore;
  readonly #columns: readonly Column<unknown>[];
  /** By column: the values of its numbered cells. */
  readonly #repeated: readonly (readonly unknown[])[];
  readonly #rowOf: (values: readonly unknown[]) => Record<string, unknown>;

  constructor(store: ProviderStore, table: Table<Row>) {
    if (table.dated) throw new Error(`${table.folder}/${table.name} is dated: a provider's row holds at every date`);
    this.#store = store;
    this.#columns = Object.values(table.columns);
    this.#repeated = this.#columns.map(
      ({ read }, index) => store.repeatedCells[index]?.map((text) => read(text)) ?? [],
    );
    this.#rowOf = recordMaker([...Object.keys(table.columns), "line"]);
  }

  /** The row with a number, read from the store. */
  read(number: number): Row {
    const values: unknown[] = rowCells(this.#store.readRow(number), this.#columns.length + 1);
    for (let index = 0; index < this.#columns.length; index += 1) {
      const cell = values[index];
      if (typeof cell === "string") values[index] = this.#columns[index]?.read(cell);
      else values[index] = cell === null ? this.#columns[index]?.absent : this.#repeated[index]?.[cell as number];
    }
    return this.#rowOf(values) as unknown as Row;
  }
}
