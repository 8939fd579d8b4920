import { nextSlice, Slices } from "../core/runtime/scheduler.ts";
import type { ObjectSchema } from "../core/schema/schema.ts";
import { tableLines } from "../core/text/terminal.ts";
import { safeCell } from "../dataset/safe-cell.ts";

export interface CsvTable<Row = unknown> {
  readonly columns: readonly CsvColumn<Row>[];
  readonly rows: Iterable<Row>;
}

/** A column of a CSV answer: its heading, and its value in a row. */
export interface CsvColumn<Row> {
  readonly heading: string;
  readonly of: (row: Row) => unknown;
}

export function csvColumn<Row>(heading: string, of: (row: Row) => unknown): CsvColumn<Row> {
  return { heading, of };
}

/** Declares a table; the type of its rows matters to its columns only. */
export function csvTable<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): CsvTable {
  return { columns, rows } as unknown as CsvTable;
}

/** The fields of a declared object, in its order; empty where there is no object. */
export function fieldColumns<Row>(
  schema: ObjectSchema,
  objectOf: (row: Row) => Readonly<Record<string, unknown>> | null,
): readonly CsvColumn<Row>[] {
  return memberColumns(objectOf, Object.keys(schema.properties));
}

/** Some members of an object, each under its own name; empty where there is no object. */
export function memberColumns<Row, Of extends object>(
  objectOf: (row: Row) => Of | null | undefined,
  names: readonly (keyof Of & string)[],
): readonly CsvColumn<Row>[] {
  return names.map((name) => csvColumn(name, (row) => objectOf(row)?.[name]));
}

/** A table for a terminal: the columns that at least one row fills, without control characters; empty without rows. */
export function terminalTable<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const filled = columns
    .map(({ heading, of }) => ({ heading: heading.toUpperCase(), cells: rows.map((row) => shown(of(row))) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (filled.length === 0) return "";
  const lines = rows.map((_, at) => filled.map(({ cells }) => cells[at] as string));
  return tableLines(
    filled.map(({ heading }) => heading),
    lines,
  ).join("\n");
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(shown).join(", ");
  return (typeof value === "object" ? JSON.stringify(value) : String(value)).replaceAll(/\p{Control}+/gu, " ");
}

/** Of RFC 4180. */
export const LINE_END = "\r\n";

/** Rows written between two clock readings: each takes some ten microseconds. */
const ROWS_PER_CLOCK_READING = 8;

/** A table as CSV in one step: for few rows. */
export function csvOf<Row>(table: CsvTable<Row>): string {
  let text = "";
  for (const line of linesOf(table)) text += line;
  return text;
}

/** A table as CSV in time slices: for many rows. */
export async function csvInSlices<Row>(table: CsvTable<Row>): Promise<string> {
  const slices = new Slices(ROWS_PER_CLOCK_READING);
  let text = "";
  for (const line of linesOf(table)) {
    if (slices.isOver()) await nextSlice();
    text += line;
  }
  return text;
}

/**
 * The lines of a table (RFC 4180), headings first. No byte order mark: programs that read CSV would make it part of the
 * first heading.
 */
function* linesOf<Row>({ columns, rows }: CsvTable<Row>): Generator<string> {
  yield columns.map(({ heading }) => safeCell(heading)).join(",") + LINE_END;
  for (const row of rows) {
    yield columns.map(({ of }) => safeCell(of(row))).join(",") + LINE_END;
  }
}
