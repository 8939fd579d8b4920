import { failure } from "../../core/runtime/failure.ts";
import { CellBorders, type Unscanned } from "../../core/text/cell-borders.ts";
import { CARRIAGE_RETURN, COMMA, delimiterByCount, LINE_FEED, unquoted } from "../../core/text/csv.ts";
import { type ByteSource, decoded, decodedTrimmed } from "./bytes.ts";
import { COLUMNS_MAX, type RowSource, type SourceRow } from "./row.ts";

const OF_FIGURES = Buffer.from("0123456789.");
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
export const DELIMITERS = [",", "\t", "|", ";", "~"] as const;
export type Delimiter = (typeof DELIMITERS)[number];
const LINES_LOOKED_AT = 50;

/** A delimited text, or lines of fixed width. An unknown delimiter is derived from the first lines. */
export function textSource(
  source: ByteSource,
  head: Buffer,
  isFixedWidth: boolean,
  delimiter: Delimiter | null,
): RowSource {
  if (isFixedWidth) return readBy((onRow) => new FixedWidthReader(onRow), source);
  return delimitedSource(source, (delimiter ?? delimiterOf(head)).charCodeAt(0));
}

export function delimitedSource(
  source: ByteSource,
  delimiter: number,
  strayQuotes: StrayQuotes = "refused",
): RowSource {
  return readBy((onRow) => new DelimitedReader(onRow, delimiter, strayQuotes), source);
}

type OnRow = Parameters<RowSource["read"]>[0];

function readBy(readerFor: (onRow: OnRow) => FixedWidthReader | DelimitedReader, source: ByteSource): RowSource {
  let endsInFigure = false;
  return {
    name: "",
    endsInFigure: () => endsInFigure,
    async read(onRow) {
      const reader = readerFor(onRow);
      let isFirst = true;
      endsInFigure = false;
      let lastByte: number = LINE_FEED;
      for await (const chunk of source.chunks()) {
        const bytes = isFirst && chunk.subarray(0, 3).equals(BYTE_ORDER_MARK) ? chunk.subarray(3) : chunk;
        isFirst = false;
        const nul = bytes.indexOf(0);
        if (reader.read(nul < 0 ? bytes : bytes.subarray(0, nul)) === "enough") return;
        if (nul >= 0) throw notText(reader.unfinishedLine);
        lastByte = bytes.at(-1) ?? lastByte;
      }
      reader.end();
      endsInFigure = OF_FIGURES.includes(lastByte);
    },
  };
}

/** A failed disk or download leaves NUL bytes in a file; rows after them would be missing. */
function notText(line: number): Error {
  return failure(
    `line ${line} has NUL bytes in it, which no text has: the file is damaged, or no text; download it again, or open it in a spreadsheet program and save it as CSV (UTF-8)`,
  );
}

/** The delimiter of a text, derived from its first lines. */
function delimiterOf(head: Buffer): Delimiter {
  const lines = head.toString("latin1").split("\n", LINES_LOOKED_AT);
  return delimiterByCount(lines, DELIMITERS, (sign) => sign);
}

const EQUALS = 61;
const SPACE = 32;
const DELETE = 127;

/** The longest record. Without a limit an unclosed quote would read the rest of a large file into memory. */
const RECORD_BYTES_MAX = 1 << 20;
/** The limit of a spreadsheet cell: 32,767 characters of at most four bytes. */
const CELL_BYTES_MAX = 4 * 32_767;

/** A value wrapped so that spreadsheets treat it as text: `="000000900"`. */
const WRAPPED = /^=".*"$/s;

/**
 * Handling of a quote that is never closed, or closed on a later line with more text after it. A publication with one is refused:
 * as one cell, the lines between would be lost, and a code would get the rate of another line. In a claims file it invalidates
 * its own line, and the next lines are read normally.
 */
type StrayQuotes = "refused" | "own_line";

/** Reads delimited text from chunks of bytes cut anywhere. A cell is decoded on access. */
export class DelimitedReader implements SourceRow {
  readonly #onRow: (row: SourceRow) => "more" | "enough";
  readonly #strayQuotes: StrayQuotes;
  readonly #borders: CellBorders;
  #hasStrayQuote = false;
  #bytes: Buffer = Buffer.alloc(0);
  #line = 1;
  #hasEnough = false;

  constructor(onRow: (row: SourceRow) => "more" | "enough", delimiter = COMMA, strayQuotes: StrayQuotes = "refused") {
    this.#onRow = onRow;
    this.#strayQuotes = strayQuotes;
    this.#borders = new CellBorders(delimiter, COLUMNS_MAX);
  }

  get number(): number {
    return this.#line;
  }

  /** The first line of the record that the next bytes belong to. */
  get unfinishedLine(): number {
    return this.#line;
  }

  get width(): number {
    return this.#borders.width;
  }

  get hasStrayQuote(): boolean {
    return this.#hasStrayQuote;
  }

  cell(index: number): string {
    if (index >= this.width) return "";
    const start = this.#borders.startOf(index);
    const end = this.#borders.endOf(index);
    if (start === end) return "";
    if (end - start > CELL_BYTES_MAX) throw this.#cellTooLong();
    const whole = this.#withoutDoubledQuotes(index, decodedTrimmed(this.#bytes, start, end));
    return whole.charCodeAt(0) === EQUALS && WRAPPED.test(whole) ? whole.slice(2, -1).trim() : whole;
  }

  /** A tab that is trimmed, or a line end, stands between the cells of two claims where a quote is not closed. */
  cellWithEnds(index: number): string {
    const text = this.cell(index);
    if (this.#borders.lines === 1 || index >= this.width) return text;
    const start = this.#borders.startOf(index);
    const end = this.#borders.endOf(index);
    if (!this.#bytes.subarray(start, end).includes(LINE_FEED)) return text;
    return this.#withoutDoubledQuotes(index, decoded(this.#bytes, start, end));
  }

  #withoutDoubledQuotes(index: number, text: string): string {
    return this.#borders.hasDoubledQuotes(index) ? unquoted(text) : text;
  }

  /** Nearly always the first byte of the first cell decides, without decoding. */
  get isBlank(): boolean {
    for (let index = 0; index < this.width; index += 1) {
      const start = this.#borders.startOf(index);
      if (start === this.#borders.endOf(index)) continue;
      const first = this.#bytes[start] as number;
      if ((first > SPACE && first < DELETE && first !== EQUALS) || this.cell(index) !== "") return false;
    }
    return true;
  }

  /** Adds bytes; returns whether more are wanted. */
  read(chunk: Buffer): "more" | "enough" {
    this.#readRecords(this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]), false);
    if (!this.#hasEnough && this.#bytes.length > RECORD_BYTES_MAX) {
      throw failure(
        `line ${this.#line} goes on for more than ${RECORD_BYTES_MAX} bytes: a quote is opened there and never closed, or the file is no table; correct the quote, or open the file in a spreadsheet program and save it as CSV`,
      );
    }
    return this.#hasEnough ? "enough" : "more";
  }

  /** Reads what is left when there are no more bytes. */
  end(): void {
    if (!this.#hasEnough) this.#readRecords(this.#bytes, true);
  }

  #readRecords(bytes: Buffer, isLast: boolean): void {
    this.#bytes = bytes;
    let position = 0;
    while (position < bytes.length && !this.#hasEnough) {
      const next = this.#recordEnd(bytes, position, isLast);
      if (next === "unfinished") break;
      if (typeof next !== "number") throw this.#refused(next);
      if (!(this.width === 1 && this.isBlank)) this.#hasEnough = this.#onRow(this) === "enough";
      this.#line += this.#borders.lines;
      position = next;
    }
    // The caller may overwrite its chunk.
    this.#bytes = Buffer.from(bytes.subarray(position));
  }

  /** Records the cells of the record at an offset; returns the offset of the next one. */
  #recordEnd(bytes: Buffer, position: number, isLast: boolean): number | Unscanned {
    const end = this.#borders.scan(bytes, position, isLast);
    this.#hasStrayQuote =
      typeof end === "number" ? this.#borders.hasStrayQuote : this.#isNeverClosed(end, bytes, position);
    if (!this.#hasStrayQuote) return end;
    if (this.#strayQuotes === "own_line") return this.#borders.scanLine(bytes, position);
    throw failure(
      `line ${this.#line} has a quote that is closed on a later line, with more text after it: the lines between would be lost; correct the quote, or open the file in a spreadsheet program and save it as CSV`,
    );
  }

  /** Claims only: whether no quote follows within the longest record, while the line itself has an end. */
  #isNeverClosed(end: Unscanned, bytes: Buffer, position: number): boolean {
    if (this.#strayQuotes !== "own_line") return false;
    if (end === "quote_never_closed") return true;
    return end === "unfinished" && bytes.length - position > RECORD_BYTES_MAX && bytes.includes(LINE_FEED, position);
  }

  #cellTooLong(): Error {
    return failure(
      `line ${this.#line} has a cell of more than ${CELL_BYTES_MAX} bytes, more than a spreadsheet can hold: a quote is opened there and closed much later, perhaps; correct it`,
    );
  }

  #refused(reason: Exclude<Unscanned, "unfinished">): Error {
    if (reason === "too_wide") {
      return failure(
        `line ${this.#line} has more than ${COLUMNS_MAX} cells: the file is no table, or its lines have no ends; open it in a spreadsheet program and save it as CSV`,
      );
    }
    return failure(
      `the file ends inside a quoted cell of line ${this.#line}: a quote is opened there and never closed, or the file is cut off; correct the quote, or download or export the file again`,
    );
  }
}

/** Fixed-width lines are a few hundred characters; a file without line ends is something else. */
const LINE_BYTES_MAX = 1 << 16;

/** Reads fixed-width lines: a row is one cell with its blanks, which keep the positions. */
class FixedWidthReader implements SourceRow {
  readonly width = 1;
  readonly #onRow: (row: SourceRow) => "more" | "enough";
  #unfinished: Buffer = Buffer.alloc(0);
  #text = "";
  #line = 0;
  #hasEnough = false;

  constructor(onRow: (row: SourceRow) => "more" | "enough") {
    this.#onRow = onRow;
  }

  get number(): number {
    return this.#line;
  }

  get unfinishedLine(): number {
    return this.#line + 1;
  }

  cell(index: number): string {
    return index === 0 ? this.#text : "";
  }

  get isBlank(): boolean {
    return this.#text.trim() === "";
  }

  read(chunk: Buffer): "more" | "enough" {
    const bytes = Buffer.concat([this.#unfinished, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0 && !this.#hasEnough; end = bytes.indexOf(LINE_FEED, start)) {
      this.#readLine(bytes, start, end);
      start = end + 1;
    }
    this.#unfinished = bytes.subarray(start);
    if (this.#unfinished.length > LINE_BYTES_MAX) {
      throw failure(
        `line ${this.#line + 1} is longer than ${LINE_BYTES_MAX} bytes: this is no fixed-width text; download the file again`,
      );
    }
    return this.#hasEnough ? "enough" : "more";
  }

  end(): void {
    if (!this.#hasEnough && this.#unfinished.length > 0) this.#readLine(this.#unfinished, 0, this.#unfinished.length);
  }

  #readLine(bytes: Buffer, start: number, end: number): void {
    this.#line += 1;
    this.#text = decoded(bytes, start, bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end);
    if (this.#text.trim() !== "") this.#hasEnough = this.#onRow(this) === "enough";
  }
}
