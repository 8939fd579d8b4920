import type { MergedRow } from "./merged-row.ts";
import type { Piece } from "./work-store.ts";

/** An edition among the layers of a table. */
interface EditionPlace {
  readonly layer: number;
  readonly edition: number;
}

/**
 * Counts what tells the rows that an edition brings from the rows that a table has afterwards: neighbours that say the same are one row
 * there, and rows of other publications stand beside them.
 */
export class OwnShares {
  readonly #place: EditionPlace;
  joined = 0;
  unchangedOfOthers = 0;

  constructor(place: EditionPlace) {
    this.#place = place;
  }

  /** Sees one key: what was brought, the rows before, and the rows as they will be. */
  see(brought: readonly Piece[], before: readonly Piece[], rows: readonly MergedRow[]): void {
    const own = brought.filter(({ layer, edition }) => layer === this.#place.layer && edition === this.#place.edition);
    const holding = own.flatMap((piece) => rows.find((row) => holds(row, piece)) ?? []);
    this.joined += holding.length - new Set(holding).size;
    this.unchangedOfOthers += rows.filter(
      (row) => !row.origins.some(({ layer }) => layer === this.#place.layer) && before.some((each) => isAs(row, each)),
    ).length;
  }
}

function holds({ cells, start, end }: MergedRow, piece: Piece): boolean {
  if (cells !== piece.cells || start === null) return false;
  return start <= piece.start && (end === null || piece.start <= end);
}

function isAs({ cells, start, end }: MergedRow, before: Piece): boolean {
  return cells === before.cells && (start ?? "") === before.start && (end ?? "") === before.end;
}
