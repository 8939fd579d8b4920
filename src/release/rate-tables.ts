import type { KeyValue, RateData } from "../dataset/rate-data.ts";
import { RecentlyUsed } from "../dataset/recently-used.ts";
import { RecentlyUsedKeys } from "../dataset/recently-used-keys.ts";
import { RowReader, type StoredCells } from "../dataset/row.ts";
import { keyOf, type Origin, type Table, titleOf } from "../dataset/table.ts";
import { snakeCase } from "../names/spelling.ts";
import { columnList, storedName } from "./format.ts";
import type { Query, Queryable } from "./sqlite.ts";

/** Keys of one table whose rows are kept parsed. A state prices from some ten thousand codes and hospitals. */
const KEYS_KEPT_MAX = 20_000;

/** Answers to "is there any row with this cell" that are kept. */
const CELLS_KEPT_MAX = 100;

/** The rate tables of an open release. */
export class StoredRateData implements RateData {
  readonly #tables: ReadonlyMap<Table, StoredTable>;

  /** Every table must be there, so that a lookup cannot be the first to miss one. */
  constructor(database: Queryable, tables: readonly Table[]) {
    this.#tables = new Map(tables.map((table) => [table, new StoredTable(database, table)]));
  }

  rows<Row extends Origin>(table: Table<Row>, ...key: readonly KeyValue[]): readonly Row[] {
    return this.#stored(table).rows(key) as readonly Row[];
  }

  hasRows(table: Table, cell?: { readonly column: string; readonly text: string }): boolean {
    const stored = this.#stored(table);
    return cell === undefined ? stored.hasRows : stored.hasCell(cell.column, cell.text);
  }

  #stored(table: Table): StoredTable {
    const stored = this.#tables.get(table);
    if (stored === undefined) throw new Error(`${titleOf(table)} is not a rate table of this release`);
    return stored;
  }
}

class StoredTable {
  readonly #reader: RowReader;
  readonly #query: Query;
  readonly #rowsByKey = new RecentlyUsedKeys<readonly Origin[]>(KEYS_KEPT_MAX);
  readonly #database: Queryable;
  readonly #name: string;
  /** By column and text: states ask for few, of columns with few values. */
  readonly #cellsAskedFor = new RecentlyUsed<string, boolean>(CELLS_KEPT_MAX);
  readonly hasRows: boolean;

  constructor(database: Queryable, table: Table) {
    const name = storedName(table);
    this.#database = database;
    this.#name = name;
    this.#reader = new RowReader(table);
    this.#query = database.query(`SELECT ${columnList(table)}, line FROM ${name} WHERE lookup = ? ORDER BY rowid`);
    this.hasRows = database.query(`SELECT 1 FROM ${name} LIMIT 1`).first() !== undefined;
  }

  hasCell(column: string, text: string): boolean {
    const asked = `${column} ${text}`;
    const kept = this.#cellsAskedFor.get(asked);
    if (kept !== undefined) return kept;
    const query = this.#database.query(`SELECT 1 FROM ${this.#name} WHERE ${snakeCase(column)} = ? LIMIT 1`);
    const found = query.first(text) !== undefined;
    this.#cellsAskedFor.set(asked, found);
    return found;
  }

  rows(key: readonly KeyValue[]): readonly Origin[] {
    const kept = this.#rowsByKey.get(key);
    if (kept !== undefined) return kept;
    const stored = this.#query.all(keyOf(key));
    const rows = stored.map((cells) => this.#reader.read(cells as StoredCells, cells.at(-1) as number));
    this.#rowsByKey.set(key, rows);
    return rows;
  }
}
