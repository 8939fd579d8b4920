import { failure } from "../../runtime/failure.ts";
import { CellBorders, type Unscanned } from "../../text/csv/cell-borders.ts";
import { COMMA, LINE_FEED } from "../../text/csv/signs.ts";
import { unquoted } from "../../text/csv/tokenizer.ts";
import { decodedTrimmed } from "./decoding.ts";
import type { SourceRow } from "./row.ts";
import { COLUMNS_MAX } from "./width.ts";

const EQUALS = 61;
const SPACE = 32;
const DELETE = 127;

/** The longest record. Without a limit a quote that nobody closed would draw the rest of a large file into memory. */
const RECORD_BYTES_MAX = 1 << 20;
/** What a cell of a spreadsheet can hold: 32,767 characters of at most four bytes. */
const CELL_BYTES_MAX = 4 * 32_767;

/** A value wrapped so that spreadsheets take it for text: `="000000900"`. */
const WRAPPED = /^=".*"$/s;

/**
 * What becomes of a quote that is never closed, or closed on a later line with more text after it. A publication with one is
 * refused: read as one cell, the lines between would be lost, and a code would get the rate of another line. In a file of claims
 * it costs its own line, and the next ones are read by themselves.
 */
export type StrayQuotes = "refused" | "own_line";

/** Reads delimited text from chunks of bytes cut anywhere. A cell is decoded when it is asked for. */
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

  /** The line on which the record starts that the next bytes belong to. */
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
    const text = decodedTrimmed(this.#bytes, start, end);
    const whole = this.#borders.hasDoubledQuotes(index) ? unquoted(text) : text;
    return whole.charCodeAt(0) === EQUALS && WRAPPED.test(whole) ? whole.slice(2, -1).trim() : whole;
  }

  /** Nearly always the first byte of the first cell tells, and no text needs to be made for it. */
  get isBlank(): boolean {
    for (let index = 0; index < this.width; index += 1) {
      const start = this.#borders.startOf(index);
      if (start === this.#borders.endOf(index)) continue;
      const first = this.#bytes[start] as number;
      if ((first > SPACE && first < DELETE && first !== EQUALS) || this.cell(index) !== "") return false;
    }
    return true;
  }

  /** Takes the next bytes; whether it wants more. */
  read(chunk: Buffer): "more" | "enough" {
    this.#readRecords(this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]), false);
    if (!this.#hasEnough && this.#bytes.length > RECORD_BYTES_MAX) {
      throw failure(
        `line ${this.#line} goes on for more than ${RECORD_BYTES_MAX} bytes: a quote is opened there and never closed, or the file is no table; correct the quote, or open the file in a spreadsheet program and save it as CSV`,
      );
    }
    return this.#hasEnough ? "enough" : "more";
  }

  /** Takes what is left when there are no more bytes. */
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

  /** Notes the cells of the record at a place; where the next one starts. */
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

  /** Of claims alone: whether no quote follows within the longest record, while the line itself has an end. */
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
