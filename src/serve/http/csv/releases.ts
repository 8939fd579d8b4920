import { type CsvColumn, csvColumn, csvInSlices, csvOf, fieldColumns } from "../../../answers/csv-table.ts";
import {
  CHANGE_COLUMNS,
  changeRows,
  type ListedChange,
  type ListedRelease,
  listedRelease,
  type Releases,
} from "../../../diff/wire.ts";
import type { DiffPage } from "../releases/page.ts";

/** The releases: one row for each. */
export function releasesCsv({ releases, unreadable_files }: Releases): string {
  const columns: readonly CsvColumn<ListedRelease>[] = [
    ...fieldColumns<ListedRelease>(listedRelease, (release) => release),
    csvColumn("unreadable_files", () => unreadable_files),
  ];
  return csvOf(columns, releases);
}

/** A cell that differs, and which change it is of: by these numbers pages are put together. */
interface ChangedCell {
  readonly number: number;
  readonly cells: readonly string[];
}

/** What the table of a page needs of it. */
interface ChangesPage {
  readonly head: Pick<DiffPage["head"], "changes_listed" | "offset">;
  readonly changes: DiffPage["changes"];
}

/** A page of changes: the rows of `ratebook diff --csv`, one for each cell that differs. */
export function changesTable({ head, changes }: ChangesPage) {
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

/** A change is kept as the JSON that is sent of it. */
function* changedCells(changes: readonly string[], offset: number): Generator<ChangedCell> {
  for (const [place, json] of changes.entries()) {
    const number = offset + place + 1;
    for (const cells of changeRows(JSON.parse(json) as ListedChange)) yield { number, cells };
  }
}
