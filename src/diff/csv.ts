import { csvCell } from "../dataset/csv-cell.ts";
import type { Change } from "./change.ts";
import type { Comparison } from "./comparison.ts";

/** Lines that are written together: some hundred kilobytes. */
const LINES_PER_PIECE = 1_000;

const HEADER = [
  "table",
  "kind",
  "key",
  "from",
  "to",
  "before_until",
  "column",
  "before",
  "after",
  "difference",
  "percent",
  "is_leading",
];

/** All changes as the pieces of a CSV file: a line for each cell that differs, so that a spreadsheet can sort by any of them. */
export function* csvPieces({ tables }: Comparison): Generator<string> {
  let piece = `${HEADER.join(",")}\n`;
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

function linesOf({ table, kind, key, from, to, beforeUntil, figure, cells }: Change): string {
  const days = [from, to, beforeUntil].map((day) => day ?? "");
  const begin = [table, kind, csvCell(keyText(key)), ...days].join(",");
  // A key that is extended says nothing new in any cell, and has a line all the same.
  if (cells.length === 0) return `${begin},,,,,,\n`;
  return cells
    .map(({ column, before, after, difference, percent }) => {
      const texts = [column, before, after, difference, percent].map((text) => csvCell(text ?? ""));
      return `${begin},${texts.join(",")},${column === figure?.column}\n`;
    })
    .join("");
}

/** `procedure_code 99213, procedure_type Medicine`; cells of the key that are empty are left out. */
export function keyText(key: Change["key"]): string {
  return Object.entries(key)
    .filter(([, value]) => value !== null && value !== "")
    .map(([header, value]) => `${header} ${value}`)
    .join(", ");
}
