import { type Day, dayBefore } from "../../calendar/day.ts";
import type { MergedRow } from "./merged-row.ts";
import type { Piece } from "./work-store.ts";

/** What became of the rows of a table. */
export interface Changes {
  unchanged: number;
  changed: number;
  closed: number;
  added: number;
  removed: number;
}

export function noChanges(): Changes {
  return { unchanged: 0, changed: 0, closed: 0, added: 0, removed: 0 };
}

/** Compares the rows of one key as they were with what they will be. */
export function compareRows(
  before: readonly Piece[],
  rows: readonly MergedRow[],
  isDated: boolean,
  into: Changes,
): void {
  if (isDated) compareDated(before, rows, into);
  else compareUndated(before[0], rows[0], into);
}

function compareUndated(before: Piece | undefined, row: MergedRow | undefined, into: Changes): void {
  if (before === undefined) into.added += row === undefined ? 0 : 1;
  else if (row === undefined) into.removed += 1;
  else if (before.cells === row.cells) into.unchanged += 1;
  else into.changed += 1;
}

function compareDated(before: readonly Piece[], rows: readonly MergedRow[], into: Changes): void {
  const closedOn = new Set<string>();
  for (const piece of before) {
    const row = rows.find(({ cells, start }) => cells === piece.cells && start === piece.start);
    const end = row?.end ?? "";
    if (row === undefined) into.removed += 1;
    else if (end === piece.end) into.unchanged += 1;
    else if (end !== "" && (piece.end === "" || end < piece.end)) closedOn.add(end);
    else into.changed += 1;
  }
  for (const { start, cells } of rows) {
    const isThere = before.some((piece) => piece.cells === cells && piece.start === start);
    if (isThere) continue;
    // A row that ends where another begins has changed; one that ends with nothing after it is closed.
    if (closedOn.delete(dayBefore(start as Day))) into.changed += 1;
    else into.added += 1;
  }
  into.closed += closedOn.size;
}
