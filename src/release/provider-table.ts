import { setImmediate as nextTurn } from "node:timers/promises";
import type { RateData } from "../dataset/rate-data.ts";
import { headersOf, type Origin, type Table } from "../dataset/table.ts";
import { TextSpool } from "../dataset/texts/text-spool.ts";
import type { ProviderDefinition } from "../providers/definition.ts";
import { ProviderIndexBuilder } from "../providers/index-builder.ts";
import { Ranking } from "../providers/ranking.ts";
import { numberedPlaceSum, placeSum } from "./checksum.ts";
import { quotedName, storedName } from "./format.ts";
import { providerIndexWriter } from "./provider-index-writer.ts";
import { rowsTable } from "./provider-parts.ts";
import { summedText } from "./row-text.ts";
import type { WritingDatabase } from "./sqlite.ts";

/** Rows per `INSERT`: a statement costs more than a row does. */
const ROWS_PER_STATEMENT = 16;

/** Rows stored between two turns of the event loop, so that signals and progress are not kept waiting. */
const ROWS_PER_TURN = 8_192;

/** The rows of a provider table: indexed as they come, and stored in result order when all are known. */
export class ProviderTableWriter {
  readonly #definition: ProviderDefinition;
  readonly #indexes: ProviderIndexBuilder<Origin>;
  readonly #ranking = new Ranking();
  readonly #texts = new TextSpool();

  constructor(definition: ProviderDefinition, data: RateData) {
    this.#definition = definition;
    this.#indexes = new ProviderIndexBuilder(definition, data);
  }

  add(row: Origin, text: string): void {
    this.#indexes.add(row);
    this.#ranking.add(this.#definition.order(row));
    this.#texts.add(text);
  }

  /** The texts of all rows, in the order they came. */
  rowTexts(): Iterable<Buffer> {
    return this.#texts.bytes();
  }

  /** Stores the rows, each under its place in result order, and their indexes. */
  async write(database: WritingDatabase, onRows: (done: number, total: number) => void): Promise<void> {
    const { table } = this.#definition;
    const ranks = this.#ranking.ranks();
    await nextTurn();
    await this.#writeRows(database, ranks.order, onRows);
    const indexes = providerIndexWriter(database, table);
    this.#indexes.write(indexes, ranks);
    indexes.finish();
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
    const tableSum = placeSum(database.origin, rowsTable(table));
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
 * A row is one JSON array with its checksum at the end, written and read several times faster than a dozen columns;
 * the view names its cells for whoever looks into a release with other tools.
 */
function providerTables(table: Table): string[] {
  const cells = headersOf(table).map((header, index) => `cells ->> ${index} AS ${quotedName(header)}`);
  const line = `cells ->> ${cells.length} AS line`;
  return [
    `CREATE TABLE ${rowsTable(table)} (place INTEGER PRIMARY KEY, cells TEXT NOT NULL)`,
    `CREATE VIEW ${storedName(table)} AS SELECT ${[...cells, line].join(", ")} FROM ${rowsTable(table)}`,
  ];
}

/** Rows get the places 1, 2, 3 ... as they come. */
function insertion(table: Table, rowCount: number): string {
  const rows = Array.from({ length: rowCount }, () => "(?)").join(", ");
  return `INSERT INTO ${rowsTable(table)} (cells) VALUES ${rows}`;
}
