import type { Day } from "../../calendar/day.ts";
import type { Source } from "../../dataset/description.ts";
import { headersOf, type RowPlace, type Table, titleOf } from "../../dataset/table.ts";
import type { RowOrigins, RowPublication } from "../../pricing/row-origins.ts";
import type { PreparedQuery, Summed } from "../sqlite.ts";
import { BLOCK_COLUMNS, CHAIN_START, ORIGIN_BLOCKS, type OriginBlock, soundBlock } from "./origin-blocks.ts";
import { type Label, placeIn, runWith } from "./origin-runs.ts";
import { newestAfter, publicationIn, sourcesByHand } from "./publications.ts";
import type { StoredRowCells } from "./stored-cells.ts";

/** Where the rows of an open release come from. Nothing is read before it is asked for, and one block per table is kept. */
export class StoredRowOrigins implements RowOrigins {
  readonly #database: Summed;
  readonly #sources: readonly Source[];
  readonly #cells: StoredRowCells;
  readonly #headers = new Map<Table, readonly string[]>();
  /** The block of each table that was read last. */
  readonly #lastBlocks = new Map<Table, ReadBlock>();
  #query: PreparedQuery | null = null;

  constructor(database: Summed, sources: readonly Source[], cells: StoredRowCells) {
    this.#database = database;
    this.#sources = sources;
    this.#cells = cells;
  }

  publicationOf(table: Table, line: number): RowPublication | null {
    const block = this.#blockWith(table, line);
    const run = runWith(line, block.firstLine, block.runs);
    if (run === null) return publicationIn(block.byHand, null);
    const label = block.labels[run.label] as PublishedLabel;
    const { publication } = label;
    return publication === null ? null : { ...publication, place: placeIn(label, run, line) };
  }

  sourcesOf(table: Table, line: number): readonly Source[] {
    const block = this.#blockWith(table, line);
    const run = runWith(line, block.firstLine, block.runs);
    return run === null ? block.byHand : (block.labels[run.label] as PublishedLabel).published;
  }

  confirmedBy(table: Table, line: number, day: Day): string | null {
    if (!table.dated) return null;
    const { firstLine, runs, labels } = this.#blockWith(table, line);
    const run = runWith(line, firstLine, runs);
    return run === null ? null : newestAfter((labels[run.label] as PublishedLabel).published, this.#sources, day);
  }

  cellsOf(table: Table, row: RowPlace): Readonly<Record<string, string | null>> {
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

  /** The block that is responsible for a line. The rows of an explanation stand together, so the last one is kept. */
  #blockWith(table: Table, line: number): ReadBlock {
    const last = this.#lastBlocks.get(table);
    if (last !== undefined && isResponsible(last, line)) return last;
    const block = this.#readBlock(titleOf(table), line);
    this.#lastBlocks.set(table, block);
    return block;
  }

  /** Reads a block, once it is known to be the one that was stored. */
  #readBlock(title: string, line: number): ReadBlock {
    this.#query ??= this.#database.query(
      `SELECT ${BLOCK_COLUMNS} FROM ${ORIGIN_BLOCKS} WHERE title = ? AND first_line <= ? ORDER BY first_line DESC LIMIT 1`,
    );
    const block = soundBlock(this.#database.origin, this.#query.first(title, line) ?? []);
    if (block === null || block.title !== title || !isResponsible(block, line)) {
      throw this.#database.soundness.damaged(ORIGIN_BLOCKS, `the origins of ${title} are not as they were stored`);
    }
    const { firstLine, nextLine, runs } = block;
    const labels = (JSON.parse(block.labels) as readonly Label[]).map((label) => this.#published(label));
    const byHand = sourcesByHand(this.#sources, title, hasOrigins(block));
    return { firstLine, nextLine, runs, labels, byHand };
  }

  #published(label: Label): PublishedLabel {
    const published = label.sources.map((number) => this.#sources[number] as Source);
    return { ...label, published, publication: publicationIn(published, null) };
  }
}

/** A label with the publication that it stands for, which is that of all its lines. */
interface PublishedLabel extends Label {
  readonly published: readonly Source[];
  readonly publication: RowPublication | null;
}

/** A block that was read and found sound. */
interface ReadBlock extends Pick<OriginBlock, "firstLine" | "nextLine" | "runs"> {
  readonly labels: readonly PublishedLabel[];
  /** Of lines that no import brought. */
  readonly byHand: readonly Source[];
}

function isResponsible({ firstLine, nextLine }: Pick<OriginBlock, "firstLine" | "nextLine">, line: number): boolean {
  return firstLine <= line && (nextLine === null || line < nextLine);
}

/** A table without origins has one block, and nothing in it. */
function hasOrigins({ firstLine, runs }: OriginBlock): boolean {
  return firstLine !== CHAIN_START || runs.length > 0;
}
