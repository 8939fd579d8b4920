import { cellXml, type Row } from "./cell.ts";

/** A sheet: rows, one of which may be the heading of a table with filters. */
export interface OutputSheet {
  readonly name: string;
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
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
}

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
  const first: Row[] = [];
  const rows = rowsOf(sheet.rows);
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    first.push(next.value);
    if (first.length === ROWS_MEASURED) break;
  }
  const widths = widthsOf(sheet, first);
  yield head(sheet, widths);
  let count = 0;
  let columns = 0;
  let piece = "";
  for await (const row of all(first, rows)) {
    count += 1;
    if (headingRow === null || count === headingRow) columns = Math.max(columns, row.length);
    piece += rowXml(row, count, widths);
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = "";
  }
  const filtered =
    headingRow === null || columns === 0
      ? null
      : `A${headingRow}:${columnLetters(columns)}${Math.max(count, headingRow)}`;
  const filter = filtered === null ? "" : `<autoFilter ref="${filtered}"/>`;
  yield `${piece}</sheetData>${filter}<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`;
  written({ filtered, printed: printedArea(sheet, columns, count) });
}

function printedArea({ printedColumns = 0 }: OutputSheet, columns: number, rows: number): string | null {
  return printedColumns === 0 || printedColumns >= columns ? null : `A1:${columnLetters(printedColumns)}${rows}`;
}

async function* rowsOf(rows: OutputSheet["rows"]): AsyncGenerator<Row, undefined> {
  yield* rows;
}

async function* all(first: readonly Row[], rest: AsyncGenerator<Row>): AsyncGenerator<Row> {
  yield* first;
  yield* rest;
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
      const isRunningOver = cell === null || cell.style === "title" || cell.style === "note";
      const needed = isRunningOver ? 0 : cell.text.length + ROOM_BESIDE;
      found[place] = Math.max(found[place] ?? 0, needed);
    }
  }
  return found.map((width, place) => widths[place] ?? Math.min(Math.max(width, WIDTH_MIN), WIDTH_MAX));
}

const LINE_HEIGHT = 13.5;
const LINES_MAX = 20;

/** Row height for wrapped texts: not every program computes it. */
function heightOf(row: Row, widths: readonly number[]): string {
  let lines = 1;
  for (const [place, cell] of row.entries()) {
    if (cell?.style !== "wrapped") continue;
    lines = Math.max(lines, Math.ceil(cell.text.length / ((widths[place] ?? WIDTH_MAX) - ROOM_BESIDE)));
  }
  return lines === 1 ? "" : ` ht="${Math.min(lines, LINES_MAX) * LINE_HEIGHT}" customHeight="1"`;
}

function rowXml(row: Row, number: number, widths: readonly number[]): string {
  let cells = "";
  for (const [place, cell] of row.entries()) {
    if (cell !== null) cells += cellXml(`${columnLetters(place + 1)}${number}`, cell);
  }
  return `<row r="${number}"${heightOf(row, widths)}>${cells}</row>`;
}

const LETTER_A = 65;
const LETTERS = 26;
const KNOWN_LETTERS: string[] = [];

/** `AB` for the 28th column. */
function columnLetters(column: number): string {
  const known = KNOWN_LETTERS[column];
  if (known !== undefined) return known;
  const before = Math.floor((column - 1) / LETTERS);
  const last = String.fromCharCode(LETTER_A + ((column - 1) % LETTERS));
  const letters = before === 0 ? last : columnLetters(before) + last;
  KNOWN_LETTERS[column] = letters;
  return letters;
}
