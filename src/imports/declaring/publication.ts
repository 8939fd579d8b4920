import type { Day } from "../../core/calendar/day.ts";
import type { Period } from "../../core/calendar/period.ts";
import type { RowPlace, Table } from "../../dataset/table.ts";
import type { Delimiter } from "../sources/text.ts";
import type { DeclaredFields, Field, RecordOf } from "./fields.ts";
import type { Intake, Legends, Opening } from "./intake.ts";

/**
 * How well the layout is known: from a real file or a program that reads it, or from memory. A list whose layout was never seen is
 * declared for where it is published; it is imported as the table that it feeds.
 */
type Confidence = "seen" | "remembered" | "unseen";

/** How a publication feeds a table. */
export interface Feed {
  readonly table: Table;
  /** Null: it brings rows. Otherwise it fills the empty cells of rows that are there, found by these columns. */
  readonly fills: Filling | null;
  /** What a key means that one edition lists twice with different values: a mistake, or the first one counts. */
  readonly repeats: "refused" | "first";
  /**
   * Null: its rows are whole. Otherwise it knows these columns of a dated table alone, by their names in code, and other
   * publications know the others: a row of the table says what all of them say on its days.
   */
  readonly columns: readonly string[] | null;
}

interface Filling {
  /** The columns that must be equal, by their names in code. */
  readonly by: readonly string[];
  /** The form in which they are compared, such as names without case and punctuation. */
  readonly fold: (value: string) => string;
  /** Whether a row that matches none becomes one of its own. */
  readonly adds: boolean;
  /** A column of further values by which rows are known, such as other NPIs: what matches one of them adds no row. */
  readonly aliases: string | null;
}

/** What is done with the records of a section, one after the other. */
export interface RecordReader<Of extends DeclaredFields> {
  record(fields: RecordOf<Of>, intake: Intake): void;
  /** After the last record, for those who must see all of them first. */
  end?(intake: Intake): void;
}

/** Opens the reading of an edition; one reader per edition, so it may keep what it has seen. */
export type OpenReader<Of extends DeclaredFields> = (opening: Opening) => RecordReader<Of> | Promise<RecordReader<Of>>;

/** The text of a cell, whatever its case, or a pattern of it as it is printed. */
export type CellText = string | RegExp;

/** The fields that are one cell each. */
type CellName<Of extends DeclaredFields> = {
  [Name in keyof Of & string]: Of[Name] extends Field<string | null> ? Name : never;
}[keyof Of & string];

/** The row that ends a table, which prints the total of a field in its column: the rows above must come to it. */
interface TotalRow<Of extends DeclaredFields> {
  readonly text: CellText;
  readonly totalOf: CellName<Of>;
}

interface SectionDeclaration<Of extends DeclaredFields> {
  /** How mapping files call it; needed where a publication has several. */
  readonly name?: string;
  /** Which member of a ZIP it is in. */
  readonly member?: RegExp;
  /** Which sheet of a workbook; without it, the first sheet that has the headings. */
  readonly sheet?: RegExp;
  /** Whether every sheet that matches is read, or the first one. */
  readonly everySheet?: boolean;
  /** Whether an edition may lack its member, sheet or headings. */
  readonly optional?: boolean;
  /** The section, optional and declared before, that says the same in another form: of the two only one is read. */
  readonly insteadOf?: string;
  readonly fields: Of;
  /** The row where the data start, for columns found by letters and fixed-width lines. */
  readonly firstRow?: number;
  /** What stands between the cells of a text; guessed from its lines unless it says so. */
  readonly delimiter?: Delimiter;
  /** The row that ends the table, in editions that have one: one of its cells is this text. */
  readonly lastRow?: CellText | TotalRow<Of>;
  /** Over how many rows its captions may be spread; 1 unless it says so. */
  readonly captionRows?: number;
  /** The table whose importer it is: its headings are the table's columns, and the report names all others. */
  readonly tidy?: Table;
  /** The tables it feeds, and its reader; a federal layout leaves both to the states that take from it. */
  readonly feeds?: readonly (Table | Feed)[];
  readonly read?: OpenReader<Of>;
}

/** A part of a publication with a layout of its own: a member of a ZIP, a sheet of a workbook, or the whole file. */
export interface Section {
  readonly name: string;
  readonly member: RegExp | null;
  readonly sheet: RegExp | null;
  readonly everySheet: boolean;
  readonly optional: boolean;
  readonly insteadOf: string | null;
  readonly fields: DeclaredFields;
  readonly firstRow: number | null;
  readonly delimiter: Delimiter | null;
  readonly lastRow: CellText | null;
  /** The field whose total the last row prints. */
  readonly totalOf: string | null;
  readonly captionRows: number;
  readonly tidy: Table | null;
  readonly feeds: readonly Feed[];
  /** One; or one per state, where several take from a federal layout. */
  readonly readers: readonly SectionReader[];
}

/** Who reads a section, and the tables that he feeds. */
interface SectionReader {
  readonly feeds: readonly Feed[];
  readonly open: OpenReader<DeclaredFields>;
}

interface PublicationDeclaration {
  /** The state that publishes it, or `federal`. */
  readonly folder: string;
  readonly name: string;
  readonly title: string;
  readonly publisher: string;
  /** Where and how often it is published, in words. */
  readonly published: string;
  /** The address of the page that it is published on, or of the program's page that leads there; null where the user writes it. */
  readonly page: string | null;
  /** What the file is, in words. */
  readonly form: string;
  readonly confidence: Confidence;
  readonly period?: EditionPeriod;
  /** Whether each edition prints the periods before it as well, so that it counts from the first of them on. */
  readonly printsHistory?: boolean;
  /** The day an edition is as of, where the name of its file or of a ZIP member tells: `YYYY-MM-DD`. */
  readonly asOf?: (fileName: string) => string | null;
  /**
   * How the text above the headings tells that day: the first group is the day, in any spelling of `date`. As titles commonly do
   * unless it says otherwise; null where no text tells.
   */
  readonly asOfText?: RegExp | null;
  /** What its codes mean, where that is a matter of data: a mapping file may correct and extend it. */
  readonly legends?: Legends;
  /** Set where it is the importer of a table, which takes any tidy file. */
  readonly table?: Table | null;
  /** What all its rows have, by columns of the key: of the table, it speaks for these rows alone. */
  readonly cells?: RowCells;
  readonly sections: readonly Section[];
}

/** Cells that rows have in common, by the names of their columns in code. */
export type RowCells = Readonly<Record<string, string>>;

/** A publication: what it is, how it is laid out and what becomes of it. */
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

type UnseenList = Pick<
  PublicationDeclaration,
  "folder" | "name" | "title" | "publisher" | "published" | "page" | "cells"
> & {
  readonly feeds: readonly (Table | Feed)[];
};

/** A list whose layout was never seen. Earlier versions read it by guessed headings: what they imported of it still counts. */
export function unseen({ feeds, ...about }: UnseenList): Publication {
  return publication({ ...about, form: TIDY_FORM, confidence: "unseen", sections: [section({ fields: {}, feeds })] });
}

/** What the importer of a table takes. */
export const TIDY_FORM = "any tidy file: CSV, XLSX, XLS, a page with a table, or a ZIP with one of them";

export function section<const Of extends DeclaredFields>(declaration: SectionDeclaration<Of>): Section {
  const { name = "table", member = null, sheet = null, firstRow = null, delimiter = null } = declaration;
  const { everySheet = false, optional = false, insteadOf = null, captionRows = 1, tidy = null } = declaration;
  const { fields, read } = declaration;
  const feeds = (declaration.feeds ?? []).map((feed) => ("fills" in feed ? feed : rowsOf(feed)));
  return {
    name,
    member,
    sheet,
    everySheet,
    optional,
    insteadOf,
    fields,
    firstRow,
    delimiter,
    ...lastRowOf(declaration.lastRow),
    captionRows,
    tidy,
    feeds,
    // A reader gets the records of its own section only, which have its own fields.
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

/** Brings rows to a table; a bare table in `feeds` means the same. */
export function rowsOf(table: Table, options: { readonly repeats?: Feed["repeats"] } = {}): Feed {
  return { table, fills: null, repeats: options.repeats ?? "refused", columns: null };
}

/** Brings some columns of the rows of a dated table, beside publications that bring the others. */
export function columnsOf<Row extends RowPlace>(
  table: Table<Row>,
  columns: readonly Exclude<keyof Row & string, keyof RowPlace | "period">[],
): Feed {
  return { table: table as unknown as Table, fills: null, repeats: "refused", columns };
}

/** Fills the empty cells of rows that other publications brought. */
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

/** The day on which a file was touched is not the day from which its rates hold: `Revised as of 1/5/2026`. */
const NOT_TOUCHED = String.raw`(?<!\b(?:revised|updated|corrected|printed|run|posted|created|generated|downloaded) )`;

/**
 * How a title above a table says from which day it is effective: `RATES EFFECTIVE 04/01/2025`, `Fee schedule as of April 1, 2026`. The
 * first group is the day; spaces in a row are one. A month without a day (`as of July 2025`) gives none.
 */
const EFFECTIVE_TEXT = new RegExp(String.raw`${NOT_TOUCHED}\b(?:effective${BETWEEN}|as of:? ?)(${DAY})`, "i");

/** The days for which an edition speaks, by the day it is as of. */
export type EditionPeriod = (asOf: Day) => Period;

/** From its as-of day until a newer edition says otherwise. */
export const openFromAsOf: EditionPeriod = (asOf) => ({ start: asOf, end: null });

/** The state fiscal year, July 1 to June 30, of its as-of day. */
export const fiscalYearOf: EditionPeriod = (asOf) => {
  const year = Number(asOf.slice(0, 4)) - (asOf.slice(5) < "07-01" ? 1 : 0);
  return { start: `${yearText(year)}-07-01` as Day, end: `${yearText(year + 1)}-06-30` as Day };
};

function yearText(year: number): string {
  return String(year).padStart(4, "0");
}
