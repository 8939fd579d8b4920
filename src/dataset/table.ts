import type { Day } from "../core/calendar/day.ts";
import type { Dated, Period } from "../core/calendar/period.ts";
import type { Factor } from "../core/money/factor.ts";
import { wordsOf } from "../core/text/labels.ts";
import { snakeCase } from "../core/text/spelling.ts";
import type { Columns, ValueOf } from "./column.ts";

/** An error of a whole row, and the column to look at. */
export interface RowFault {
  readonly column: string;
  readonly reason: string;
}

/**
 * Checks a row beyond its cells; null if it is valid. Declared as a method, so that a table of any row type is also a
 * `Table`.
 */
type RowRule<Row> = { rule(row: Row): RowFault | null }["rule"];

/** The row is in no file; lines start at 1. */
export const NO_LINE = 0;

/** The line of a row in its CSV file, for explanations. */
export interface RowPlace {
  readonly line: number;
}

type Cells<Of extends Columns> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };

/**
 * A canonical table, declared once: it drives CSV reading, validation, the release's schema
 * and the type of its rows.
 */
export interface Table<Row extends RowPlace = RowPlace, ReadBy extends string = string> {
  /** The dataset folder: a state's code, or `common`. */
  readonly folder: string;
  readonly name: string;
  /** What readers call it: `DRG weights`. */
  readonly called: string;
  /** What readers call those of its columns and values whose names do not say it, by header or value. */
  readonly words: Readonly<Record<string, string>>;
  /** The section of the page that describes it: `ca 2.4`. */
  readonly section: string;
  readonly columns: Columns;
  /** Dated tables also have the two effective dates; periods of one key may not overlap. */
  readonly dated: boolean;
  readonly key: readonly string[];
  /** The columns that pricing reads rows by, in order. */
  readonly readBy: readonly ReadBy[];
  readonly rules: readonly RowRule<Row>[];
  /** Its rows add to built-in values or replace them; without rows the built-in values count. */
  readonly hasBuiltInValues?: boolean;
  /** The days that an imported edition covers, by its date. Declared if an absent row is different from a day without an edition. */
  readonly editionDays?: (asOf: Day) => Period;
}

/** The key that rows are read by, with column names, so that two columns of one type cannot be swapped. */
export type KeyOf<Row, ReadBy extends string> = { readonly [Name in ReadBy & keyof Row]: Row[Name] };

export interface TableDeclaration<Of extends Columns, Row, Key extends string, ReadBy extends string> {
  readonly name: string;
  readonly called?: string;
  readonly words?: Readonly<Record<string, string>>;
  readonly section?: string;
  readonly columns: Of;
  readonly key: readonly Key[];
  readonly readBy?: readonly ReadBy[];
  readonly rules?: readonly RowRule<Row>[];
  readonly hasBuiltInValues?: boolean;
  readonly editionDays?: (asOf: Day) => Period;
}

/** A declaration with the dataset folder that the table stands in. */
type InFolder<Of extends Columns, Row, Key extends string, ReadBy extends string> = {
  readonly folder: string;
} & TableDeclaration<Of, Row, Key, ReadBy>;

export type DatedRow<Of extends Columns> = Cells<Of> & Dated & RowPlace;
export type UndatedRow<Of extends Columns> = Cells<Of> & RowPlace;

/** A rate table: every row has a period. */
export function datedTable<
  Of extends Columns,
  const Key extends keyof Of & string,
  const ReadBy extends keyof Of & string = Key,
>(declaration: InFolder<Of, DatedRow<Of>, Key, ReadBy>): Table<DatedRow<Of>, ReadBy> {
  return { ...declared(declaration), dated: true };
}

/** A table whose rows are effective on every day. */
export function undatedTable<
  Of extends Columns,
  const Key extends keyof Of & string,
  const ReadBy extends keyof Of & string = Key,
>(declaration: InFolder<Of, UndatedRow<Of>, Key, ReadBy>): Table<UndatedRow<Of>, ReadBy> {
  return { ...declared(declaration), dated: false };
}

function declared<Of extends Columns, Row, Key extends string, ReadBy extends string>(
  declaration: InFolder<Of, Row, Key, ReadBy>,
) {
  // Without columns of their own to be read by, rows are read by their key.
  const readBy = declaration.readBy ?? (declaration.key as unknown as readonly ReadBy[]);
  const called = declaration.called ?? wordsOf(declaration.name);
  return { section: declaration.folder, rules: [], words: {}, ...declaration, called, readBy };
}

export type RowOf<Of> = Of extends Table<infer Row, string> ? Row : never;

/** `ca/outpatient_rates.csv` */
export function fileOf(table: Table): string {
  return `${table.folder}/${table.name}.csv`;
}

/** `ca/outpatient_rates`, as `dataset.json` and release descriptions name a table. */
export function titleOf(table: Table): string {
  return `${table.folder}/${table.name}`;
}

export const START_HEADER = "effective_start_date";
export const END_HEADER = "effective_end_date";

export function headersOf(table: Table): string[] {
  const own = Object.keys(table.columns).map(snakeCase);
  return table.dated ? [...own, START_HEADER, END_HEADER] : own;
}

type KeyPart = string | number | boolean | null | Factor;

/** Cells hold no such character: the CSV reader refuses it. */
export const KEY_SEPARATOR = "\u001f";

/** One text for the values of a key; an empty cell is a value of its own. */
export function keyOf(parts: readonly unknown[]): string {
  let key = keyPart(parts[0] as KeyPart);
  for (let index = 1; index < parts.length; index += 1) key += KEY_SEPARATOR + keyPart(parts[index] as KeyPart);
  return key;
}

function keyPart(part: KeyPart): string {
  return part === null ? "" : String(part);
}

export type KeyValue = string | number | boolean | null;

/** The dated rows of an open release, read by key. */
export interface RateData {
  /** The rows whose `readBy` columns have these values, in file order; empty when there are none. */
  rows<Row extends RowPlace, ReadBy extends string>(table: Table<Row, ReadBy>, key: KeyOf<Row, ReadBy>): readonly Row[];
  /** Whether the table has any row, at any date; with `cell` (its column by name in code), a row with that cell. */
  hasRows(table: Table, cell?: { readonly column: string; readonly text: string }): boolean;
  /** The days that the imported editions of a table cover; empty if unknown, or without `editionDays`. */
  editions(table: Table): readonly Dated[];
}
