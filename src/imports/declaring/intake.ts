import type { Day } from "../../core/calendar/day.ts";
import type { Period } from "../../core/calendar/period.ts";
import { failure } from "../../core/runtime/failure.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import type { Column } from "../../dataset/column.ts";
import type { RowPlace, Table } from "../../dataset/table.ts";

/** A canonical cell as a publication gives it: its text (conventions 7), or a value whose text is plain. */
export type GivenCell = string | number | boolean | null | undefined;

/** The cells of a canonical row by the names of its columns in code; a dated row may have dates of its own. */
export type GivenRow<Row extends RowPlace> = {
  readonly [Name in Exclude<keyof Row, keyof RowPlace | "period">]?: GivenCell;
} & (Row extends { readonly period: Period }
  ? { readonly effectiveStartDate?: GivenCell; readonly effectiveEndDate?: GivenCell }
  : unknown);

/** Something that the report should tell beyond its counts, such as published rates that could not be reproduced. */
export interface ImportFinding {
  readonly title: string;
  /** How often; findings of one title are added up. */
  readonly count?: number;
  /** One case of it; the report shows the first ones. */
  readonly example?: string;
}

/** What a publication's reader does with what it reads. */
export interface Intake {
  /** Where the record stands: `line 12`, or `sheet "Fees", row 12`. */
  readonly place: string;
  /** At the end: whether the table had no row that ends it, which the section's `lastRow` says some editions have. */
  readonly lacksLastRow: boolean;
  /** Takes a row into a table that the section feeds. Cells are checked at once. */
  take<Row extends RowPlace>(table: Table<Row>, row: GivenRow<Row>, place?: string): void;
  /** Leaves the record out; the report counts the reason and shows examples. */
  leaveOut(reason: string, example?: string): void;
  /** Refuses a value: the import fails, naming the place. */
  refuse(value: string, expected: string): never;
  find(finding: ImportFinding): void;
  /** Adds to a sum of the report, such as the dollars taken; empty cells add nothing. */
  sum(title: string, figure: string | null): void;
}

/** What a row is found by. */
export type RowValue = string | null | readonly string[];

/** A row as an edition brought it: the text of a cell, null when it is empty. */
export type EarlierRow<Row extends RowPlace> = (
  column: Exclude<keyof Row, keyof RowPlace | "period"> & string,
) => string | null;

/** The rows of a table that have a value. */
export type Known<Row> = (value: string | null) => readonly Row[];

/** What a reader may know before the first record comes. */
export interface Opening {
  /** The day that the edition is as of. */
  readonly asOf: Day;
  /** The days for which it speaks. */
  readonly period: Period;
  readonly fileName: string;
  /** The publication's legends, as the mapping file has them where it has them. */
  readonly legends: Legends;
  /**
   * The rows of a table as the dataset has them, found by a value of theirs, or by each of several; rows whose value is
   * null are not kept.
   * `const byCertificate = await known(providers, (row) => digits(row.opcert))`
   */
  known<Row extends RowPlace>(table: Table<Row>, value: (row: Row) => RowValue): Promise<Known<Row>>;
  /**
   * The values of the rows that the newest edition of this publication brought to a table, which tell them from those
   * that others brought: what is known of it already is no reason to leave a row out.
   */
  earlier<Row extends RowPlace>(
    table: Table<Row>,
    value: (row: EarlierRow<Row>) => string | null,
  ): Promise<ReadonlySet<string>>;
}

/** What the words or codes of a publication mean, word by word. */
export type Legend = Readonly<Record<string, string | number | boolean>>;

export type Legends = Readonly<Record<string, Legend>>;

/** A legend with its meanings read as a column of a table reads its cells; what a user wrote into it may be refused. */
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
    // Columns read no text as nothing.
    meanings.set(word, value as Value);
  }
  return meanings;
}
