import { join } from "node:path";
import { headersOf, type RowPlace, type Table, titleOf } from "../dataset/table.ts";
import type { EarlierRow } from "./declaring/intake.ts";
import { type Edition, editionPath, tableFileName } from "./editions/edition.ts";
import { readCsvRows } from "./writing/csv-rows.ts";

/** The values of the rows that the newest edition of a publication brought to a table; none when there is none yet. */
export async function earlierValues<Row extends RowPlace>(
  dataset: string,
  publication: string,
  editions: readonly Edition[],
  table: Table<Row>,
  value: (row: EarlierRow<Row>) => string | null,
): Promise<ReadonlySet<string>> {
  const values = new Set<string>();
  const own = editions.filter((each) => each.publication === publication && titleOf(table) in each.tables);
  const [newest] = own.sort((a, b) => (a.asOf < b.asOf ? 1 : -1));
  if (newest === undefined) return values;
  const path = join(dataset, editionPath(newest), tableFileName(table));
  const names = Object.keys(table.columns);
  await readCsvRows(path, headersOf(table), (cells) => {
    const found = value((column) => cells[names.indexOf(column)] || null);
    if (found !== null) values.add(found);
  });
  return values;
}
