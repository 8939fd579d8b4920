import { type Cell, cellXml, type Row, xmlText } from "./cell.ts";

/** A sheet: rows, one of which may be the heading of a table with filters. */
export interface OutputSheet {
  readonly name: string;
  /** Rows that are read as the sheet is written come some at a time: waiting for each would take longer than writing it. */
  readonly rows: Iterable<Row> | AsyncIterable<readonly Row[]>;
  /** Rows below the table, which no filter hides. `last` is the number of the last row of the table. */
  readonly footer?: (last: number) => readonly Row[];
  /** At the top of every printed page. */
  readonly printedHeader?: string | undefined;
  /** The row with the headings of the table, counted from 1: it and all above stay in view. Null for a page without one. */
  readonly headingRow: number | null;
  /** In characters; other columns are as wide as their first rows need. */
  readonly widths?: readonly (number | null)[];
  /** Printed columns, from the first: a wide table does not fit a page. Default: all. */
  readonly printedColumns?: number;
}

export interface WrittenSheet {
  /** `A3:K120`; null without a table. */
  readonly filtered: string | null;
  /** `A1:H120`; null if all of it is printed. */
  readonly printed: string | null;
  /** Rows that every printed page repeats; null without a table. */
  readonly repeated: number | null;
}

/** The row limit of spreadsheet programs. */
export const SHEET_ROWS_MAX = 1_048_576;

/** A part of a ZIP file ends at 4 GiB: a sheet takes no more rows before that, and its footer shows how many it has. */
const SHEET_BYTES_MAX = 3.5 * 1024 ** 3;

/** Rows that decide the width of a column: widths are written before the first row. */
const ROWS_MEASURED = 200;
const WIDTH_MIN = 9;
const WIDTH_MAX = 60;
/** The arrow of a filter takes room beside a heading. */
const ROOM_BESIDE = 3;

/** Size of the pieces for the compressor: single rows would cost too many calls. */
const PIECE_CHARACTERS = 64 * 1024;

/** The XML of a sheet, piece by piece; calls `written` at the end. */
export async function* sheetXml(sheet: OutputSheet, written: (done: WrittenSheet) => void): AsyncGenerator<string> {
  const { headingRow } = sheet;
  const rows = new SheetRows(sheet);
  const batches = batchesOf(sheet.rows);
  const first: Row[] = [];
  while (first.length < ROWS_MEASURED) {
    const next = await batches.next();
    if (next.done) break;
    for (const row of next.value) first.push(row);
  }
  const widths = widthsOf(sheet, first);
  yield head(sheet, widths);
  let bytes = 0;
  for (let batch: readonly Row[] | undefined = first; batch !== undefined && bytes < SHEET_BYTES_MAX; ) {
    for (const row of batch) {
      rows.add(row, widths);
      if (!rows.isPiece) continue;
      const piece = rows.take();
      bytes += bytesAtMost(piece);
      yield piece;
    }
    batch = (await batches.next()).value;
  }
  await batches.return(undefined);
  const last = rows.count;
  for (const row of sheet.footer?.(last) ?? []) rows.add(row, widths);
  const { columns, merged } = rows;
  const filtered =
    headingRow === null || columns === 0
      ? null
      : `A${headingRow}:${columnLetters(columns)}${Math.max(last, headingRow)}`;
  const filter = filtered === null ? "" : `<autoFilter ref="${filtered}"/>`;
  const merges = merged.map((cells) => `<mergeCell ref="${cells}"/>`).join("");
  const merging = merges === "" ? "" : `<mergeCells count="${merged.length}">${merges}</mergeCells>`;
  yield `${rows.take()}</sheetData>${filter}${merging}${pageXml(sheet)}</worksheet>`;
  written({ filtered, printed: printedArea(sheet, columns, rows.count), repeated: headingRow });
}

const NOT_ASCII = /[\u0080-\uffff]/g;

/** The bytes of a text in UTF-8, or somewhat more. Browsers have no `Buffer` to count them. */
function bytesAtMost(text: string): number {
  return text.length + 2 * (text.match(NOT_ASCII)?.length ?? 0);
}

/** The rows of a sheet as XML, collected to pieces. A row stays until it is taken: no caller loses one by adding another. */
class SheetRows {
  readonly #headingRow: number | null;
  /** Cells over several columns, such as `D4:H4`. */
  readonly merged: string[] = [];
  count = 0;
  columns = 0;
  #rest = "";

  constructor({ headingRow }: OutputSheet) {
    this.#headingRow = headingRow;
  }

  /** Whether the rows that were not taken are enough for a piece. */
  get isPiece(): boolean {
    return this.#rest.length >= PIECE_CHARACTERS;
  }

  /** The rows that were not taken. */
  take(): string {
    const piece = this.#rest;
    this.#rest = "";
    return piece;
  }

  add(row: Row, widths: readonly number[]): void {
    this.count += 1;
    if (this.#headingRow === null || this.count === this.#headingRow) this.columns = Math.max(this.columns, row.length);
    let cells = "";
    let lines = 1;
    for (let place = 0; place < row.length; place += 1) {
      const cell = row[place];
      if (cell == null) continue;
      cells += cellXml(`${columnLetters(place + 1)}${this.count}`, cell);
      if (isWrapped(cell)) lines = Math.max(lines, linesOf(cell, place, widths));
      if (cell.span === undefined) continue;
      this.merged.push(`${columnLetters(place + 1)}${this.count}:${columnLetters(place + cell.span)}${this.count}`);
    }
    // The height for wrapped texts: not every program computes it.
    const height = lines === 1 ? "" : ` ht="${Math.min(lines, LINES_MAX) * LINE_HEIGHT}" customHeight="1"`;
    this.#rest += `<row r="${this.count}"${height}>${cells}</row>`;
  }
}

async function* batchesOf(rows: OutputSheet["rows"]): AsyncGenerator<readonly Row[], undefined> {
  if (Symbol.asyncIterator in rows) yield* rows;
  else yield [...rows];
}

/** A sign that a header or footer would read as a command. */
const COMMAND_SIGN = /&/g;

/** Margins, and what every printed page carries: a header, the name of the sheet and the page. */
function pageXml({ printedHeader }: OutputSheet): string {
  const header =
    printedHeader === undefined
      ? ""
      : `<oddHeader>${xmlText(`&C&"-,Bold"${printedHeader.replace(COMMAND_SIGN, "&&")}`)}</oddHeader>`;
  const footer = `<oddFooter>${xmlText("&L&A&RPage &P of &N")}</oddFooter>`;
  return [
    '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
    '<pageSetup orientation="landscape" fitToHeight="0"/>',
    `<headerFooter>${header}${footer}</headerFooter>`,
  ].join("");
}

function printedArea({ printedColumns = 0 }: OutputSheet, columns: number, rows: number): string | null {
  return printedColumns === 0 || printedColumns >= columns ? null : `A1:${columnLetters(printedColumns)}${rows}`;
}

function head({ headingRow }: OutputSheet, widths: readonly number[]): string {
  const columns = widths.map(
    (width, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`,
  );
  const below = `A${(headingRow ?? 0) + 1}`;
  const frozen =
    headingRow === null
      ? ""
      : `<pane ySplit="${headingRow}" topLeftCell="${below}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="${below}" sqref="${below}"/>`;
  const grid = headingRow === null ? ' showGridLines="0"' : "";
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    `<sheetViews><sheetView${grid} workbookViewId="0">${frozen}</sheetView></sheetViews>`,
    `<sheetFormatPr defaultRowHeight="${LINE_HEIGHT}"/>`,
    columns.length === 0 ? "" : `<cols>${columns.join("")}</cols>`,
    "<sheetData>",
  ].join("");
}

/** Titles and notes run over the columns beside them and widen none. */
function widthsOf({ widths = [] }: OutputSheet, rows: readonly Row[]): readonly number[] {
  const found: number[] = [];
  for (const row of rows) {
    for (const [place, cell] of row.entries()) {
      const isRunningOver = cell === null || cell.style === "title" || cell.style === "note" || cell.span !== undefined;
      const needed = isRunningOver ? 0 : cell.text.length + ROOM_BESIDE;
      found[place] = Math.max(found[place] ?? 0, needed);
    }
  }
  return found.map((width, place) => widths[place] ?? Math.min(Math.max(width, WIDTH_MIN), WIDTH_MAX));
}

const LINE_HEIGHT = 13.5;
const LINES_MAX = 20;

function isWrapped({ style }: Cell): boolean {
  return style === "wrapped" || style === "warning";
}

/** The lines that a wrapped text takes in its columns. */
function linesOf({ text, span = 1 }: Cell, place: number, widths: readonly number[]): number {
  let width = 0;
  for (let at = place; at < place + span; at += 1) width += widths[at] ?? WIDTH_MAX;
  return Math.ceil(text.length / (width - ROOM_BESIDE));
}

const LETTER_A = 65;
const LETTERS = 26;
const KNOWN_LETTERS: string[] = [];

/** `AB` for the 28th column. */
export function columnLetters(column: number): string {
  const known = KNOWN_LETTERS[column];
  if (known !== undefined) return known;
  const before = Math.floor((column - 1) / LETTERS);
  const last = String.fromCharCode(LETTER_A + ((column - 1) % LETTERS));
  const letters = before === 0 ? last : columnLetters(before) + last;
  KNOWN_LETTERS[column] = letters;
  return letters;
}
