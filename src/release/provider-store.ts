import { free } from "../core/runtime/memory.ts";
import { headersOf, type Table } from "../dataset/table.ts";
import { RowSet } from "../registry/row-set.ts";
import type { ProviderStore } from "../registry/store.ts";
import { areSound, isSoundText, numberedPlaceSum, placeSum, storedName } from "./format.ts";
import type { Summed } from "./sqlite.ts";
import { type PageSource, TablePages, type TablePlace } from "./table-pages.ts";

const BYTES_PER_NUMBER = Uint32Array.BYTES_PER_ELEMENT;

/** Indexes in memory that all threads of a process can read, by the table that they are stored in and their name. */
export type SharedIndexes = Map<string, SharedArrayBuffer>;

/**
 * The provider table of an open release; the indexes that it reads as a whole are found in `shared`, or put there. A release
 * that is being built has no file that is complete.
 */
export function storedProviders(
  database: Summed,
  table: Table,
  shared: SharedIndexes,
  file: PageSource | null,
): ProviderStore {
  const { indexes, words, lists } = storedNames(storedName(table));
  const { soundness, checksumSalt: origin } = database;
  const sizeQuery = database.query(`SELECT sum(length(data)) FROM ${indexes} WHERE name = ?`);
  const partQuery = database.query(`SELECT data, checksum FROM ${indexes} WHERE name = ? AND part = ?`);
  const wordCountQuery = database.query(`SELECT length(words) FROM ${words} WHERE fragment = ?`);
  const wordsQuery = database.query(`SELECT words, checksum FROM ${words} WHERE fragment = ?`);
  const rowCountQuery = database.query(`SELECT row_count FROM ${lists} WHERE of = ? AND number = ?`);
  const listQuery = database.query(
    `SELECT data, is_set, row_count, checksum FROM ${lists} WHERE of = ? AND number = ?`,
  );
  const sizes = new Map<string, number>();
  let listed: ListedNumbers | null = null;

  function indexBytes(name: string): number {
    const bytes = sizes.get(name) ?? (sizeQuery.first(name)?.[0] as number | null);
    if (bytes === null) throw soundness.damaged(indexes, `the index ${name} is missing`);
    sizes.set(name, bytes);
    return bytes;
  }

  function readIndexPart(name: string, part: number): Uint8Array {
    const [data, sum] = partQuery.first(name, part) ?? [];
    // The checksum begins with the size of the whole index, so that a lost part is noticed in the others.
    if (areSound(data, placeSum(origin, indexes, name, part, indexBytes(name)), sum)) return data;
    throw soundness.damaged(indexes, `part ${part} of the index ${name} is not as it was stored`);
  }

  function readWhole(name: string, buffer: ArrayBuffer | SharedArrayBuffer): Uint8Array {
    const bytes = new Uint8Array(buffer);
    for (let part = 0; part === 0 || part * PART_BYTES < bytes.length; part += 1) {
      const read = readIndexPart(name, part);
      bytes.set(read, part * PART_BYTES);
      free(read);
    }
    return bytes;
  }

  function readShared(name: string): SharedArrayBuffer {
    const buffer = new SharedArrayBuffer(indexBytes(name));
    readWhole(name, buffer);
    return buffer;
  }

  /** That nothing was stored is proved by the list of what was. */
  function proveAbsent(place: string, of: string, number: number): void {
    listed ??= new ListedNumbers(readWhole(LISTED_NUMBERS, new ArrayBuffer(indexBytes(LISTED_NUMBERS))));
    if (listed.has(of, number)) throw soundness.damaged(place, `${of} ${number} is missing`);
  }

  return {
    ...providerRows(database, table, file),
    readIndex(name) {
      const place = `${indexes} ${name}`;
      const buffer = shared.get(place) ?? readShared(name);
      shared.set(place, buffer);
      return new Uint8Array(buffer);
    },
    indexBytes,
    readIndexPart,
    countFragmentWords: (fragment) => ((wordCountQuery.first(fragment)?.[0] as number) ?? 0) / BYTES_PER_NUMBER,
    readFragmentWords(fragment) {
      const found = wordsQuery.first(fragment);
      if (found === undefined) {
        proveAbsent(words, FRAGMENT_WORDS, fragment);
        return new Uint32Array();
      }
      const [data, sum] = found;
      if (areSound(data, placeSum(origin, words, fragment), sum)) return numbersIn(data);
      throw soundness.damaged(words, `the words of fragment ${fragment} are not as they were stored`);
    },
    countRows: (of, number) => (rowCountQuery.first(of, number)?.[0] as number | undefined) ?? 0,
    readRows(of, number) {
      const found = listQuery.first(of, number);
      if (found === undefined) {
        proveAbsent(lists, of, number);
        return null;
      }
      const [data, isSet, rowCount, sum] = found;
      if (!areSound(data, placeSum(origin, lists, of, number, rowCount as number, isSet as number), sum)) {
        throw soundness.damaged(lists, `the rows of ${of} ${number} are not as they were stored`);
      }
      const numbers = numbersIn(data);
      return isSet === 1 ? new RowSet(new Int32Array(numbers.buffer, numbers.byteOffset, numbers.length)) : numbers;
    },
  };
}

/** A stored list; copied when its bytes do not lie where 32-bit numbers may. */
function numbersIn(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % BYTES_PER_NUMBER === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / BYTES_PER_NUMBER);
}

type ProviderRows = Pick<ProviderStore, "rowCount" | "repeatedCells" | "readRow">;

/** The rows of a provider table, read from the pages of its file, or by SQLite while there is none that is complete. */
export function providerRows(database: Summed, table: Table, file: PageSource | null): ProviderRows {
  const { rows, repeated } = storedNames(storedName(table));
  const { soundness, checksumSalt: origin } = database;
  const pages = file === null ? null : new TablePages(file, placeOf(database, rows));
  const query = database.query(`SELECT CAST(cells AS BLOB) FROM ${rows} WHERE place = ?`);
  const [lastPlace] = database.query(`SELECT max(place) FROM ${rows}`).first() as [number | null];
  const rowsSum = placeSum(origin, rows);
  return {
    rowCount: lastPlace ?? 0,
    repeatedCells: readRepeatedTexts(database, repeated, headersOf(table)),
    readRow(number) {
      const text = pages?.find(number + 1) ?? query.value(number + 1);
      if (isSoundText(text, numberedPlaceSum(rowsSum, number))) return text.toString("utf8");
      throw soundness.damaged(rows, `row ${number} is not as it was stored`);
    },
  };
}

function placeOf(database: Summed, table: string): TablePlace {
  const number = (sql: string, ...parameters: string[]) => database.query(sql).first(...parameters)?.[0] as number;
  return {
    pageBytes: number("PRAGMA page_size"),
    pageCount: number("PRAGMA page_count"),
    rootPage: number("SELECT rootpage FROM sqlite_master WHERE name = ?", table),
  };
}

/** The texts that numbers in the rows of a provider table stand for, by the headers of its columns. */
function readRepeatedTexts(
  { query, checksumSalt: origin, soundness }: Summed,
  stored: string,
  headers: readonly string[],
): readonly (readonly string[])[] {
  const texts = query(`SELECT CAST(texts AS BLOB), checksum FROM ${stored} WHERE header = ?`);
  return headers.map((header) => {
    const [data, sum] = texts.first(header) ?? [];
    if (areSound(data, placeSum(origin, stored, header), sum)) return JSON.parse(Buffer.from(data).toString());
    throw soundness.damaged(stored, `the texts of ${header} are not as they were stored`);
  });
}

/* How a provider table is stored: its tables, and the index of its lists. */

/** An index is stored in parts of this size: one is read in a fraction of a millisecond, and no request waits for more. */
export const PART_BYTES = 256 * 1024;

/** The tables of a provider table; row `n` has the place `n + 1` among the rows, since SQLite counts from 1. */
export function storedNames(providers: string) {
  return {
    rows: `${providers}_rows`,
    repeated: `${providers}_repeated_cells`,
    indexes: `${providers}_indexes`,
    words: `${providers}_fragment_words`,
    lists: `${providers}_row_lists`,
  };
}

/*
 * Which lists a release has, so that one that is not found is known to be lost or never to have been there. A bit per
 * number, by what the lists are of; as JSON, since only searches that find nothing look here, and then once.
 */

/** The name of the index. */
export const LISTED_NUMBERS = "listed_numbers";

/** The lists of words by fragment, among those of rows. */
export const FRAGMENT_WORDS = "words of fragment";

const BITS_PER_BYTE = 8;

export class ListedNumbersWriter {
  readonly #numbers = new Map<string, number[]>();

  add(of: string, number: number): void {
    const numbers = this.#numbers.get(of);
    if (numbers === undefined) this.#numbers.set(of, [number]);
    else numbers.push(number);
  }

  bytes(): Uint8Array {
    const texts = [...this.#numbers].map(([of, numbers]) => [of, bitsOf(numbers).toString("base64")]);
    return Buffer.from(JSON.stringify(Object.fromEntries(texts)));
  }
}

function bitsOf(numbers: readonly number[]): Buffer {
  const largest = numbers.reduce((most, number) => Math.max(most, number), 0);
  const bits = Buffer.alloc(Math.floor(largest / BITS_PER_BYTE) + 1);
  for (const number of numbers) {
    const place = Math.floor(number / BITS_PER_BYTE);
    bits[place] = (bits[place] as number) | (1 << (number % BITS_PER_BYTE));
  }
  return bits;
}

class ListedNumbers {
  readonly #bits: ReadonlyMap<string, Buffer>;

  constructor(bytes: Uint8Array) {
    const texts = JSON.parse(Buffer.from(bytes).toString("utf8")) as Record<string, string>;
    this.#bits = new Map(Object.entries(texts).map(([of, bits]) => [of, Buffer.from(bits, "base64")]));
  }

  has(of: string, number: number): boolean {
    const byte = this.#bits.get(of)?.[Math.floor(number / BITS_PER_BYTE)] ?? 0;
    return (byte & (1 << (number % BITS_PER_BYTE))) !== 0;
  }
}
