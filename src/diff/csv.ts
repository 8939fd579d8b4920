import { csvCell } from "../text/csv.ts";
import { type CellChange, cellMembers, type ReleaseChange } from "./release-change.ts";
import type { ReleaseComparison } from "./release-comparison.ts";
import { changeJson, type ListedChange } from "./wire.ts";

/** Lines that are written together: some hundred kilobytes. */
const LINES_PER_PIECE = 1_000;

const CELL_NAMES = Object.keys(cellMembers) as readonly (keyof CellChange)[];

/** The columns of a list of changes. */
export const CHANGE_COLUMNS = ["table", "kind", "key", "from", "to", "before_until", ...CELL_NAMES, "is_leading"];

/** All changes as the pieces of a CSV file: a line for each cell that differs, so that a spreadsheet can sort by any of them. */
export function* csvPieces({ tables }: ReleaseComparison): Generator<string> {
  let piece = `${CHANGE_COLUMNS.join(",")}\n`;
  let lines = 0;
  for (const { changes } of tables) {
    for (const change of changes.inOrder()) {
      piece += linesOf(change);
      lines += 1;
      if (lines % LINES_PER_PIECE !== 0) continue;
      yield piece;
      piece = "";
    }
  }
  yield piece;
}

function linesOf(change: ReleaseChange): string {
  return changeRows(changeJson(change))
    .map((cells) => `${cells.map((cell) => csvCell(cell)).join(",")}\n`)
    .join("");
}

/** A row for each cell that differs, under `CHANGE_COLUMNS`. */
export function changeRows(change: ListedChange): readonly (readonly string[])[] {
  const { table, kind, key, from, to, before_until, figure, cells } = change;
  const begin = [table, kind, keyText(key), ...[from, to, before_until].map((day) => day ?? "")];
  // A key that is extended says nothing new in any cell, and has a line all the same.
  if (cells.length === 0) return [[...begin, ...CELL_NAMES.map(() => ""), ""]];
  return cells.map((cell) => [...begin, ...CELL_NAMES.map((name) => cell[name] ?? ""), String(cell.column === figure)]);
}

/** `procedure_code 99213, procedure_type Medicine`; cells of the key that are empty are left out. */
export function keyText(key: ReleaseChange["key"]): string {
  return Object.entries(key)
    .filter(([, value]) => value !== null && value !== "")
    .map(([header, value]) => `${header} ${value}`)
    .join(", ");
}
