import type { Source } from "../../dataset/description.ts";
import { headersOf, type Origin, type Table, titleOf } from "../../dataset/table.ts";
import type { Publication, RowOrigins } from "../../pricing/row-origins.ts";
import type { Query, Summed } from "../sqlite.ts";
import { BLOCK_COLUMNS, CHAIN_START, ORIGIN_BLOCKS, type OriginBlock, soundBlock } from "./origin-blocks.ts";
import { type Label, placeIn, runWith } from "./origin-runs.ts";
import { publicationIn, sourcesByHand } from "./publications.ts";
import type { StoredRowCells } from "./stored-cells.ts";

/** Where the rows of an open release come from. Nothing is read before it is asked for, nor kept afterwards. */
export class StoredRowOrigins implements RowOrigins {
  readonly #database: Summed;
  readonly #sources: readonly Source[];
  readonly #cells: StoredRowCells;
  readonly #headers = new Map<Table, readonly string[]>();
  #query: Query | null = null;

  constructor(database: Summed, sources: readonly Source[], cells: StoredRowCells) {
    this.#database = database;
    this.#sources = sources;
    this.#cells = cells;
  }

  publicationOf(table: Table, line: number): Publication | null {
    const title = titleOf(table);
    const block = this.#blockWith(title, line);
    const run = runWith(line, block.firstLine, block.runs);
    if (run === null) return publicationIn(sourcesByHand(this.#sources, title, hasOrigins(block)), null);
    const label = (JSON.parse(block.labels) as readonly Label[])[run.label] as Label;
    const sources = label.sources.map((number) => this.#sources[number] as Source);
    return publicationIn(sources, placeIn(label, run, line));
  }

  cellsOf(table: Table, row: Origin): Readonly<Record<string, string | null>> {
    const cells = this.#cells.of(table, row);
    const byHeader: Record<string, string | null> = {};
    for (const [place, header] of this.#headersOf(table).entries()) byHeader[header] = cells[place] ?? null;
    return byHeader;
  }

  /** Spelling a header costs as much as reading its cell. */
  #headersOf(table: Table): readonly string[] {
    const headers = this.#headers.get(table) ?? headersOf(table);
    this.#headers.set(table, headers);
    return headers;
  }

  /** The block that is responsible for a line, once it is known to be the one that was stored. */
  #blockWith(title: string, line: number): OriginBlock {
    this.#query ??= this.#database.query(
      `SELECT ${BLOCK_COLUMNS} FROM ${ORIGIN_BLOCKS} WHERE title = ? AND first_line <= ? ORDER BY first_line DESC LIMIT 1`,
    );
    const block = soundBlock(this.#database.origin, this.#query.first(title, line) ?? []);
    const isResponsible =
      block !== null &&
      block.title === title &&
      block.firstLine <= line &&
      (block.nextLine === null || line < block.nextLine);
    if (isResponsible) return block;
    throw this.#database.soundness.damaged(ORIGIN_BLOCKS, `the origins of ${title} are not as they were stored`);
  }
}

/** A table without origins has one block, and nothing in it. */
function hasOrigins({ firstLine, runs }: OriginBlock): boolean {
  return firstLine !== CHAIN_START || runs.length > 0;
}
