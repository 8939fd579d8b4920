import type { KeyValue, RateData } from "../dataset/rate-data.ts";
import { RecentlyUsed } from "../dataset/recently-used.ts";
import { RowReader, type StoredCells } from "../dataset/row.ts";
import { keyOf, type Origin, type Table } from "../dataset/table.ts";
import { columnList, storedName } from "./format.ts";
import type { Query, Queryable } from "./sqlite.ts";

/** Keys of one table whose rows are kept parsed. A state prices from some ten thousand codes and hospitals. */
const KEYS_KEPT_MAX = 20_000;

/** The rate tables of an open release. */
export class StoredRateData implements RateData {
  readonly #database: Queryable;
  readonly #tables = new Map<Table, StoredTable<Origin>>();

  constructor(database: Queryable) {
    this.#database = database;
  }

  rows<Row extends Origin>(table: Table<Row>, ...key: readonly KeyValue[]): readonly Row[] {
    return this.#stored(table).rows(keyOf(key)) as readonly Row[];
  }

  hasRows(table: Table): boolean {
    return this.#stored(table).hasRows;
  }

  #stored(table: Table<never> | Table): StoredTable<Origin> {
    const known = this.#tables.get(table as Table);
    if (known !== undefined) return known;
    const stored = new StoredTable<Origin>(this.#database, table as Table);
    this.#tables.set(table as Table, stored);
    return stored;
  }
}

class StoredTable<Row extends Origin> {
  readonly #reader: RowReader<Row>;
  readonly #query: Query;
  readonly #rowsByKey = new RecentlyUsed<string, readonly Row[]>(KEYS_KEPT_MAX);
  readonly hasRows: boolean;

  constructor(database: Queryable, table: Table<Row>) {
    const name = storedName(table);
    this.#reader = new RowReader(table);
    this.#query = database.query(`SELECT ${columnList(table)}, line FROM ${name} WHERE lookup = ? ORDER BY rowid`);
    this.hasRows = database.query(`SELECT 1 FROM ${name} LIMIT 1`).first() !== undefined;
  }

  rows(key: string): readonly Row[] {
    const kept = this.#rowsByKey.get(key);
    if (kept !== undefined) return kept;
    const rows = this.#query.all(key).map((cells) => this.#reader.read(cells as StoredCells, cells.at(-1) as number));
    this.#rowsByKey.set(key, rows);
    return rows;
  }
}
