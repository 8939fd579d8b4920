import type { StoredCells } from "../dataset/row.ts";
import { headersOf, type Table } from "../dataset/table.ts";
import { free } from "../memory/own-bytes.ts";
import { RowSet } from "../providers/row-set.ts";
import type { ProviderIndexWriter, ProviderStore } from "../providers/store.ts";
import { storedName } from "./format.ts";
import type { Queryable, WritingDatabase } from "./sqlite.ts";

/** An index is stored in parts of this size: one is read in a fraction of a millisecond, and no request waits for more. */
const PART_BYTES = 256 * 1024;

const BYTES_PER_NUMBER = Uint32Array.BYTES_PER_ELEMENT;

function storedNames(table: Table) {
  const name = storedName(table);
  return { indexes: `${name}_indexes`, words: `${name}_fragment_words`, lists: `${name}_row_lists` };
}

/** The table that holds the rows; row `n` has the place `n + 1`, since SQLite counts from 1. */
export function rowsTable(table: Table): string {
  return `${storedName(table)}_rows`;
}

/** Stores the indexes of a provider table. */
export function providerIndexWriter(database: WritingDatabase, table: Table): ProviderIndexWriter {
  const { indexes, words, lists } = storedNames(table);
  database.execute(`CREATE TABLE ${indexes} (name TEXT, part INTEGER, data BLOB NOT NULL, PRIMARY KEY (name, part))`);
  database.execute(`CREATE TABLE ${words} (fragment INTEGER PRIMARY KEY, words BLOB NOT NULL)`);
  const listColumns =
    "of TEXT, number INTEGER, row_count INTEGER NOT NULL, is_set INTEGER NOT NULL, data BLOB NOT NULL";
  database.execute(`CREATE TABLE ${lists} (${listColumns}, PRIMARY KEY (of, number))`);
  const insertPart = database.insert(`INSERT INTO ${indexes} VALUES (?, ?, ?)`);
  const insertWords = database.insert(`INSERT INTO ${words} VALUES (?, ?)`);
  const insertList = database.insert(`INSERT INTO ${lists} VALUES (?, ?, ?, ?, ?)`);
  return {
    writeIndex(name, numbers) {
      const bytes = bytesOf(numbers);
      for (let part = 0; part * PART_BYTES < bytes.length; part += 1) {
        insertPart([name, part, bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)]);
      }
    },
    writeFragmentWords: (fragment, numbers) => insertWords([fragment, bytesOf(numbers)]),
    writeRows(of, number, rows) {
      const isSet = rows instanceof RowSet;
      const data = bytesOf(isSet ? rows.words : rows);
      insertList([of, number, isSet ? rows.size : rows.length, isSet ? 1 : 0, data]);
    },
  };
}

/** Indexes in memory that all threads of a process can read, by the table that they are stored in and their name. */
export type SharedIndexes = Map<string, SharedArrayBuffer>;

/** The provider table of an open release; the indexes that it reads as a whole are found in `shared`, or put there. */
export function storedProviders(database: Queryable, table: Table, shared: SharedIndexes): ProviderStore {
  const { indexes, words, lists } = storedNames(table);
  const rows = rowsTable(table);
  const lineAt = headersOf(table).length;
  const rowQuery = database.query(`SELECT cells FROM ${rows} WHERE place = ?`);
  const sizeQuery = database.query(`SELECT sum(length(data)) FROM ${indexes} WHERE name = ?`);
  const partQuery = database.query(`SELECT data FROM ${indexes} WHERE name = ? AND part = ?`);
  const wordCountQuery = database.query(`SELECT length(words) FROM ${words} WHERE fragment = ?`);
  const wordsQuery = database.query(`SELECT words FROM ${words} WHERE fragment = ?`);
  const rowCountQuery = database.query(`SELECT row_count FROM ${lists} WHERE of = ? AND number = ?`);
  const listQuery = database.query(`SELECT data, is_set FROM ${lists} WHERE of = ? AND number = ?`);
  const [lastPlace] = database.query(`SELECT max(place) FROM ${rows}`).first() as [number | null];
  const indexBytes = (name: string) => (sizeQuery.first(name)?.[0] as number | null) ?? 0;
  const readIndexPart = (name: string, part: number) => partQuery.first(name, part)?.[0] as Uint8Array;
  const readShared = (name: string): SharedArrayBuffer => {
    const buffer = new SharedArrayBuffer(indexBytes(name));
    const bytes = new Uint8Array(buffer);
    for (let part = 0; part * PART_BYTES < bytes.length; part += 1) {
      const read = readIndexPart(name, part);
      bytes.set(read, part * PART_BYTES);
      free(read);
    }
    return buffer;
  };
  return {
    rowCount: lastPlace ?? 0,
    readRow(number) {
      const text = rowQuery.value(number + 1);
      if (text === undefined) throw new Error(`${rows} has no row ${number}`);
      const cells = JSON.parse(text as string) as (string | number | null)[];
      return { cells: cells as StoredCells, line: cells[lineAt] as number };
    },
    readIndex(name) {
      const place = `${indexes} ${name}`;
      const buffer = shared.get(place) ?? readShared(name);
      shared.set(place, buffer);
      return new Uint8Array(buffer);
    },
    indexBytes,
    readIndexPart,
    countFragmentWords: (fragment) => ((wordCountQuery.first(fragment)?.[0] as number) ?? 0) / BYTES_PER_NUMBER,
    readFragmentWords: (fragment) => numbersIn(wordsQuery.first(fragment)?.[0] as Uint8Array | undefined),
    countRows: (of, number) => (rowCountQuery.first(of, number)?.[0] as number | undefined) ?? 0,
    readRows(of, number) {
      const found = listQuery.first(of, number);
      if (found === undefined) return null;
      const numbers = numbersIn(found[0] as Uint8Array);
      return found[1] === 1 ? new RowSet(new Int32Array(numbers.buffer, numbers.byteOffset, numbers.length)) : numbers;
    },
  };
}

function bytesOf(numbers: Uint8Array | Uint16Array | Uint32Array | Int32Array): Buffer {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** A stored list; copied when its bytes do not lie where 32-bit numbers may. */
function numbersIn(bytes: Uint8Array = new Uint8Array()): Uint32Array {
  const aligned = bytes.byteOffset % BYTES_PER_NUMBER === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / BYTES_PER_NUMBER);
}
