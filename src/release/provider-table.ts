import { setImmediate as nextTurn } from "node:timers/promises";
import type { RateData } from "../dataset/rate-data.ts";
import type { StoredCells } from "../dataset/row.ts";
import { headersOf, type RowPlace, type Table } from "../dataset/table.ts";
import { ProviderIndexBuilder } from "../provider-index/index-builder.ts";
import { Ranking } from "../provider-index/ranking.ts";
import { RepeatedCells } from "../provider-index/repeated-cells.ts";
import type { ProviderDefinition } from "../providers/definition.ts";
import { TextSpool } from "../text/tables/text-spool.ts";
import { checksum, numberedPlaceSum, placeSum } from "./checksum.ts";
import { quotedName, storedName } from "./format.ts";
import { providerIndexWriter } from "./provider-index-writer.ts";
import { storedNames } from "./provider-parts.ts";
import { rowText, summedText } from "./row-text.ts";
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
    const { repeated } = storedNames(table);
    const insert = database.insert(`INSERT INTO ${repeated} VALUES (?, ?, ?)`);
    for (const [index, header] of headersOf(table).entries()) {
      const texts = JSON.stringify(this.#repeatedOf(index).texts);
      insert([header, texts, checksum(texts, placeSum(database.origin, repeated, header))]);
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
    const tableSum = placeSum(database.origin, storedNames(table).rows);
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
 * that repeat are numbers in it. The view names its cells for whoever looks into a release with other tools.
 */
function providerTables(table: Table): string[] {
  const { rows, repeated } = storedNames(table);
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
  return `INSERT INTO ${storedNames(table).rows} (cells) VALUES ${rows}`;
}
