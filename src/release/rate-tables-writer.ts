import type { RateData } from "../dataset/rate-data.ts";
import type { StoredCells } from "../dataset/row.ts";
import { headersOf, type RowPlace, type Table } from "../dataset/table.ts";
import { columnList, storedName } from "./format.ts";
import { lookupKey, RateKeysWriter } from "./rate-keys.ts";
import { StoredRateData } from "./rate-tables.ts";
import type { WritingDatabase } from "./sqlite.ts";

/** Writes the rate tables of a release: cells as text, the key that pricing reads by, and the CSV line. */
export class RateTablesWriter {
  readonly #database: WritingDatabase;
  readonly #keys = new Map<Table, RateKeysWriter>();
  #data: RateData | null = null;

  constructor(database: WritingDatabase) {
    this.#database = database;
  }

  /** Tables that the dataset leaves out are there too, and empty. */
  create(tables: readonly Table[]): void {
    for (const table of tables) {
      const columns = `${columnList(table)}, lookup TEXT NOT NULL, line INTEGER NOT NULL`;
      this.#database.execute(`CREATE TABLE ${storedName(table)} (${columns})`);
      this.#keys.set(table, new RateKeysWriter(this.#database, table));
    }
  }

  /** Stores the rows of a table in file order, each given with its text. */
  rowWriter(table: Table): (row: RowPlace, cells: StoredCells, text: string) => void {
    const places = Array.from({ length: headersOf(table).length + 2 }, () => "?").join(", ");
    const insert = this.#database.insert(`INSERT INTO ${storedName(table)} VALUES (${places})`);
    const keys = this.#keys.get(table) as RateKeysWriter;
    return (row, cells, text) => {
      const key = lookupKey(table, row);
      insert([...cells, key, row.line]);
      keys.add(key, text);
    };
  }

  /** Indexes the tables, once all rows are in: sorting them once is cheaper than keeping them sorted. */
  finished(): RateData {
    if (this.#data === null) {
      for (const [table, keys] of this.#keys) {
        this.#database.execute(`CREATE INDEX ${storedName(table)}_lookup ON ${storedName(table)} (lookup)`);
        keys.write(this.#database);
      }
      // What is derived while a release is built looks into rows alone.
      this.#data = new StoredRateData(this.#database, [...this.#keys.keys()], []);
    }
    return this.#data;
  }
}
