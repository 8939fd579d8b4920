import type { Day } from "../../core/calendar/day.ts";
import type { Period } from "../../core/calendar/period.ts";
import type { RowCells } from "../../dataset/published.ts";
import type { RowPlace, Table } from "../../dataset/table.ts";
import type { DeclaredFields, Field, RecordOf } from "./fields.ts";
import type { Intake, Legends, Opening } from "./intake.ts";

export interface Feed {
  readonly table: Table;
  /** Null: it brings rows. Otherwise it fills empty cells of existing rows, found by these columns. */
  readonly fills: Filling | null;
  /** A key that one edition lists twice with different values: an error, or the first one counts. */
  readonly repeats: "refused" | "first";
  /**
   * Null: its rows are complete. Otherwise it has only these columns of a dated table, by name in code, and other publications have
   * the others: a row of the table combines them on its days.
   */
  readonly columns: readonly string[] | null;
}

interface Filling {
  /** The columns that must be equal, by name in code. */
  readonly by: readonly string[];
  /** The form in which they are compared, such as names without case and punctuation. */
  readonly fold: (value: string) => string;
  /** Whether a row without a match is added. */
  readonly adds: boolean;
  /** A column of further identifiers, such as other NPIs: a match with one of them adds no row. */
  readonly aliases: string | null;
}

export interface RecordReader<Of extends DeclaredFields> {
  record(fields: RecordOf<Of>, intake: Intake): void;
  /** After the last record, for readers that need all of them. */
  end?(intake: Intake): void;
}

/** Opens the reader of one edition; it may keep state. */
export type OpenReader<Of extends DeclaredFields> = (opening: Opening) => RecordReader<Of> | Promise<RecordReader<Of>>;

/** The text of a cell, in any case, or a pattern of it as printed. */
export type CellText = string | RegExp;

/** The fields of one cell each. */
type CellName<Of extends DeclaredFields> = {
  [Name in keyof Of & string]: Of[Name] extends Field<string | null> ? Name : never;
}[keyof Of & string];

/** The final row of a table, with the total of a field in its column: the rows above must add up to it. */
interface TotalRow<Of extends DeclaredFields> {
  readonly text: CellText;
  readonly totalOf: CellName<Of>;
}

interface SectionDeclaration<Of extends DeclaredFields> {
  /** Its name in mapping files; required when a publication has several sections. */
  readonly name?: string;
  /** The member of a ZIP. */
  readonly member?: RegExp;
  /** The sheet of a workbook; the first matching sheet with the headings is read. */
  readonly sheet?: RegExp;
  /** Whether an edition may lack its member, sheet or headings. */
  readonly optional?: boolean;
  /** An optional section, declared before, with the same content in another form: only one of the two is read. */
  readonly insteadOf?: string;
  readonly fields: Of;
  /** The first row of data, for columns found by letters and fixed-width lines. */
  readonly firstRow?: number;
  /** The final row of the table, in editions that have one: one of its cells is this text. */
  readonly lastRow?: CellText | TotalRow<Of>;
  /** The most rows that its captions are spread over; 1 when absent. */
  readonly captionRows?: number;
  /** The table that it imports: its headings are the table's columns, and the report names all others. */
  readonly tidy?: Table;
  /** The tables it feeds, and its reader; a federal layout leaves both to the states. */
  readonly feeds?: readonly (Table | Feed)[];
  readonly read?: OpenReader<Of>;
}

/** A part of a publication with its own layout: a member of a ZIP, a sheet of a workbook, or the whole file. */
export interface Section {
  readonly name: string;
  readonly member: RegExp | null;
  readonly sheet: RegExp | null;
  readonly optional: boolean;
  readonly insteadOf: string | null;
  readonly fields: DeclaredFields;
  readonly firstRow: number | null;
  readonly lastRow: CellText | null;
  /** The field whose total the final row prints. */
  readonly totalOf: string | null;
  readonly captionRows: number;
  readonly tidy: Table | null;
  readonly feeds: readonly Feed[];
  /** One; or one per state that uses a federal layout. */
  readonly readers: readonly SectionReader[];
}

/** A reader of a section, and the tables that it feeds. */
interface SectionReader {
  readonly feeds: readonly Feed[];
  readonly open: OpenReader<DeclaredFields>;
}

/** A publication whose file was seen, and its layout. `dataset/published.json` says where it is published. */
interface PublicationDeclaration {
  readonly folder: string;
  readonly name: string;
  readonly title: string;
  readonly publisher: string;
  readonly period?: EditionPeriod;
  /** Whether each edition also prints earlier periods, so that it counts from the first of them. */
  readonly printsHistory?: boolean;
  /** The effective day of an edition in the name of its file or ZIP member: `YYYY-MM-DD`. */
  readonly asOf?: (fileName: string) => string | null;
  /**
   * A pattern for the effective day above the headings: the first group is the day, in any spelling of `date`. The usual titles
   * when absent; null when no text has it.
   */
  readonly asOfText?: RegExp | null;
  /** The meanings of its codes that are data: a mapping file may correct and extend them. */
  readonly legends?: Legends;
  /** Set for the importer of a table, which accepts any tidy file. */
  readonly table?: Table | null;
  /** Cells that all its rows share, by key column: it covers only these rows of the table. */
  readonly cells?: RowCells;
  readonly sections: readonly Section[];
}

export interface Publication
  extends Omit<
    PublicationDeclaration,
    "period" | "printsHistory" | "asOf" | "asOfText" | "legends" | "table" | "cells"
  > {
  readonly period: EditionPeriod;
  readonly printsHistory: boolean;
  readonly asOf: (fileName: string) => string | null;
  readonly asOfText: RegExp | null;
  readonly legends: Legends;
  readonly table: Table | null;
  readonly cells: RowCells;
}

export function publication(declaration: PublicationDeclaration): Publication {
  return {
    period: openFromAsOf,
    printsHistory: false,
    asOf: () => null,
    asOfText: EFFECTIVE_TEXT,
    legends: {},
    table: null,
    cells: {},
    ...declaration,
  };
}

export function section<const Of extends DeclaredFields>(declaration: SectionDeclaration<Of>): Section {
  const { name = "table", member = null, sheet = null, firstRow = null } = declaration;
  const { optional = false, insteadOf = null, captionRows = 1, tidy = null } = declaration;
  const { fields, read } = declaration;
  const feeds = (declaration.feeds ?? []).map((feed) => ("fills" in feed ? feed : rowsOf(feed)));
  return {
    name,
    member,
    sheet,
    optional,
    insteadOf,
    fields,
    firstRow,
    ...lastRowOf(declaration.lastRow),
    captionRows,
    tidy,
    feeds,
    // A reader receives only records of its own section, which have its fields.
    readers: read === undefined ? [] : [{ feeds, open: read as unknown as OpenReader<DeclaredFields> }],
  };
}

function lastRowOf<Of extends DeclaredFields>(
  declared: SectionDeclaration<Of>["lastRow"],
): Pick<Section, "lastRow" | "totalOf"> {
  if (declared === undefined) return { lastRow: null, totalOf: null };
  if (typeof declared === "string" || declared instanceof RegExp) return { lastRow: declared, totalOf: null };
  return { lastRow: declared.text, totalOf: declared.totalOf };
}

/** Brings rows to a table; a bare table in `feeds` means this too. */
export function rowsOf(table: Table, options: { readonly repeats?: Feed["repeats"] } = {}): Feed {
  return { table, fills: null, repeats: options.repeats ?? "refused", columns: null };
}

/** Brings some columns of a dated table's rows; other publications bring the others. */
export function columnsOf<Row extends RowPlace>(
  table: Table<Row>,
  columns: readonly Exclude<keyof Row & string, keyof RowPlace | "period">[],
): Feed {
  return { table: table as unknown as Table, fills: null, repeats: "refused", columns };
}

export function fill(
  table: Table,
  by: readonly string[],
  options: Partial<Omit<Filling, "by">> & { readonly repeats?: Feed["repeats"] } = {},
): Feed {
  const { fold = (value) => value, adds = false, aliases = null, repeats = "first" } = options;
  return { table, fills: { by, fold, adds, aliases }, repeats, columns: null };
}

/** `ca/medi-cal-rates` */
export function titleOfPublication({ folder, name }: Publication): string {
  return `${folder}/${name}`;
}

/** A day with its month in figures or in words: `04/01/2025`, `2025-04-01`, `April 1, 2026`, `Apr. 1st 2026`. */
const DAY = String.raw`(?:[0-9]{1,2}[/-][0-9]{1,2}[/-](?:[0-9]{4}|[0-9]{2})|[0-9]{4}-[0-9]{2}-[0-9]{2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? [0-9]{1,2}(?:st|nd|rd|th)?,? [0-9]{4})(?![0-9])`;

/** What may stand between the word and its day: `effective date:`, `effective for discharges on or after`. */
const BETWEEN = String.raw`(?: dates?)?(?: for (?:dates? of service|services|discharges|admissions|claims))?(?: (?:as of|from|on and after|on or after|beginning|starting|on))? ?[:\-\u2013]? ?`;

/** Excludes the day on which a file was edited: `Revised as of 1/5/2026`. */
const NOT_TOUCHED = String.raw`(?<!\b(?:revised|updated|corrected|printed|run|posted|created|generated|downloaded) )`;

/**
 * The effective day in a title: `RATES EFFECTIVE 04/01/2025`, `Fee schedule as of April 1, 2026`. The first group is the day;
 * repeated spaces are one. A month without a day (`as of July 2025`) does not match.
 */
const EFFECTIVE_TEXT = new RegExp(String.raw`${NOT_TOUCHED}\b(?:effective${BETWEEN}|as of:? ?)(${DAY})`, "i");

/** The days that an edition covers, by its effective day. */
export type EditionPeriod = (asOf: Day) => Period;

/** From its effective day until a newer edition replaces it. */
export const openFromAsOf: EditionPeriod = (asOf) => ({ start: asOf, end: null });

/** The state fiscal year, July 1 to June 30, of its effective day. */
export const fiscalYearOf: EditionPeriod = (asOf) => {
  const year = Number(asOf.slice(0, 4)) - (asOf.slice(5) < "07-01" ? 1 : 0);
  return { start: `${yearText(year)}-07-01` as Day, end: `${yearText(year + 1)}-06-30` as Day };
};

function yearText(year: number): string {
  return String(year).padStart(4, "0");
}
