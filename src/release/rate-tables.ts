import { type Day, dayBefore, parseIsoDay } from "../core/calendar/day.ts";
import type { Dated } from "../core/calendar/period.ts";
import { RecentlyUsed, RecentlyUsedKeys } from "../core/runtime/cache.ts";
import { recordReader } from "../core/runtime/records.ts";
import { snakeCase } from "../core/text/spelling.ts";
import type { Source } from "../dataset/description.ts";
import { RowReader, type StoredCells } from "../dataset/row.ts";
import {
  headersOf,
  type KeyOf,
  type KeyValue,
  keyOf,
  type RateData,
  type RowPlace,
  type Table,
  titleOf,
} from "../dataset/table.ts";
import { columnList, storedName } from "./format.ts";
import { keysInPages, lookupKey, RateKeys, RateKeysWriter, rowsSum } from "./rate-keys.ts";
import type { PreparedQuery, SqliteValue, Summed, WritingDatabase } from "./sqlite.ts";

/** Keys of one table whose rows are kept parsed. A state prices from some ten thousand codes and hospitals. */
const KEYS_KEPT_MAX = 20_000;

/** Keys that are read at once when a table is gone through: few enough to be read between two slices of other work. */
const KEYS_PER_READING = 200;

/** Answers to "is there any row with this cell" that are kept. */
const CELLS_KEPT_MAX = 100;

/** The rate tables of an open release. */
export class StoredRateData implements RateData {
  readonly #tables: ReadonlyMap<Table, StoredTable>;

  readonly #editions: ReadonlyMap<Table, readonly Dated[]>;

  /** Every table must be there, so that a lookup cannot be the first to miss one. */
  constructor(database: Summed, tables: readonly Table[], sources: readonly Source[]) {
    this.#tables = new Map(tables.map((table) => [table, new StoredTable(database, table)]));
    this.#editions = new Map(tables.map((table) => [table, loadedEditions(table, sources)]));
  }

  rows<Row extends RowPlace, ReadBy extends string>(
    table: Table<Row, ReadBy>,
    key: KeyOf<Row, ReadBy>,
  ): readonly Row[] {
    return this.#stored(table).rows(key) as readonly Row[];
  }

  hasRows(table: Table, cell?: { readonly column: string; readonly text: string }): boolean {
    const stored = this.#stored(table);
    return cell === undefined ? stored.hasRows : stored.hasCell(cell.column, cell.text);
  }

  editions(table: Table): readonly Dated[] {
    return this.#editions.get(table) ?? [];
  }

  /** The cells of one of its rows as they are stored, in the order of `headersOf`. */
  cells(table: Table, row: RowPlace): StoredCells {
    return this.#stored(table).cells(row);
  }

  /** All rows of a table, those of one key at a time, in the order of keys. */
  groups(table: Table): Iterable<readonly RowPlace[]> {
    return this.#stored(table).groups();
  }

  #stored(table: Table): StoredTable {
    const stored = this.#tables.get(table);
    if (stored === undefined) throw new Error(`${titleOf(table)} is not a rate table of this release`);
    return stored;
  }
}

class StoredTable {
  readonly #reader: RowReader;
  readonly #keyOf: (named: Readonly<Record<string, unknown>>) => readonly unknown[];
  readonly #query: PreparedQuery;
  readonly #keys: RateKeys;
  readonly #rowsByKey = new RecentlyUsedKeys<readonly RowPlace[]>(KEYS_KEPT_MAX);
  readonly #database: Summed;
  readonly #table: Table;
  /** By column and text: states query few, of columns with few values. */
  readonly #cellLookups = new RecentlyUsed<string, boolean>(CELLS_KEPT_MAX);
  readonly hasRows: boolean;

  constructor(database: Summed, table: Table) {
    const name = storedName(table);
    this.#database = database;
    this.#table = table;
    this.#reader = new RowReader(table);
    this.#keyOf = recordReader(table.readBy);
    this.#keys = new RateKeys(database, table);
    this.#query = database.query(`SELECT ${columnList(table)}, line FROM ${name} WHERE lookup = ? ORDER BY rowid`);
    this.hasRows = database.query(`SELECT 1 FROM ${name} LIMIT 1`).first() !== undefined;
  }

  hasCell(column: string, text: string): boolean {
    const cell = `${column} ${text}`;
    const kept = this.#cellLookups.get(cell);
    if (kept !== undefined) return kept;
    const found = this.#findCell(snakeCase(column), text);
    this.#cellLookups.set(cell, found);
    return found;
  }

  /** A row that is found is read again as the one of its key; that there is none is believed of a file as it was proved. */
  #findCell(header: string, text: string): boolean {
    const name = storedName(this.#table);
    const [key] = this.#database.query(`SELECT lookup FROM ${name} WHERE ${header} = ? LIMIT 1`).first(text) ?? [];
    if (key === undefined) {
      this.#database.soundness.refuseWritten(name);
      return false;
    }
    const place = headersOf(this.#table).indexOf(header);
    if (this.#stored(key as string).some((cells) => cells[place] === text)) return true;
    throw this.#database.soundness.damaged(name, "a row is not the one that was stored");
  }

  rows(named: Readonly<Record<string, unknown>>): readonly RowPlace[] {
    const key = this.#keyOf(named) as readonly KeyValue[];
    const kept = this.#rowsByKey.get(key);
    if (kept !== undefined) return kept;
    const rows = this.#read(keyOf(key));
    this.#rowsByKey.set(key, rows);
    return rows;
  }

  /** Not kept in the cache: reading a whole table needs each row once, and lookups need theirs. */
  *groups(): Iterable<readonly RowPlace[]> {
    for (const keys of keysInPages(this.#database, this.#table, KEYS_PER_READING)) {
      for (const key of keys) {
        const rows = this.#read(key);
        if (rows.length > 0) yield rows;
      }
    }
  }

  #read(key: string): readonly RowPlace[] {
    return this.#stored(key).map((cells) => this.#reader.read(cells as StoredCells, cells.at(-1) as number));
  }

  /** Rows are found by their key, and distinguished by their line. */
  cells(row: RowPlace): StoredCells {
    const found = this.#stored(lookupKey(this.#table, row)).find((cells) => cells.at(-1) === row.line);
    if (found === undefined) throw new Error(`line ${row.line} is no row of this release's ${titleOf(this.#table)}`);
    return found as StoredCells;
  }

  /** The cells and the line of every row of a key, once they are known to be those that were stored. */
  #stored(key: string): readonly SqliteValue[][] {
    const expected = this.#keys.rowsSumOf(key);
    if (expected === null) return [];
    const rows = this.#query.all(key);
    if (rowsSum(this.#database.checksumSalt, storedName(this.#table), key, rows) === expected) return rows;
    throw this.#database.soundness.damaged(storedName(this.#table), "rows of a key are not those that were stored");
  }
}

/**
 * The days that the imported editions of a table speak for. Only imports name an edition: rows written by hand have none. An edition speaks
 * until the next one begins.
 */
function loadedEditions(table: Table, sources: readonly Source[]): readonly Dated[] {
  const { editionDays } = table;
  if (editionDays === undefined) return [];
  const title = titleOf(table);
  const asOfs = sources.flatMap((source) => {
    const asOf = source.table === title ? parseIsoDay(source.edition ?? "") : null;
    return asOf === null ? [] : [asOf];
  });
  const starts = asOfs.map((asOf) => editionDays(asOf).start).sort();
  return asOfs.map((asOf) => {
    const { start, end } = editionDays(asOf);
    const next = starts.find((each) => each > start);
    return { period: { start, end: earlier(end, next === undefined ? null : dayBefore(next)) } };
  });
}

/** Null is no end. */
function earlier(one: Day | null, other: Day | null): Day | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

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
