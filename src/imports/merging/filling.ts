import type { StoredCells } from "../../dataset/row.ts";
import { KEY_SEPARATOR, type Table } from "../../dataset/table.ts";
import type { Feed } from "../declaring/publication.ts";
import { KeyReader, unpacked } from "../writing/canonical-row.ts";
import type { Layer } from "./layers.ts";
import { filled, type MergedRow } from "./timeline.ts";
import type { WorkStore } from "./work-store.ts";

/** The text that matches a filling row with the rows it fills; null for a row without one. */
export function matchReader(
  table: Table,
  { by, fold }: NonNullable<Feed["fills"]>,
): (cells: StoredCells) => string | null {
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
export class Filler {
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
