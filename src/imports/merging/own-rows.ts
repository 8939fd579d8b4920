import type { Day } from "../../calendar/day.ts";
import { overlap, type Period } from "../../calendar/period.ts";
import { headersOf, type Table } from "../../dataset/table.ts";
import { unpacked } from "../writing/canonical-row.ts";
import { CsvFile } from "../writing/csv-file.ts";
import type { Layer } from "./layers.ts";
import { type KeyGroup, Merge, type MergeInput } from "./merge.ts";
import type { MergedRow } from "./merged-row.ts";
import type { PartsInRows } from "./parts-in-rows.ts";
import { says } from "./timeline.ts";
import type { Piece } from "./work-store.ts";

/**
 * Writes the rows of a table that were written by hand: those that the editions do not explain, and those that were
 * known to be and are still there. How many they are. Of all others it notes which publications explain them.
 */
export async function writeOwnRows(
  before: Omit<MergeInput, "markOf">,
  path: string,
  parts: PartsInRows,
): Promise<number> {
  const { table, layers } = before;
  const merge = await Merge.of({ ...before, markOf: String });
  const file = new CsvFile(path, headersOf(table));
  try {
    for (const group of merge.groups()) {
      for (const piece of group.before) {
        if (isByHand(piece, group, table)) file.row(cellsOf(piece, table));
        else noteParts(piece, group, layers, parts);
      }
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
  const timeline = derived.map((row) => ({ period: periodOf(row), cells: row.cells, sources: [] }));
  return !says(timeline, cells, periodOf(piece));
}

function noteParts(piece: Piece, { rows }: KeyGroup, layers: readonly Layer[], parts: PartsInRows): void {
  const isDated = piece.start !== "";
  for (const row of rows) {
    if (row.isByHand || row.cells !== piece.cells) continue;
    if (isDated && !overlap(periodOf(row), periodOf(piece))) continue;
    row.origins.forEach(({ layer }, index) => {
      parts.note(Number(piece.place), (layers[layer] as Layer).publication, index === 0);
    });
  }
}

function periodOf({ start, end }: Piece | MergedRow): Period {
  return { start: start as Day, end: end === "" ? null : (end as Day | null) };
}

function cellsOf({ cells, start, end }: Piece, table: Table): (string | null)[] {
  return table.dated ? [...unpacked(cells), start, end] : unpacked(cells);
}
