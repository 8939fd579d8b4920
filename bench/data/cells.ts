import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";

/** A row of a canonical table as text, by column. */
export type Cells = Readonly<Record<string, string>>;

interface SampleTable {
  readonly header: readonly string[];
  readonly rows: readonly Cells[];
}

export function readTable(folder: string, table: string): SampleTable {
  const [header = [], ...lines] = parse(readFileSync(join(folder, `${table}.csv`), "utf8")) as string[][];
  const rows = lines.map((line) => Object.fromEntries(header.map((column, place) => [column, line[place] ?? ""])));
  return { header, rows };
}

/** A row as a line of CSV. */
export function lineOf(header: readonly string[], row: Cells): string {
  return `${header.map((column) => quotedIfNeeded(row[column] ?? "")).join(",")}\n`;
}

function quotedIfNeeded(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
