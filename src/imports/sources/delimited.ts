import { failure } from "../../runtime/failure.ts";
import { decodedTrimmed } from "./decoding.ts";
import type { SourceRow } from "./row.ts";
import { COLUMNS_MAX } from "./width.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const EQUALS = 61;
const SPACE = 32;
const DELETE = 127;
const COMMA = 44;
const UNDECIDED = -1;

/** The longest record. Without a limit a quote that nobody closed would draw the rest of a large file into memory. */
const RECORD_BYTES_MAX = 1 << 20;
/** What a cell of a spreadsheet can hold: 32,767 characters of at most four bytes. */
const CELL_BYTES_MAX = 4 * 32_767;
/** A cell has two borders: where it starts, and where it ends. */
const INITIAL_BORDERS = 1024;

/** A value wrapped so that spreadsheets take it for text: `="000000900"`. */
const WRAPPED = /^=".*"$/s;

/**
 * Reads delimited text from chunks of bytes cut anywhere. Only the borders of cells are noted; a cell is decoded when
 * it is asked for, since most cells of a registry with 330 columns never are.
 */
export class DelimitedReader implements SourceRow {
  readonly #delimiter: number;
  readonly #onRow: (row: SourceRow) => "more" | "enough";
  #bytes: Buffer = Buffer.alloc(0);
  /** The start and the end of each cell; the end is negated bit by bit where the cell has doubled quotes in it. */
  #borders = new Int32Array(INITIAL_BORDERS);
  #line = 1;
  #lineFeeds = 0;
  #hasEnough = false;
  width = 0;

  constructor(onRow: (row: SourceRow) => "more" | "enough", delimiter = COMMA) {
    this.#onRow = onRow;
    this.#delimiter = delimiter;
  }

  get number(): number {
    return this.#line;
  }

  /** The line on which the record starts that the next bytes belong to. */
  get unfinishedLine(): number {
    return this.#line;
  }

  cell(index: number): string {
    if (index >= this.width) return "";
    const start = this.#borders[2 * index] as number;
    const border = this.#borders[2 * index + 1] as number;
    if (start === border) return "";
    const end = border < 0 ? ~border : border;
    if (end - start > CELL_BYTES_MAX) throw this.#cellTooLong();
    const text = decodedTrimmed(this.#bytes, start, end);
    const whole = border < 0 ? text.replaceAll('""', '"') : text;
    return whole.charCodeAt(0) === EQUALS && WRAPPED.test(whole) ? whole.slice(2, -1).trim() : whole;
  }

  /** Takes the next bytes; whether it wants more. */
  read(chunk: Buffer): "more" | "enough" {
    this.#readRecords(this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]), false);
    if (this.#bytes.length > RECORD_BYTES_MAX) {
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
      const next = this.#scanRecord(position, isLast);
      if (next === UNDECIDED) break;
      if (!(this.width === 1 && this.isBlank)) this.#hasEnough = this.#onRow(this) === "enough";
      this.#line += this.#lineFeeds;
      position = next;
    }
    // The caller may overwrite its chunk.
    this.#bytes = Buffer.from(bytes.subarray(position));
  }

  /** Nearly always the first byte of the first cell tells, and no text needs to be made for it. */
  get isBlank(): boolean {
    for (let index = 0; index < this.width; index += 1) {
      const start = this.#borders[2 * index] as number;
      if (start === this.#borders[2 * index + 1]) continue;
      const first = this.#bytes[start] as number;
      if ((first > SPACE && first < DELETE && first !== EQUALS) || this.cell(index) !== "") return false;
    }
    return true;
  }

  /**
   * Notes the cells of one record; where the next one starts, or `UNDECIDED` when its end is not here yet. Every byte
   * of a file passes through here, so the loops work on local variables and never look beyond the bytes that are there,
   * which would make every later look slow.
   */
  #scanRecord(start: number, isLast: boolean): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    const delimiter = this.#delimiter;
    let borders = this.#borders;
    let count = 0;
    let position = start;
    let lineFeeds = 0;
    for (;;) {
      if (count + 2 > borders.length) borders = this.#grown();
      // Most cells of a wide registry are empty ones in quotes.
      while (
        position + 2 < length &&
        bytes[position] === QUOTE &&
        bytes[position + 1] === QUOTE &&
        bytes[position + 2] === delimiter &&
        count + 4 <= borders.length
      ) {
        borders[count] = position + 1;
        borders[count + 1] = position + 1;
        count += 2;
        position += 3;
      }
      let cellStart = position;
      let cellEnd = UNDECIDED;
      let hasQuotes = false;
      // Also behind the equals sign of a value wrapped for spreadsheets.
      if (position + 1 < length && bytes[position] === EQUALS && bytes[position + 1] === QUOTE) position += 1;
      if (position < length && bytes[position] === QUOTE) {
        const opening = position;
        for (position += 1; position < length; position += 1) {
          const byte = bytes[position];
          if (byte === LINE_FEED) lineFeeds += 1;
          if (byte !== QUOTE) continue;
          if (position + 1 === length || bytes[position + 1] !== QUOTE) break;
          hasQuotes = true;
          position += 1;
        }
        if (position >= length - 1 && !isLast) return UNDECIDED;
        if (position >= length) throw this.#cutOff();
        cellEnd = position;
        position += 1;
        cellStart = opening + 1;
        if (position === length || bytes[position] !== delimiter) {
          const afterQuote = position;
          position = this.#endOfCell(position);
          // With text after a closing quote, the quotes belong to the text.
          if (!this.#isSpace(afterQuote, position)) {
            cellStart = opening;
            cellEnd = position;
            hasQuotes = false;
          }
        }
      } else {
        position = this.#endOfCell(position);
        cellEnd = position;
      }
      if (position === length && !isLast) return UNDECIDED;
      borders[count] = cellStart;
      borders[count + 1] = hasQuotes ? ~cellEnd : cellEnd;
      count += 2;
      if (position < length && bytes[position] === delimiter) {
        position += 1;
        continue;
      }
      this.width = count / 2;
      this.#lineFeeds = lineFeeds + 1;
      return position + 1;
    }
  }

  /** The next delimiter, line end or end of what is there. */
  #endOfCell(from: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    const delimiter = this.#delimiter;
    let position = from;
    while (position < length && bytes[position] !== delimiter && bytes[position] !== LINE_FEED) position += 1;
    return position;
  }

  #cellTooLong(): Error {
    return failure(
      `line ${this.#line} has a cell of more than ${CELL_BYTES_MAX} bytes, more than a spreadsheet can hold: a quote is opened there and closed much later, perhaps; correct it`,
    );
  }

  #cutOff(): Error {
    return failure(
      `the file ends inside a quoted cell of line ${this.#line}: a quote is opened there and never closed, or the file is cut off; correct the quote, or download or export the file again`,
    );
  }

  #isSpace(from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) {
      if (this.#bytes[at] !== SPACE && this.#bytes[at] !== CARRIAGE_RETURN) return false;
    }
    return true;
  }

  #grown(): Int32Array<ArrayBuffer> {
    if (this.#borders.length >= 2 * COLUMNS_MAX) {
      throw failure(
        `line ${this.#line} has more than ${COLUMNS_MAX} cells: the file is no table, or its lines have no ends; open it in a spreadsheet program and save it as CSV`,
      );
    }
    const borders = new Int32Array(this.#borders.length * 2);
    borders.set(this.#borders);
    this.#borders = borders;
    return borders;
  }
}
