import { existsSync } from "node:fs";
import { join } from "node:path";
import { LineSet } from "../../dataset/origins/line-set.ts";
import { originsFileOf } from "../../dataset/origins/origins-file.ts";
import type { Table } from "../../dataset/table.ts";
import { readCsvRows } from "../writing/csv-rows.ts";

interface BroughtInput {
  readonly dataset: string;
  readonly table: Table;
  readonly publication: string;
  /** Whether it fills rows of others, so that any part in a row counts. */
  readonly fills: boolean;
  /** Whether the table is as the last import left it. */
  readonly isAsWritten: boolean;
}

/**
 * Which lines of a table a publication brought, by the origins that the last import wrote: of a line with several the first
 * is the one whose row the others filled. Where the table was edited since, its lines are others: every row may be its own
 * then, but which ones it filled cannot be told.
 */
export async function broughtLines({
  dataset,
  table,
  publication,
  fills,
  isAsWritten,
}: BroughtInput): Promise<(line: number) => boolean> {
  const path = join(dataset, originsFileOf(table));
  if (!isAsWritten || !existsSync(path)) return () => !fills;
  const lines = new LineSet();
  let last = "";
  await readCsvRows(path, ["line", "publication"], ([line = "", by]) => {
    if ((fills || line !== last) && by === publication) lines.add(Number(line));
    last = line;
  });
  return (line) => lines.has(line);
}
