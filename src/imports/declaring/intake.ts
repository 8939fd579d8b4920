import type { Day } from "../../core/calendar/day.ts";
import type { Period } from "../../core/calendar/period.ts";
import { failure } from "../../core/runtime/failure.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import type { Column } from "../../dataset/column.ts";
import type { RowPlace, Table } from "../../dataset/table.ts";

/** A canonical cell from a publication: its text (conventions 7), or a value with a plain text. */
export type GivenCell = string | number | boolean | null | undefined;

/** The cells of a canonical row by column name in code; a dated row may have its own dates. */
export type GivenRow<Row extends RowPlace> = {
  readonly [Name in Exclude<keyof Row, keyof RowPlace | "period">]?: GivenCell;
} & (Row extends { readonly period: Period }
  ? { readonly effectiveStartDate?: GivenCell; readonly effectiveEndDate?: GivenCell }
  : unknown);

/** A note for the report beyond its counts, such as published rates that could not be reproduced. */
export interface ImportFinding {
  readonly title: string;
  /** Findings with one title are added up. */
  readonly count?: number;
  /** One case; the report shows the first ones. */
  readonly example?: string;
}

/** What a publication's reader calls for its records. */
export interface Intake {
  /** The place of the record: `line 12`, or `sheet "Fees", row 12`. */
  readonly place: string;
  /** At the end: whether the table had no final row, which the section's `lastRow` says some editions have. */
  readonly lacksLastRow: boolean;
  /** Adds a row to a table that the section feeds. Cells are checked at once. */
  take<Row extends RowPlace>(table: Table<Row>, row: GivenRow<Row>, place?: string): void;
  /** Skips the record; the report counts the reason and shows examples. */
  leaveOut(reason: string, example?: string): void;
  /** Refuses a value: the import fails and names the place. */
  refuse(value: string, expected: string): never;
  find(finding: ImportFinding): void;
  /** Adds to a sum of the report, such as total dollars; empty cells add nothing. */
  sum(title: string, figure: string | null): void;
}

/** The value by which a row is found. */
export type RowValue = string | null | readonly string[];

/** A row of an earlier edition: the text of a cell, null when it is empty. */
export type EarlierRow<Row extends RowPlace> = (
  column: Exclude<keyof Row, keyof RowPlace | "period"> & string,
) => string | null;

export type Known<Row> = (value: string | null) => readonly Row[];

/** What a reader knows before the first record. */
export interface Opening {
  /** The effective day of the edition. */
  readonly asOf: Day;
  /** The days that the edition covers. */
  readonly period: Period;
  readonly fileName: string;
  /** The publication's legends, or those of the mapping file. */
  readonly legends: Legends;
  /**
   * The dataset's rows of a table, found by one or several of their values; rows with a null value are skipped.
   * `const byCertificate = await known(providers, (row) => digits(row.opcert))`
   */
  known<Row extends RowPlace>(table: Table<Row>, value: (row: Row) => RowValue): Promise<Known<Row>>;
  /**
   * The values of the rows that this publication's newest edition brought, as opposed to those of others: a row that is known from
   * this publication must not be skipped.
   */
  earlier<Row extends RowPlace>(
    table: Table<Row>,
    value: (row: EarlierRow<Row>) => string | null,
  ): Promise<ReadonlySet<string>>;
}

/** The meanings of a publication's words or codes. */
export type Legend = Readonly<Record<string, string | number | boolean>>;

export type Legends = Readonly<Record<string, Legend>>;

/** A legend with its meanings parsed as cells of a column; a meaning from a mapping file may be refused. */
export function legendOf<Value>(
  legends: Legends,
  name: string,
  column: Column<Value | null>,
): ReadonlyMap<string, Value> {
  const meanings = new Map<string, Value>();
  for (const [word, meaning] of Object.entries(legends[name] ?? {})) {
    const value = column.read(String(meaning).trim());
    if (value instanceof Refusal) {
      throw failure(`legend ${name}: ${quoted(word)} means ${quoted(meaning)}, expected ${value.expected}`);
    }
    // Columns parse no text as empty.
    meanings.set(word, value as Value);
  }
  return meanings;
}
