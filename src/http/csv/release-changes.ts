import { type CsvColumn, csvColumn, csvInSlices } from "../../answers/csv-table.ts";
import { CHANGE_COLUMNS, changeRows } from "../../diff/csv.ts";
import type { ReleaseChange } from "../../diff/release-change.ts";
import type { changeJson } from "../../diff/wire.ts";
import type { DiffPage } from "../releases/page.ts";

/** A cell that differs, and which change it is of: by these numbers pages are put together. */
interface ChangedCell {
  readonly number: number;
  readonly cells: readonly string[];
}

/** A page of changes: the rows of `ratebook diff --csv`, one for each cell that differs. */
export function changesTable({ head, changes }: DiffPage) {
  const columns: readonly CsvColumn<ChangedCell>[] = [
    ...CHANGE_COLUMNS.map((heading, place) => csvColumn<ChangedCell>(heading, ({ cells }) => cells[place])),
    csvColumn("change_number", ({ number }) => number),
    csvColumn("changes_listed", () => head.changes_listed),
  ];
  return { columns, rows: changedCells(changes, head.offset) };
}

/** In slices: a page may have a thousand changes, and it is made in the thread that answers lookups. */
export function changesCsv(page: DiffPage): Promise<string> {
  const { columns, rows } = changesTable(page);
  return csvInSlices(columns, rows);
}

function* changedCells(changes: readonly string[], offset: number): Generator<ChangedCell> {
  for (const [place, json] of changes.entries()) {
    const number = offset + place + 1;
    for (const cells of changeRows(fromJson(json))) yield { number, cells };
  }
}

/** A change is kept as the JSON that is sent of it. */
function fromJson(json: string): Parameters<typeof changeRows>[0] {
  const { before_until, figure, ...same }: ReturnType<typeof changeJson> = JSON.parse(json);
  const beforeUntil: ReleaseChange["beforeUntil"] = before_until;
  return { ...same, beforeUntil, figure: figure === null ? null : { column: figure } };
}
