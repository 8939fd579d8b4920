import { KEY_SEPARATOR } from "../../dataset/table.ts";
import type { OnRepeat } from "./dated-merge.ts";
import type { MergedRow } from "./merged-row.ts";
import { BY_HAND, type Piece } from "./work-store.ts";

/**
 * The row of one key of an undated table: what was written by hand, as it is; otherwise what the publication declared
 * first says, its empty cells filled by the others.
 */
export function mergedRow(pieces: readonly Piece[], onRepeat: OnRepeat): MergedRow | null {
  const derived = pieces.filter(({ layer }) => layer > BY_HAND);
  const own = pieces.find(({ layer }) => layer === BY_HAND);
  if (own !== undefined) return rowOf(own);
  const [first, ...others] = oncePerLayer(derived, onRepeat);
  if (first === undefined) return null;
  return others.reduce((row, piece) => filled(row, piece), rowOf(first));
}

function rowOf({ key, cells, layer, edition, place }: Piece): MergedRow {
  return { key, start: null, end: null, cells, isByHand: layer === BY_HAND, origins: [{ layer, edition, place }] };
}

function oncePerLayer(pieces: readonly Piece[], onRepeat: OnRepeat): Piece[] {
  const once: Piece[] = [];
  for (const piece of pieces) {
    const last = once.at(-1);
    if (last === undefined || last.layer !== piece.layer) once.push(piece);
    else if (last.cells !== piece.cells) onRepeat(last, piece);
  }
  return once;
}

/** The row with its empty cells filled; it says so in its origins when there was anything to fill. */
export function filled(
  row: MergedRow,
  from: { readonly cells: string; readonly layer: number; readonly edition: number; readonly place: string },
): MergedRow {
  const offered = from.cells.split(KEY_SEPARATOR);
  const cells = row.cells.split(KEY_SEPARATOR).map((cell, index) => cell || (offered[index] ?? ""));
  const packed = cells.join(KEY_SEPARATOR);
  if (packed === row.cells) return row;
  const { layer, edition, place } = from;
  return { ...row, cells: packed, origins: [...row.origins, { layer, edition, place }] };
}
