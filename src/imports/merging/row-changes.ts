import { type Day, dayBefore } from "../../calendar/day.ts";
import type { MergedRow } from "./merged-row.ts";
import type { Piece } from "./work-store.ts";

export const ROW_CHANGE_KINDS = ["added", "changed", "closed", "removed"] as const;

export type RowChangeKind = (typeof ROW_CHANGE_KINDS)[number];

/** What became of the rows of a table. */
export type RowChangeCounts = Record<RowChangeKind | "unchanged", number>;

/** A row at one time; dates are empty where there are none. */
export interface RowState {
  /** In one text, dates excluded. */
  readonly cells: string;
  readonly start: string;
  readonly end: string;
}

/** What became of a row: as it was, and as it is or what took its place. */
export interface RowChange {
  readonly kind: RowChangeKind;
  readonly before: RowState | null;
  readonly after: RowState | null;
}

/** Compares the rows of one key as they were with what they will be; how many are unchanged. */
export function compareRows(
  before: readonly Piece[],
  rows: readonly MergedRow[],
  isDated: boolean,
  onChange: (change: RowChange) => void,
): number {
  return isDated ? compareDated(before, rows, onChange) : compareUndated(before[0], rows[0], onChange);
}

function compareUndated(
  before: Piece | undefined,
  row: MergedRow | undefined,
  onChange: (change: RowChange) => void,
): number {
  if (before === undefined && row === undefined) return 0;
  if (before === undefined) onChange({ kind: "added", before: null, after: stateOf(row as MergedRow) });
  else if (row === undefined) onChange({ kind: "removed", before, after: null });
  else if (before.cells === row.cells) return 1;
  else onChange({ kind: "changed", before, after: stateOf(row) });
  return 0;
}

function compareDated(
  before: readonly Piece[],
  rows: readonly MergedRow[],
  onChange: (change: RowChange) => void,
): number {
  let unchanged = 0;
  const gone: Piece[] = [];
  const shortened: { readonly before: Piece; readonly after: RowState }[] = [];
  for (const piece of before) {
    const row = rows.find(({ cells, start }) => cells === piece.cells && start === piece.start);
    if (row === undefined) {
      gone.push(piece);
      continue;
    }
    const after = stateOf(row);
    if (after.end === piece.end) unchanged += 1;
    else if (after.end !== "" && (piece.end === "" || after.end < piece.end)) shortened.push({ before: piece, after });
    else onChange({ kind: "changed", before: piece, after });
  }
  for (const row of rows) {
    if (before.some(({ cells, start }) => cells === row.cells && start === row.start)) continue;
    const after = stateOf(row);
    // A row that ends where another begins has changed, and so has one that says something else from the same day on.
    const previous =
      taken(shortened, ({ after: { end } }) => end === dayBefore(row.start as Day))?.before ??
      taken(gone, ({ start }) => start === row.start);
    onChange({ kind: previous === undefined ? "added" : "changed", before: previous ?? null, after });
  }
  // One that ends with nothing after it is closed.
  for (const each of shortened) onChange({ kind: "closed", ...each });
  for (const piece of gone) onChange({ kind: "removed", before: piece, after: null });
  return unchanged;
}

function stateOf({ cells, start, end }: MergedRow): RowState {
  return { cells, start: start ?? "", end: end ?? "" };
}

/** Takes the first that fits out of a list. */
function taken<Each>(list: Each[], fits: (each: Each) => boolean): Each | undefined {
  const place = list.findIndex(fits);
  return place === -1 ? undefined : list.splice(place, 1)[0];
}
