import type { Day } from "../../core/calendar/day.ts";
import { overlap, type Period } from "../../core/calendar/period.ts";
import { LineSet } from "../../dataset/origins.ts";
import { headersOf, type Table } from "../../dataset/table.ts";
import { unpacked } from "../writing/canonical-row.ts";
import { CsvFile, readCsvRows } from "../writing/csv-file.ts";
import type { Layer } from "./layers.ts";
import { type KeyGroup, Merge, type MergeInput } from "./merge.ts";
import { type MergedRow, says } from "./timeline.ts";
import { BROUGHT, PART_OF, type Piece } from "./work-store.ts";

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

/**
 * What part the publication that is imported had in each line of a table. Of several publications the first brought the
 * row, which goes on when another one brings it; the others have cells in it, which no other publication may have. One that only
 * ever fills rows, or knows some columns of them, has a part in all of its rows.
 */
export class PartsInRows {
  readonly #publications: readonly string[];
  readonly #hasPartsOnly: boolean;
  readonly #brought = new LineSet();
  readonly #partOf = new LineSet();

  /** The publication's own title, and those of lists that it continues. */
  constructor(publications: readonly string[], hasPartsOnly: boolean) {
    this.#publications = publications;
    this.#hasPartsOnly = hasPartsOnly;
  }

  /** Notes one of those who had a part in the row on a line, and whether it is the first of them. */
  note(line: number, publication: string, isFirst: boolean): void {
    if (!this.#publications.includes(publication)) return;
    (isFirst && !this.#hasPartsOnly ? this.#brought : this.#partOf).add(line);
  }

  /** Reads the origins that the last import wrote, for a table that is as it left it. */
  async readOrigins(path: string): Promise<void> {
    let last = "";
    await readCsvRows(path, ["line", "publication"], ([line = "", by = ""]) => {
      this.note(Number(line), by, line !== last);
      last = line;
    });
  }

  /** The mark of the row on a line: `BROUGHT`, `PART_OF`, or nothing. */
  markOf(line: number): string {
    if (this.#brought.has(line)) return BROUGHT;
    return this.#partOf.has(line) ? PART_OF : "";
  }
}
