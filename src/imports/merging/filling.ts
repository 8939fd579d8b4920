import type { StoredCells } from "../../dataset/row.ts";
import { KEY_SEPARATOR, type Table } from "../../dataset/table.ts";
import type { Feed } from "../declaring/publication.ts";
import { KeyReader, unpacked } from "../writing/canonical-row.ts";
import type { Layer } from "./layers.ts";
import type { MergedRow } from "./merged-row.ts";
import { filled } from "./undated-merge.ts";
import type { WorkStore } from "./work-store.ts";

/** The text by which a filling row and the rows it fills find each other; null for a row without one. */
export function matchReader(
  table: Table,
  { by, fold }: NonNullable<Feed["fills"]>,
): (cells: StoredCells) => string | null {
  const names = Object.keys(table.columns);
  const places = by.map((name) => names.indexOf(name));
  return (cells) => {
    const parts = places.map((place) => cells[place] || null);
    return parts.includes(null) ? null : parts.map((part) => fold(part as string)).join(KEY_SEPARATOR);
  };
}

/** Fills the empty cells of rows from the layers that fill, and tells which filling rows found nothing to fill. */
export class Filler {
  readonly #store: WorkStore;
  readonly #layers: readonly {
    readonly number: number;
    readonly adds: boolean;
    readonly matchOf: (cells: StoredCells) => string | null;
  }[];
  readonly #used: Uint8Array;
  readonly #keys: KeyReader;

  constructor(table: Table, layers: readonly Layer[], store: WorkStore) {
    this.#store = store;
    this.#keys = new KeyReader(table);
    this.#used = new Uint8Array(store.fillingCount);
    this.#layers = layers.flatMap(({ feed: { fills } }, number) =>
      fills === null ? [] : [{ number, adds: fills.adds, matchOf: matchReader(table, fills) }],
    );
  }

  /** The row with its cells filled; its key may have become more precise. Rows written by hand stay as they are. */
  fill(row: MergedRow): MergedRow {
    let result = row;
    for (const { number, matchOf } of this.#layers) {
      const match = matchOf(unpacked(result.cells));
      const filling = match === null ? null : this.#store.fillingFor(number, match);
      if (filling === null) continue;
      this.#used[filling.number] = 1;
      if (!row.isByHand) result = filled(result, { ...filling, layer: number, edition: 0 });
    }
    return result === row ? row : { ...result, key: this.#keys.keyOf(unpacked(result.cells)) };
  }

  /** Rows of their own from what matched nothing, where the feed says so. */
  *additions(): Generator<MergedRow> {
    for (const { number } of this.#layers.filter(({ adds }) => adds)) {
      for (const { number: filling, cells, place } of this.#store.fillings(number)) {
        if (this.#used[filling] === 1) continue;
        const key = this.#keys.keyOf(unpacked(cells));
        const origins = [{ layer: number, edition: 0, place }];
        yield this.fill({ key, start: null, end: null, cells, isByHand: false, origins });
      }
    }
  }
}
