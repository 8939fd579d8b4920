import { setImmediate as nextTurn } from "node:timers/promises";
import { TextSpool } from "../core/text/text-tables.ts";
import type { StoredCells } from "../dataset/row.ts";
import { headersOf, type RateData, type RowPlace, type Table } from "../dataset/table.ts";
import type { ProviderDefinition } from "../registry/definition.ts";
import { ProviderIndexBuilder } from "../registry/index-builder.ts";
import { Ranking } from "../registry/ranking.ts";
import { RowSet } from "../registry/row-set.ts";
import type { ProviderIndexWriter } from "../registry/store.ts";
import { RepeatedCells } from "../registry/stored-row-reader.ts";
import { checksum, numberedPlaceSum, placeSum, quotedName, rowText, storedName, summedText } from "./format.ts";
import { FRAGMENT_WORDS, LISTED_NUMBERS, ListedNumbersWriter, PART_BYTES, storedNames } from "./provider-store.ts";
import type { WritingDatabase } from "./sqlite.ts";

/** Rows per `INSERT`: a statement costs more than a row does. */
const ROWS_PER_STATEMENT = 16;

/** Rows stored between two turns of the event loop, so that signals and progress are not kept waiting. */
const ROWS_PER_TURN = 8_192;

/** The rows of a provider table: indexed as they come, and stored in result order when all are known. */
export class ProviderTableWriter {
  readonly #definition: ProviderDefinition;
  readonly #indexes: ProviderIndexBuilder<RowPlace>;
  readonly #ranking = new Ranking();
  readonly #texts = new TextSpool();
  readonly #repeated: readonly RepeatedCells[];

  constructor(definition: ProviderDefinition, data: RateData) {
    this.#definition = definition;
    this.#repeated = headersOf(definition.table).map(() => new RepeatedCells());
    this.#indexes = new ProviderIndexBuilder(definition, data);
  }

  add(row: RowPlace, cells: StoredCells): void {
    this.#indexes.add(row);
    this.#ranking.add(this.#definition.order(row));
    const numbered = cells.map((cell, index) => (cell === null ? null : this.#repeatedOf(index).numbered(cell)));
    this.#texts.add(rowText(numbered, row.line));
  }

  /** All that the rows say: their texts, in the order they came, and what the numbers in them stand for. */
  *content(): Iterable<string | Buffer> {
    yield* this.#texts.bytes();
    for (const { texts } of this.#repeated) yield JSON.stringify(texts);
  }

  /** Stores the rows, each under its place in result order, and their indexes. */
  async write(database: WritingDatabase, onRows: (done: number, total: number) => void): Promise<void> {
    const { table } = this.#definition;
    const ranks = this.#ranking.ranks();
    await nextTurn();
    await this.#writeRows(database, ranks.order, onRows);
    this.#writeRepeated(database);
    const indexes = providerIndexWriter(database, table);
    this.#indexes.write(indexes, ranks);
    indexes.finish();
  }

  #repeatedOf(index: number): RepeatedCells {
    return this.#repeated[index] as RepeatedCells;
  }

  #writeRepeated(database: WritingDatabase): void {
    const { table } = this.#definition;
    const { repeated } = storedNames(storedName(table));
    const insert = database.insert(`INSERT INTO ${repeated} VALUES (?, ?, ?)`);
    for (const [index, header] of headersOf(table).entries()) {
      const texts = JSON.stringify(this.#repeatedOf(index).texts);
      insert([header, texts, checksum(texts, placeSum(database.checksumSalt, repeated, header))]);
    }
  }

  async #writeRows(
    database: WritingDatabase,
    order: Uint32Array,
    onRows: (done: number, total: number) => void,
  ): Promise<void> {
    const { table } = this.#definition;
    for (const statement of providerTables(table)) database.execute(statement);
    const insertOne = database.insert(insertion(table, 1));
    const insertMany = database.insert(insertion(table, ROWS_PER_STATEMENT));
    const tableSum = placeSum(database.checksumSalt, storedNames(storedName(table)).rows);
    const stored = (place: number) =>
      summedText(this.#texts.text(order[place] as number), numberedPlaceSum(tableSum, place));
    for (let number = 0; number < order.length; ) {
      const count = order.length - number < ROWS_PER_STATEMENT ? 1 : ROWS_PER_STATEMENT;
      const texts: string[] = [];
      for (let place = number; place < number + count; place += 1) texts.push(stored(place));
      (count === 1 ? insertOne : insertMany)(texts);
      number += count;
      if (number % ROWS_PER_TURN !== 0 && number < order.length) continue;
      onRows(number, order.length);
      await nextTurn();
    }
  }
}

/**
 * A row is one JSON array with its checksum at the end, written and read several times faster than a dozen columns; cells
 * that repeat are numbers in it. The view names its cells for readers with other tools.
 */
function providerTables(table: Table): string[] {
  const { rows, repeated } = storedNames(storedName(table));
  const cells = headersOf(table).map((header, index) => {
    const text = `(SELECT texts ->> (cells ->> ${index}) FROM ${repeated} WHERE header = '${header}')`;
    const isNumbered = `typeof(cells ->> ${index}) = 'integer'`;
    return `iif(${isNumbered}, ${text}, cells ->> ${index}) AS ${quotedName(header)}`;
  });
  const line = `cells ->> ${cells.length} AS line`;
  return [
    `CREATE TABLE ${rows} (place INTEGER PRIMARY KEY, cells TEXT NOT NULL)`,
    `CREATE TABLE ${repeated} (header TEXT PRIMARY KEY, texts TEXT NOT NULL, checksum INTEGER NOT NULL)`,
    `CREATE VIEW ${storedName(table)} AS SELECT ${[...cells, line].join(", ")} FROM ${rows}`,
  ];
}

/** Rows get the places 1, 2, 3 ... as they come. */
function insertion(table: Table, rowCount: number): string {
  const rows = Array.from({ length: rowCount }, () => "(?)").join(", ");
  return `INSERT INTO ${storedNames(storedName(table)).rows} (cells) VALUES ${rows}`;
}

interface FinishedIndexWriter extends ProviderIndexWriter {
  /** Writes down which lists there are, after the last one. */
  finish(): void;
}

/** Stores the indexes of a provider table. */
function providerIndexWriter(database: WritingDatabase, table: Table): FinishedIndexWriter {
  const { checksumSalt: origin } = database;
  const { indexes, words, lists } = storedNames(storedName(table));
  const sum = "checksum INTEGER NOT NULL";
  const partColumns = `name TEXT, part INTEGER, data BLOB NOT NULL, ${sum}, PRIMARY KEY (name, part)`;
  database.execute(`CREATE TABLE ${indexes} (${partColumns})`);
  database.execute(`CREATE TABLE ${words} (fragment INTEGER PRIMARY KEY, words BLOB NOT NULL, ${sum})`);
  const listColumns =
    "of TEXT, number INTEGER, row_count INTEGER NOT NULL, is_set INTEGER NOT NULL, data BLOB NOT NULL";
  database.execute(`CREATE TABLE ${lists} (${listColumns}, ${sum}, PRIMARY KEY (of, number))`);
  const insertPart = database.insert(`INSERT INTO ${indexes} VALUES (?, ?, ?, ?)`);
  const insertWords = database.insert(`INSERT INTO ${words} VALUES (?, ?, ?)`);
  const insertList = database.insert(`INSERT INTO ${lists} VALUES (?, ?, ?, ?, ?, ?)`);
  const listed = new ListedNumbersWriter();
  // An index without numbers has a part, too: what is not there at all was lost.
  const writeIndex: ProviderIndexWriter["writeIndex"] = (name, numbers) => {
    const bytes = bytesOf(numbers);
    for (let part = 0; part === 0 || part * PART_BYTES < bytes.length; part += 1) {
      const data = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
      insertPart([name, part, data, checksum(data, placeSum(origin, indexes, name, part, bytes.length))]);
    }
  };
  return {
    writeIndex,
    writeFragmentWords(fragment, numbers) {
      const data = bytesOf(numbers);
      insertWords([fragment, data, checksum(data, placeSum(origin, words, fragment))]);
      listed.add(FRAGMENT_WORDS, fragment);
    },
    writeRows(of, number, rows) {
      const isSet = rows instanceof RowSet ? 1 : 0;
      const rowCount = rows instanceof RowSet ? rows.size : rows.length;
      const data = bytesOf(rows instanceof RowSet ? rows.words : rows);
      const place = placeSum(origin, lists, of, number, rowCount, isSet);
      insertList([of, number, rowCount, isSet, data, checksum(data, place)]);
      listed.add(of, number);
    },
    finish: () => writeIndex(LISTED_NUMBERS, listed.bytes()),
  };
}

function bytesOf(numbers: Uint8Array | Uint16Array | Uint32Array | Int32Array): Buffer {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
