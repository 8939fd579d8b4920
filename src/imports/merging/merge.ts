import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { failure } from "../../core/runtime/failure.ts";
import { plural } from "../../core/text/plural.ts";
import { FaultList, faultText } from "../../dataset/fault.ts";
import type { StoredCells } from "../../dataset/row.ts";
import { headersOf, KEY_SEPARATOR, type RowPlace, type Table, titleOf } from "../../dataset/table.ts";
import { readTableFile } from "../../dataset/table-file.ts";
import type { Feed } from "../declaring/publication.ts";
import { ORIGIN_HEADER } from "../editions.ts";
import { KeyReader, packed, unpacked } from "../writing/canonical-row.ts";
import { readCsvRows } from "../writing/csv-file.ts";
import type { Layer } from "./layers.ts";
import { filled, type MergedRow, mergedRow, mergedTimeline, type RowOrigin } from "./timeline.ts";
import { BEFORE, BY_HAND, type Piece, WorkStore } from "./work-store.ts";

/** One key: its rows in the table before and after. */
export interface KeyGroup {
  readonly before: readonly Piece[];
  /** The rows of editions and those written by hand. */
  readonly brought: readonly Piece[];
  readonly rows: readonly MergedRow[];
}

export interface MergeInput {
  readonly table: Table;
  readonly layers: readonly Layer[];
  readonly tablePath: string;
  readonly ownPath: string;
  /** The mark of a table row, by line; it becomes the row's place. */
  readonly markOf: (line: number) => string;
  readonly workFolder: string;
}

/** A derived table: a pure function of its editions and of the rows written by hand, key by key in order. */
export class Merge {
  readonly #table: Table;
  readonly #layers: readonly Layer[];
  readonly #stores: WorkStore[] = [];
  readonly #workFolder: string;
  #result: WorkStore | null = null;
  /** Rows that repeat a key of their edition with other values. */
  repeated = 0;

  private constructor({ table, layers, workFolder }: MergeInput) {
    this.#table = table;
    this.#layers = layers;
    this.#workFolder = workFolder;
  }

  static async of(input: MergeInput): Promise<Merge> {
    const merge = new Merge(input);
    try {
      await merge.#load(input);
    } catch (error) {
      merge.close();
      throw error;
    }
    return merge;
  }

  async #load({ table, layers, tablePath, ownPath, markOf }: MergeInput): Promise<void> {
    const store = this.#newStore();
    const loader = new Loader(table, store);
    await loader.loadLayers(layers);
    await loader.loadOwn(ownPath);
    this.#result = layers.some(({ feed }) => feed.fills !== null) ? this.#filledRows(store) : store;
    await new Loader(table, this.#result).loadTable(tablePath, BEFORE, markOf);
  }

  /** Filling may change the key of a row, so the filled rows are grouped by key again. */
  #filledRows(store: WorkStore): WorkStore {
    const result = this.#newStore();
    const filler = new Filler(this.#table, this.#layers, store);
    const add = (row: MergedRow) => result.add(pieceOf(row));
    for (const group of store.groups()) {
      const row = mergedRow(group, this.#onRepeat);
      if (row !== null) add(filler.fill(row));
    }
    for (const row of filler.additions()) add(row);
    return result;
  }

  #newStore(): WorkStore {
    const store = new WorkStore(join(this.#workFolder, `merge-${this.#stores.length}.db`));
    this.#stores.push(store);
    return store;
  }

  *groups(): Generator<KeyGroup> {
    const result = this.#result as WorkStore;
    const isFilled = result !== this.#stores[0];
    for (const pieces of result.groups()) {
      const before = pieces.filter(({ layer }) => layer === BEFORE);
      const brought = pieces.filter(({ layer }) => layer !== BEFORE);
      yield { before, brought, rows: isFilled ? refilled(pieces) : this.#merged(pieces) };
    }
  }

  #merged(pieces: readonly Piece[]): readonly MergedRow[] {
    if (this.#table.dated) return mergedTimeline(pieces, this.#layers, this.#onRepeat);
    const row = mergedRow(pieces, this.#onRepeat);
    return row === null ? [] : [row];
  }

  close(): void {
    for (const store of this.#stores) store.close();
  }

  readonly #onRepeat = (first: Piece, again: Piece): void => {
    const { feed, publication } = this.#layers[again.layer] as Layer;
    this.repeated += 1;
    if (feed.repeats === "first") return;
    const key = new KeyReader(this.#table).text(again.key);
    throw failure(
      `${first.place} and ${again.place} of ${publication} say different things about ${key} of ${titleOf(this.#table)}; correct the file, or ask its publisher which one holds`,
    );
  };
}

/** The row for the second grouping, with all of its origins. */
function pieceOf({ key, cells, isByHand, origins }: MergedRow): Piece {
  const layer = isByHand ? BY_HAND : (origins[0]?.layer ?? 0);
  return { key, layer, edition: 0, start: "", end: "", cells, place: JSON.stringify(origins) };
}

/** Rows that filling gave the same key are one row. */
function refilled(pieces: readonly Piece[]): readonly MergedRow[] {
  const rows = pieces.filter(({ layer }) => layer !== BEFORE);
  const [first, ...others] = rows.some(({ layer }) => layer === BY_HAND)
    ? rows.filter(({ layer }) => layer === BY_HAND)
    : rows;
  if (first === undefined) return [];
  return [others.reduce((row, piece) => joinedRow(row, piece), rowOf(first))];
}

function rowOf({ key, cells, layer, place }: Piece): MergedRow {
  const origins = JSON.parse(place) as RowOrigin[];
  return { key, start: null, end: null, cells, isByHand: layer === BY_HAND, origins };
}

function joinedRow(row: MergedRow, piece: Piece): MergedRow {
  const [origin] = JSON.parse(piece.place) as RowOrigin[];
  return origin === undefined ? row : filled(row, { ...origin, cells: piece.cells });
}

/** Loads the rows of a table from all sources into a work store. */
class Loader {
  readonly #table: Table;
  readonly #store: WorkStore;
  readonly #keys: KeyReader;
  readonly #headers: readonly string[];
  readonly #columnCount: number;

  constructor(table: Table, store: WorkStore) {
    this.#table = table;
    this.#store = store;
    this.#keys = new KeyReader(table);
    this.#headers = headersOf(table);
    this.#columnCount = Object.keys(table.columns).length;
  }

  async loadLayers(layers: readonly Layer[]): Promise<void> {
    for (const [layer, { feed, editions }] of layers.entries()) {
      const matchOf = feed.fills === null ? null : matchReader(this.#table, feed.fills);
      for (const [edition, { path }] of editions.entries()) {
        await readCsvRows(path, [...this.#headers, ORIGIN_HEADER], (cells) => {
          const place = cells[this.#headers.length] ?? "";
          if (matchOf === null) this.#add(cells, layer, edition, place);
          else this.#store.addFilling(layer, matchOf(cells) ?? "", packed(cells, this.#columnCount), place);
        });
      }
    }
    this.#store.indexFillings();
  }

  async loadOwn(path: string): Promise<void> {
    if (!existsSync(path)) return;
    await readCsvRows(path, this.#headers, (cells) => this.#add(cells, BY_HAND, 0, ""));
  }

  async loadTable(path: string, layer: number, markOf: (line: number) => string): Promise<void> {
    await readSound(this.#table, path, ({ line }, cells) => this.#add(cells, layer, 0, markOf(line)));
  }

  #add(given: StoredCells, layer: number, edition: number, place: string): void {
    const cells = given.map((cell) => cell || null);
    const start = this.#table.dated ? (cells[this.#columnCount] ?? "") : "";
    const end = this.#table.dated ? (cells[this.#columnCount + 1] ?? "") : "";
    this.#store.add({
      key: this.#keys.keyOf(cells),
      layer,
      edition,
      start,
      end,
      cells: packed(cells, this.#columnCount),
      place,
    });
  }
}

/** Reads a table of the dataset, which must have no errors; a missing one has no rows. */
export async function readSound(
  table: Table,
  path: string,
  onRow: (row: RowPlace, cells: StoredCells) => void,
): Promise<void> {
  if (!existsSync(path)) return;
  const faults = new FaultList();
  await readTableFile({ table, path, bytes: statSync(path).size }, faults, onRow, () => undefined);
  const [first] = faults.listed;
  if (first === undefined) return;
  throw failure(
    `the dataset has ${plural(faults.count, "a fault", `${faults.count} faults`)}, ${faultText(first)}; run "ratebook check" and fix it first`,
  );
}

/** The text that matches a filling row with the rows it fills; null for a row without one. */
function matchReader(table: Table, { by, fold }: NonNullable<Feed["fills"]>): (cells: StoredCells) => string | null {
  const names = Object.keys(table.columns);
  const places = by.map((name) => names.indexOf(name));
  const [only = 0] = places;
  if (places.length === 1) return (cells) => (cells[only] ? fold(cells[only]) : null);
  return (cells) => {
    const parts = places.map((place) => cells[place] || null);
    return parts.includes(null) ? null : parts.map((part) => fold(part as string)).join(KEY_SEPARATOR);
  };
}

interface FillingLayer {
  readonly number: number;
  readonly adds: boolean;
  readonly matchOf: (cells: StoredCells) => string | null;
  readonly aliasesOf: (cells: StoredCells) => readonly string[];
}

/** The aliases of a row, by which filling rows match it. */
function aliasReader(
  table: Table,
  { aliases, fold }: NonNullable<Feed["fills"]>,
): (cells: StoredCells) => readonly string[] {
  if (aliases === null) return () => [];
  const place = Object.keys(table.columns).indexOf(aliases);
  return (cells) => (cells[place] ?? "").split("|").flatMap((part) => (part === "" ? [] : [fold(part.trim())]));
}

/** Fills empty cells of rows from the filling layers, and reports filling rows without a match. */
class Filler {
  readonly #store: WorkStore;
  readonly #layers: readonly FillingLayer[];
  readonly #hasAliases: boolean;
  readonly #used: Uint8Array;
  readonly #keys: KeyReader;
  #packedLast = "";
  #unpackedLast: StoredCells = [];

  constructor(table: Table, layers: readonly Layer[], store: WorkStore) {
    this.#store = store;
    this.#keys = new KeyReader(table);
    this.#used = new Uint8Array(store.fillingCount);
    this.#hasAliases = layers.some(({ feed: { fills } }) => (fills?.aliases ?? null) !== null);
    this.#layers = layers.flatMap(({ feed: { fills } }, number) =>
      fills === null
        ? []
        : [{ number, adds: fills.adds, matchOf: matchReader(table, fills), aliasesOf: aliasReader(table, fills) }],
    );
  }

  /** The row with its cells filled; its key may become more precise. Rows written by hand stay as they are. */
  fill(row: MergedRow): MergedRow {
    return this.#filledBy(this.#layers, row);
  }

  /** The cells of a text, cached: a row is read several times in turn. */
  #cellsOf(packed: string): StoredCells {
    if (packed !== this.#packedLast) this.#unpackedLast = unpacked(packed);
    this.#packedLast = packed;
    return this.#unpackedLast;
  }

  #filledBy(layers: readonly FillingLayer[], row: MergedRow): MergedRow {
    let result = row;
    let before: MergedRow;
    // A filled cell may match another layer, so this repeats until nothing is left to fill.
    do {
      before = result;
      for (const layer of layers) result = this.#filledFrom(layer, result);
    } while (result !== before && layers.length > 1);
    if (this.#hasAliases) this.#useAliases(this.#cellsOf(result.cells));
    return result === row ? row : { ...result, key: this.#keys.keyOf(this.#cellsOf(result.cells)) };
  }

  #filledFrom({ number, matchOf }: FillingLayer, row: MergedRow): MergedRow {
    const match = matchOf(this.#cellsOf(row.cells));
    const filling = match === null ? null : this.#store.fillingFor(number, match);
    if (filling === null) return row;
    this.#used[filling.number] = 1;
    return row.isByHand ? row : filled(row, { ...filling, layer: number, edition: 0 });
  }

  /** A match with an alias concerns that row, although it fills nothing. */
  #useAliases(cells: StoredCells): void {
    for (const { number, aliasesOf } of this.#layers) {
      for (const alias of aliasesOf(cells)) {
        const filling = this.#store.fillingFor(number, alias);
        if (filling !== null) this.#used[filling.number] = 1;
      }
    }
  }

  /** New rows from filling rows without a match, if the feed adds rows; of equal matches, the first. */
  *additions(): Generator<MergedRow> {
    for (const { number } of this.#layers.filter(({ adds }) => adds)) {
      const others = this.#layers.filter((layer) => layer.number !== number);
      for (const { number: filling, cells, place } of this.#store.firstFillings(number)) {
        if (this.#used[filling] === 1) continue;
        const key = this.#keys.keyOf(this.#cellsOf(cells));
        const origins = [{ layer: number, edition: 0, place }];
        yield this.#filledBy(others, { key, start: null, end: null, cells, isByHand: false, origins });
      }
    }
  }
}
