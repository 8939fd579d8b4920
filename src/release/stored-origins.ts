import type { Day } from "../core/calendar/day.ts";
import type { Source } from "../dataset/description.ts";
import type { StoredCells } from "../dataset/row.ts";
import { headersOf, type RowPlace, type Table, titleOf } from "../dataset/table.ts";
import type { RowOrigins, RowPublication } from "../pricing/row-origins.ts";
import type { ProviderDefinition } from "../registry/definition.ts";
import { IdentifierIndex } from "../registry/identifier-index.ts";
import type { ProviderStore } from "../registry/store.ts";
import { type RowCell, rowCells } from "../registry/stored-row-reader.ts";
import {
  BLOCK_COLUMNS,
  CHAIN_START,
  type Label,
  ORIGIN_BLOCKS,
  type OriginBlock,
  placeIn,
  runWith,
  soundBlock,
} from "./origin-blocks.ts";
import type { StoredRateData } from "./rate-tables.ts";
import type { PreparedQuery, Summed } from "./sqlite.ts";

/** Where the rows of an open release come from. Nothing is read before it is needed, and one block per table is kept. */
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
    // A row that a source claims by its cells has no place in a file.
    return publication === null ? null : { ...publication, place: placeIn(label, run, line) || null };
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
    const block = soundBlock(this.#database.checksumSalt, this.#query.first(title, line) ?? []);
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

/**
 * The publication that some entries of `dataset.json` speak of; null when there are none. Entries that differ only
 * in words are all named and none is chosen: what they do not have in common is left out.
 */
function publicationIn(sources: readonly Source[], place: string | null): RowPublication | null {
  const [first] = sources;
  if (first === undefined) return null;
  const agreed = (member: "publisher" | "edition" | "file" | "sha256") =>
    sources.every((source) => source[member] === first[member]) ? first[member] : null;
  const names = new Set(sources.flatMap(({ publication }) => publication ?? []));
  return {
    name: names.size === 0 ? null : [...names].join("; "),
    publisher: agreed("publisher"),
    edition: agreed("edition"),
    file: agreed("file"),
    sha256: agreed("sha256"),
    place,
  };
}

/**
 * The entries of `dataset.json` about rows of a table that no import brought. Where other rows of it name their imports, these are
 * not from them, so that only entries written by hand can be meant. An entry that claims rows is about those alone.
 */
function sourcesByHand(sources: readonly Source[], title: string, hasOrigins: boolean): readonly Source[] {
  return sources.filter(
    ({ table, edition, rows }) => table === title && rows === undefined && (edition === null || !hasOrigins),
  );
}

/**
 * The newest edition of the publication that rows come from which is later than theirs and not after a day; null when there is none, and
 * for rows of several publications, which no single edition confirms.
 */
function newestAfter(own: readonly Source[], all: readonly Source[], day: Day): string | null {
  const [first] = own;
  if (first === undefined || first.importer === null || first.edition === null) return null;
  const { table, importer, edition: taken } = first;
  if (own.some((source) => source.importer !== importer || source.edition !== taken)) return null;
  const later = all
    .filter((source) => source.table === table && source.importer === importer)
    .flatMap(({ edition }) => (edition !== null && edition > taken && edition <= day ? [edition] : []));
  return later.sort().at(-1) ?? null;
}

/** The provider table of a state, as it is stored and as it is found by. */
export interface StoredRegistry {
  readonly store: ProviderStore;
  readonly definition: ProviderDefinition;
}

/** Reads the cells of rows of an open release, by what every row is found by. */
export class StoredRowCells {
  readonly #rates: StoredRateData;
  readonly #registries: ReadonlyMap<Table, StoredRegistry>;
  readonly #identifiers = new Map<Table, IdentifierIndex>();

  constructor(rates: StoredRateData, registries: readonly StoredRegistry[]) {
    this.#rates = rates;
    this.#registries = new Map(registries.map((registry) => [registry.definition.table, registry]));
  }

  /** In the order of `headersOf`. */
  of(table: Table, row: RowPlace): StoredCells {
    const registry = this.#registries.get(table);
    return registry === undefined ? this.#rates.cells(table, row) : this.#ofProvider(registry, row);
  }

  /** Every provider has an identifier; the line distinguishes the rows that share one. */
  #ofProvider({ store, definition }: StoredRegistry, row: RowPlace): StoredCells {
    const { table, identifiers } = definition;
    const columnCount = Object.keys(table.columns).length;
    const index = this.#identifiers.get(table) ?? new IdentifierIndex(store);
    this.#identifiers.set(table, index);
    for (const [name, { of, fold }] of Object.entries(identifiers)) {
      for (const value of of(row)) {
        for (const number of value === null ? [] : index.candidates(name, fold(value))) {
          const cells = rowCells(store.readRow(number), columnCount + 1);
          if (cells[columnCount] === row.line) return writtenCells(cells.slice(0, columnCount), store);
        }
      }
    }
    throw new Error(`line ${row.line} is no row of this release's ${table.folder}/${table.name}`);
  }
}

/** Cells with the texts that their numbers stand for. */
function writtenCells(cells: readonly RowCell[], { repeatedCells }: ProviderStore): StoredCells {
  return cells.map((cell, column) => (typeof cell === "number" ? (repeatedCells[column]?.[cell] ?? null) : cell));
}
