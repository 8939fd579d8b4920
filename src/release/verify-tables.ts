import { setImmediate as nextTurn } from "node:timers/promises";
import type { OnProgress } from "../core/runtime/progress.ts";
import { TableHash } from "./about.ts";
import { areSound, isSoundText, numberedPlaceSum, placeSum, quotedName } from "./format.ts";
import {
  BLOCK_COLUMNS,
  CHAIN_START,
  hashedBlock,
  ORIGIN_BLOCKS,
  type OriginBlock,
  originsHashTitle,
  soundBlock,
} from "./origin-blocks.ts";
import { listPlace, PARTS, partPlace } from "./provider-parts.ts";
import { areSoundTexts } from "./provider-store.ts";
import { entrySum, keysTable, rowsSum } from "./rate-keys.ts";
import type { Queryable, SqliteValue, Summed } from "./sqlite.ts";

/** What is not as it was built, where, and what helps. */
export interface ReleaseFinding {
  readonly where: string;
  readonly what: string;
  readonly remedy: string;
}

/** Findings that are listed. A file of random bytes has as many as it has rows; the first ones tell as much. */
const LISTED_MAX = 100;

const COPY_AGAIN = 'Copy the file again, or rebuild it with "ratebook build".';

/** Findings in the order in which they were made. */
export class Findings {
  readonly #listed: ReleaseFinding[] = [];
  #count = 0;

  add(where: string, what: string, remedy: string = COPY_AGAIN): void {
    this.#count += 1;
    if (this.#listed.length < LISTED_MAX) this.#listed.push({ where, what, remedy });
  }

  get listed(): readonly ReleaseFinding[] {
    return this.#listed;
  }

  /** All of them, those that are not listed included. */
  get count(): number {
    return this.#count;
  }
}

export function findingText({ where, what, remedy }: ReleaseFinding): string {
  return `${where}: ${what}. ${remedy}`.trimEnd();
}

/** Compares every row, list, repeated text and index part of a provider table with its checksum. */
export async function verifyProviderRows(
  database: Summed,
  providers: string,
  findings: Findings,
  onProgress: OnProgress,
): Promise<void> {
  const { origin } = database;
  const rows = providers + PARTS.rows;
  const rowsSum = placeSum(origin, rows);
  let expected = 1;
  await inBatches(database, rows, "CAST(cells AS BLOB)", onProgress, ([cells, place]) => {
    const number = (place as number) - 1;
    if (!isSoundText(cells, numberedPlaceSum(rowsSum, number)) || place !== expected) {
      findings.add(rows, `row ${number} is not as it was stored`);
    }
    expected = (place as number) + 1;
  });

  const repeated = providers + PARTS.repeated;
  const textColumns = "header, CAST(texts AS BLOB), checksum";
  await inBatches(database, repeated, textColumns, onProgress, ([header, data, sum]) => {
    if (areSoundTexts(data, origin, repeated, header as string, sum)) return;
    findings.add(repeated, `the texts of ${header} are not as they were stored`);
  });

  const words = providers + PARTS.words;
  await inBatches(database, words, "fragment, words, checksum", onProgress, ([fragment, data, sum]) => {
    if (areSound(data, placeSum(origin, words, fragment as number), sum)) return;
    findings.add(words, `the words of fragment ${fragment} are not as they were stored`);
  });

  const lists = providers + PARTS.lists;
  const listColumns = "of, number, row_count, is_set, data, checksum";
  await inBatches(database, lists, listColumns, onProgress, ([of, number, rowCount, isSet, data, sum]) => {
    const place = listPlace(origin, lists, of as string, number as number, rowCount as number, isSet as number);
    if (!areSound(data, place, sum)) findings.add(lists, `the rows of ${of} ${number} are not as they were stored`);
  });

  const indexes = providers + PARTS.indexes;
  const sizes = database.query(`SELECT name, sum(length(data)) FROM ${indexes} GROUP BY name`).all();
  const bytesOf = new Map(sizes.map(([name, bytes]) => [name, bytes as number]));
  await inBatches(database, indexes, "name, part, data, checksum", onProgress, ([name, part, data, sum]) => {
    const place = partPlace(origin, indexes, name as string, part as number, bytesOf.get(name as string) ?? 0);
    if (!areSound(data, place, sum)) findings.add(indexes, `part ${part} of ${name} is not as it was stored`);
  });
}

const KEYS_PER_TURN = 500;

/** Compares every row of a rate table with the checksum of its key, and the chain of keys with itself. */
export async function verifyRateRows(
  database: Summed,
  rates: string,
  headers: readonly string[],
  findings: Findings,
  onProgress: OnProgress,
): Promise<void> {
  const { origin } = database;
  const keys = keysTable(rates);
  const entries = database.query(`SELECT lookup, rows_checksum, next, checksum FROM ${keys} ORDER BY lookup`).all();
  const columns = [...headers.map(quotedName), "line"].join(", ");
  const rowsOf = database.query(`SELECT ${columns} FROM ${rates} WHERE lookup = ? ORDER BY rowid`);
  let rowCount = 0;
  for (const [place, [key, sum, next, own]] of entries.entries()) {
    const rows = rowsOf.all(key as SqliteValue);
    rowCount += rows.length;
    const following = entries[place + 1]?.[0] ?? null;
    if (own !== entrySum(origin, rates, key as string, sum as number, next as string | null) || next !== following) {
      findings.add(keys, `entry ${place + 1} is not as it was stored`);
    }
    if (rowsSum(origin, rates, key as string, rows) !== sum) {
      findings.add(rates, `the rows of line ${rows[0]?.at(-1) ?? "?"} are not those that were stored`);
    }
    if (place % KEYS_PER_TURN !== 0) continue;
    onProgress({ stage: `reading ${rates}`, done: place, total: entries.length });
    await nextTurn();
  }
  const [stored] = database.query(`SELECT count(*) FROM ${rates} NOT INDEXED`).first() as [number];
  if (stored !== rowCount) findings.add(rates, `${stored} rows are stored and ${rowCount} are found by their keys`);
}

const BLOCKS_PER_TURN = 500;

/** Compares every block of origins with its checksum and each chain with itself; the hashes of those that say anything. */
export async function verifyOrigins(
  database: Summed,
  titles: readonly string[],
  findings: Findings,
  onProgress: OnProgress,
): Promise<readonly TableHash[]> {
  const chains = new Map<string, Chain>(titles.map((title) => [title, new Chain(title)]));
  const batch = database.query(
    `SELECT ${BLOCK_COLUMNS} FROM ${ORIGIN_BLOCKS} WHERE (title, first_line) > (?, ?) ORDER BY title, first_line LIMIT ${BLOCKS_PER_TURN}`,
  );
  const [total] = database.query(`SELECT count(*) FROM ${ORIGIN_BLOCKS}`).first() as [number];
  let done = 0;
  let last: readonly [SqliteValue, SqliteValue] = ["", CHAIN_START];
  for (let rows = batch.all(...last); rows.length > 0; rows = batch.all(...last)) {
    for (const cells of rows) {
      const [title, firstLine] = cells;
      last = [title as SqliteValue, firstLine as SqliteValue];
      const block = soundBlock(database.origin, cells);
      const isExpected = block !== null && chains.get(block.title)?.add(block);
      if (isExpected !== true) findings.add(ORIGIN_BLOCKS, `line ${firstLine} of ${title} is not as it was stored`);
    }
    done += rows.length;
    onProgress({ stage: `reading ${ORIGIN_BLOCKS}`, done, total });
    await nextTurn();
  }
  for (const { title, isComplete } of chains.values()) {
    if (!isComplete) findings.add(ORIGIN_BLOCKS, `the last lines of ${title} are missing`);
  }
  return [...chains.values()].flatMap(({ hasOrigins, hash }) => (hasOrigins ? hash : []));
}

/** The blocks of one table, each beginning where the one before ends. */
class Chain {
  readonly title: string;
  readonly hash: TableHash;
  hasOrigins = false;
  #expected: number | null = CHAIN_START;

  constructor(title: string) {
    this.title = title;
    this.hash = new TableHash(originsHashTitle(title), []);
  }

  /** Whether it is the block that follows. */
  add(block: OriginBlock): boolean {
    const isNext = block.firstLine === this.#expected;
    this.#expected = block.nextLine;
    this.hasOrigins ||= block.runs.length > 0;
    for (const part of hashedBlock(block)) this.hash.add(part);
    return isNext;
  }

  get isComplete(): boolean {
    return this.#expected === null;
  }
}

/** Rows read between two turns of the event loop, so that signals and progress are not kept waiting. */
const ROWS_PER_TURN = 2_000;

/** Hands on the rows of a table in the order of their places, each with its place as the last column. */
export async function inBatches(
  database: Queryable,
  table: string,
  columns: string,
  onProgress: OnProgress,
  use: (row: readonly SqliteValue[]) => void,
): Promise<number> {
  const batch = database.query(
    `SELECT ${columns}, rowid FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_PER_TURN}`,
  );
  const [total] = database.query(`SELECT count(*) FROM ${table}`).first() as [number];
  let done = 0;
  let last = Number.MIN_SAFE_INTEGER;
  for (let rows = batch.all(last); rows.length > 0; rows = batch.all(last)) {
    for (const row of rows) use(row);
    last = rows.at(-1)?.at(-1) as number;
    done += rows.length;
    onProgress({ stage: `reading ${table}`, done, total });
    await nextTurn();
  }
  return done;
}
