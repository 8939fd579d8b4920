import { compareText } from "../core/text/order.ts";
import { detached } from "../core/text/text-tables.ts";
import { keyOf, type RowPlace, type Table } from "../dataset/table.ts";
import { checksum, placeSum, storedName } from "./format.ts";
import type { Soundness } from "./soundness.ts";
import type { PreparedQuery, SqliteValue, Summed, WritingDatabase } from "./sqlite.ts";

/*
 * The chain of keys beside each rate table. Every key has the checksum of all its rows together: none can be missing or too
 * many. It also has the key that follows, which proves the absence of a key: the entry before it has a next key after it.
 * DNSSEC proves the absence of a name in the same way.
 */

/** Below every key, where it is none itself: the chain begins here, so that every key has an entry at or before it. */
const FIRST_KEY = "";

/** The table with the keys of a rate table, by the names under which they are stored. */
function keysTable(rates: string): string {
  return `${rates}_keys`;
}

/** The key that a row is read by. */
export function lookupKey({ readBy }: Table, row: RowPlace): string {
  const values = row as unknown as Record<string, unknown>;
  return keyOf(readBy.map((name) => values[name]));
}

/**
 * The checksum of all rows of a key, each its cells and its line: of their texts (`rowText`) with a comma between two.
 * In one go: per row it would take half as long again to read them.
 */
export function rowsSum(salt: number, rates: string, key: string, rows: readonly (readonly SqliteValue[])[]): number {
  return checksum(JSON.stringify(rows).slice(1, -1), placeSum(salt, rates, key));
}

function entrySum(salt: number, rates: string, key: string, rows: number, next: string | null): number {
  return checksum(JSON.stringify([key, rows, next]), placeSum(salt, keysTable(rates)));
}

/** Gathers the keys of a table and the checksums of their rows. */
export class RateKeysWriter {
  readonly #rates: string;
  readonly #salt: number;
  readonly #rowSums = new Map<string, number>();

  constructor(database: WritingDatabase, table: Table) {
    this.#rates = storedName(table);
    this.#salt = database.checksumSalt;
    const columns = "lookup TEXT PRIMARY KEY, rows_checksum INTEGER NOT NULL, next TEXT, checksum INTEGER NOT NULL";
    database.execute(`CREATE TABLE ${keysTable(this.#rates)} (${columns}) WITHOUT ROWID`);
  }

  /** Adds the next row of a key, as `rowText` gives it. */
  add(key: string, text: string): void {
    const before = this.#rowSums.get(key);
    if (before === undefined) this.#rowSums.set(detached(key), checksum(text, placeSum(this.#salt, this.#rates, key)));
    else this.#rowSums.set(key, checksum(`,${text}`, before));
  }

  write(database: WritingDatabase): void {
    const insert = database.insert(`INSERT INTO ${keysTable(this.#rates)} VALUES (?, ?, ?, ?)`);
    if (!this.#rowSums.has(FIRST_KEY)) this.#rowSums.set(FIRST_KEY, placeSum(this.#salt, this.#rates, FIRST_KEY));
    const keys = [...this.#rowSums.keys()].sort(compareText);
    for (const [place, key] of keys.entries()) {
      const rowsSum = this.#rowSums.get(key) as number;
      const next = keys[place + 1] ?? null;
      insert([key, rowsSum, next, entrySum(this.#salt, this.#rates, key, rowsSum, next)]);
    }
  }
}

/** The keys of a rate table in ascending order (code points), some at a time; the first of all may have no rows. */
export function* keysInPages(database: Summed, table: Table, keysPerPage: number): Generator<readonly string[]> {
  const keys = `SELECT lookup FROM ${keysTable(storedName(table))}`;
  const following = database.query(`${keys} WHERE lookup > ? ORDER BY lookup LIMIT ${keysPerPage}`);
  let page = [FIRST_KEY];
  while (page.length > 0) {
    yield page;
    page = following.all(page.at(-1) as string).map(([key]) => key as string);
  }
}

type Entry = readonly [key: string, rowsSum: number, next: string | null, sum: number];

/** In place of an entry that is not found: there always is one, and no checksum is negative. */
const NO_ENTRY: Entry = [FIRST_KEY, 0, null, -1];

/** The keys of a rate table in an open release. */
export class RateKeys {
  readonly #rates: string;
  readonly #salt: number;
  readonly #soundness: Soundness;
  readonly #query: PreparedQuery;

  constructor(database: Summed, table: Table) {
    this.#rates = storedName(table);
    this.#salt = database.checksumSalt;
    this.#soundness = database.soundness;
    const entries = `SELECT lookup, rows_checksum, next, checksum FROM ${keysTable(this.#rates)}`;
    this.#query = database.query(`${entries} WHERE lookup <= ? ORDER BY lookup DESC LIMIT 1`);
  }

  /** The checksum of the rows of a key; null for a key that is proved to have no rows. */
  rowsSumOf(key: string): number | null {
    const [found, rowsSum, next, sum] = (this.#query.first(key) as Entry | undefined) ?? NO_ENTRY;
    if (sum === entrySum(this.#salt, this.#rates, found, rowsSum, next)) {
      if (found === key) return rowsSum;
      if (compareText(found, key) < 0 && (next === null || compareText(key, next) < 0)) return null;
    }
    throw this.#soundness.damaged(keysTable(this.#rates), "a key is not as it was stored");
  }
}
