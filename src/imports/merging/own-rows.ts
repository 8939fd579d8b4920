import type { Day } from "../../calendar/day.ts";
import { headersOf, type Table } from "../../dataset/table.ts";
import { unpacked } from "../writing/canonical-row.ts";
import { CsvFile } from "../writing/csv-file.ts";
import { type KeyGroup, Merge, type MergeInput } from "./merge.ts";
import { says } from "./timeline.ts";
import type { Piece } from "./work-store.ts";

/**
 * Writes the rows of a table that were written by hand: those that the editions do not explain, and those that were
 * known to be and are still there. How many they are.
 */
export async function writeOwnRows(before: MergeInput, path: string): Promise<number> {
  const merge = await Merge.of(before);
  const file = new CsvFile(path, headersOf(before.table));
  try {
    for (const group of merge.groups()) {
      for (const piece of group.before)
        if (isByHand(piece, group, before.table)) file.row(cellsOf(piece, before.table));
    }
  } finally {
    merge.close();
    file.close();
  }
  return file.rowCount;
}

function isByHand(piece: Piece, { rows }: KeyGroup, table: Table): boolean {
  const { cells, start, end } = piece;
  const isKnown = rows.some(
    (row) => row.isByHand && row.cells === cells && (row.start ?? "") === start && (row.end ?? "") === end,
  );
  if (isKnown) return true;
  const derived = rows.filter((row) => !row.isByHand);
  if (!table.dated) return !derived.some((row) => row.cells === cells);
  const timeline = derived.map((row) => ({
    period: { start: row.start as Day, end: row.end },
    cells: row.cells,
    sources: [],
  }));
  return !says(timeline, cells, { start: start as Day, end: end === "" ? null : (end as Day) });
}

function cellsOf({ cells, start, end }: Piece, table: Table): (string | null)[] {
  return table.dated ? [...unpacked(cells), start, end] : unpacked(cells);
}
