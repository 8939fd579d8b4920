import type { StoredCells } from "../dataset/row.ts";
import { headersOf, type Table } from "../dataset/table.ts";
import type { ProviderIndexWriter, ProviderStore } from "../providers/store.ts";
import { storedName } from "./format.ts";
import type { Query, Queryable, WritingDatabase } from "./sqlite.ts";

/** An index is stored in parts of this size, each quick enough to read that no request waits for it. */
const PART_BYTES = 4 * 1024 * 1024;

const BYTES_PER_NUMBER = Uint32Array.BYTES_PER_ELEMENT;

function storedNames(table: Table) {
  const name = storedName(table);
  return {
    indexes: `${name}_indexes`,
    words: `${name}_fragment_words`,
    sets: `${name}_fragment_rows`,
    boundaries: `${name}_boundary_rows`,
  };
}

/** The table that holds the rows; row `n` has the place `n + 1`, since SQLite counts from 1. */
export function rowsTable(table: Table): string {
  return `${storedName(table)}_rows`;
}

/** Stores the indexes of a provider table. */
export function providerIndexWriter(database: WritingDatabase, table: Table): ProviderIndexWriter {
  const { indexes, words, sets, boundaries } = storedNames(table);
  database.execute(`CREATE TABLE ${indexes} (name TEXT, part INTEGER, data BLOB NOT NULL, PRIMARY KEY (name, part))`);
  database.execute(`CREATE TABLE ${words} (fragment INTEGER PRIMARY KEY, words BLOB NOT NULL)`);
  database.execute(`CREATE TABLE ${sets} (fragment INTEGER PRIMARY KEY, row_set BLOB NOT NULL)`);
  database.execute(`CREATE TABLE ${boundaries} (fragment INTEGER PRIMARY KEY, rows BLOB NOT NULL)`);
  const insertPart = database.insert(`INSERT INTO ${indexes} VALUES (?, ?, ?)`);
  const insertWords = database.insert(`INSERT INTO ${words} VALUES (?, ?)`);
  const insertSet = database.insert(`INSERT INTO ${sets} VALUES (?, ?)`);
  const insertBoundary = database.insert(`INSERT INTO ${boundaries} VALUES (?, ?)`);
  return {
    writeIndex(name, numbers) {
      const bytes = bytesOf(numbers);
      for (let part = 0; part * PART_BYTES < bytes.length; part += 1) {
        insertPart([name, part, bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)]);
      }
    },
    writeFragmentWords: (fragment, numbers) => insertWords([fragment, bytesOf(numbers)]),
    writeFragmentRows: (fragment, rowSet) => insertSet([fragment, bytesOf(rowSet)]),
    writeBoundaryRows: (fragment, numbers) => insertBoundary([fragment, bytesOf(numbers)]),
  };
}

/** The provider table of an open release. */
export function storedProviders(database: Queryable, table: Table): ProviderStore {
  const { indexes, words, sets, boundaries } = storedNames(table);
  const rows = rowsTable(table);
  const lineAt = headersOf(table).length;
  const rowQuery = database.query(`SELECT cells FROM ${rows} WHERE place = ?`);
  const sizeQuery = database.query(`SELECT sum(length(data)) FROM ${indexes} WHERE name = ?`);
  const partQuery = database.query(`SELECT data FROM ${indexes} WHERE name = ? AND part = ?`);
  const wordCountQuery = database.query(`SELECT length(words) FROM ${words} WHERE fragment = ?`);
  const wordsQuery = database.query(`SELECT words FROM ${words} WHERE fragment = ?`);
  const setQuery = database.query(`SELECT row_set FROM ${sets} WHERE fragment = ?`);
  const boundaryCountQuery = database.query(`SELECT length(rows) FROM ${boundaries} WHERE fragment = ?`);
  const boundaryQuery = database.query(`SELECT rows FROM ${boundaries} WHERE fragment = ?`);
  const [lastPlace] = database.query(`SELECT max(place) FROM ${rows}`).first() as [number | null];
  return {
    rowCount: lastPlace ?? 0,
    readRow(number) {
      const found = rowQuery.first(number + 1);
      if (found === undefined) throw new Error(`${rows} has no row ${number}`);
      const cells = JSON.parse(found[0] as string) as (string | number | null)[];
      return { cells: cells as StoredCells, line: cells[lineAt] as number };
    },
    indexBytes: (name) => (sizeQuery.first(name)?.[0] as number | null) ?? 0,
    readIndexPart: (name, part) => partQuery.first(name, part)?.[0] as Uint8Array,
    countFragmentWords: (fragment) => countIn(wordCountQuery, fragment),
    readFragmentWords: (fragment) => numbersIn(wordsQuery, fragment),
    readFragmentRows(fragment) {
      const words = numbersIn(setQuery, fragment);
      return words.length === 0 ? null : new Int32Array(words.buffer, words.byteOffset, words.length);
    },
    countBoundaryRows: (fragment) => countIn(boundaryCountQuery, fragment),
    readBoundaryRows: (fragment) => numbersIn(boundaryQuery, fragment),
  };
}

function bytesOf(numbers: Uint8Array | Uint16Array | Uint32Array | Int32Array): Buffer {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

function countIn(sizeQuery: Query, fragment: number): number {
  return ((sizeQuery.first(fragment)?.[0] as number | undefined) ?? 0) / BYTES_PER_NUMBER;
}

/** A stored list; copied when its bytes do not lie where 32-bit numbers may. */
function numbersIn(query: Query, fragment: number): Uint32Array {
  const bytes = (query.first(fragment)?.[0] as Uint8Array | undefined) ?? new Uint8Array();
  const aligned = bytes.byteOffset % BYTES_PER_NUMBER === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / BYTES_PER_NUMBER);
}
