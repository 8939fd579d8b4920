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
 * Writes the rows of a table that were written by hand, and returns their number: rows that no edition explains, and known ones that
 * are still there. It notes which publications explain all others.
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
 * The imported publication's share in each line of a table. The first of several publications brought the row, which stays when
 * another one brings it too; the others have cells in it that no other publication has. A publication that only fills rows, or
 * has some of their columns, has a share in all of its rows.
 */
export class PartsInRows {
  readonly #publication: string;
  readonly #hasPartsOnly: boolean;
  readonly #brought = new LineSet();
  readonly #partOf = new LineSet();

  constructor(publication: string, hasPartsOnly: boolean) {
    this.#publication = publication;
    this.#hasPartsOnly = hasPartsOnly;
  }

  /** Notes a publication with a share in a line, and whether it is the first one. */
  note(line: number, publication: string, isFirst: boolean): void {
    if (publication !== this.#publication) return;
    (isFirst && !this.#hasPartsOnly ? this.#brought : this.#partOf).add(line);
  }

  /** Reads the origins from the last import, for an unchanged table. */
  async readOrigins(path: string): Promise<void> {
    let last = "";
    await readCsvRows(path, ["line", "publication"], ([line = "", by = ""]) => {
      this.note(Number(line), by, line !== last);
      last = line;
    });
  }

  /** The mark of a line: `BROUGHT`, `PART_OF`, or nothing. */
  markOf(line: number): string {
    if (this.#brought.has(line)) return BROUGHT;
    return this.#partOf.has(line) ? PART_OF : "";
  }
}
