import { join } from "node:path";
import { fileOf, type RowPlace, type Table } from "../dataset/table.ts";
import type { Known, RowValue } from "./declaring/intake.ts";
import { readSound } from "./merging/loading.ts";

/** The rows of a table as the dataset has them, found by a value of theirs. `onNone`: the table has no rows at all. */
export async function knownRows<Row extends RowPlace>(
  dataset: string,
  table: Table<Row>,
  value: (row: Row) => RowValue,
  onNone: () => void,
): Promise<Known<Row>> {
  let hasRows = false;
  const rowsByValue = new Map<string, Row[]>();
  await readSound(table as unknown as Table, join(dataset, fileOf(table)), (row) => {
    hasRows = true;
    for (const key of [value(row as Row) ?? []].flat()) {
      const rows = rowsByValue.get(key);
      if (rows === undefined) rowsByValue.set(key, [row as Row]);
      else rows.push(row as Row);
    }
  });
  if (!hasRows) onNone();
  return (wanted) => (wanted === null ? [] : (rowsByValue.get(wanted) ?? []));
}
