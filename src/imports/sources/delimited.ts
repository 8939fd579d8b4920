import { failure } from "../../reading/failure.ts";
import { decodedTrimmed } from "./decoding.ts";
import type { SourceRow } from "./row.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const EQUALS = 61;
const COMMA = 44;
const UNDECIDED = -1;

/** The longest record. Without a limit a quote that nobody closed would draw the rest of a large file into memory. */
const RECORD_BYTES_MAX = 1 << 20;
const INITIAL_CELLS = 512;

/** A value wrapped so that spreadsheets take it for text: `="000000900"`. */
const WRAPPED = /^=".*"$/s;

/** How the text of a cell is written. */
const PLAIN = 0;
const QUOTED = 1;
const QUOTED_WITH_QUOTES = 2;

/**
 * Reads delimited text from chunks of bytes cut anywhere. Only the borders of cells are noted; a cell is decoded when
 * it is asked for, since most cells of a registry with 330 columns never are.
 */
export class DelimitedReader implements SourceRow {
  readonly #delimiter: number;
  readonly #onRow: (row: SourceRow) => "more" | "enough";
  #bytes: Buffer = Buffer.alloc(0);
  #starts = new Int32Array(INITIAL_CELLS);
  #ends = new Int32Array(INITIAL_CELLS);
  #kinds = new Uint8Array(INITIAL_CELLS);
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

  cell(index: number): string {
    if (index >= this.width) return "";
    const [start, end] = [this.#starts[index] as number, this.#ends[index] as number];
    if (start === end) return "";
    const text = decodedTrimmed(this.#bytes, start, end);
    const whole = this.#kinds[index] === QUOTED_WITH_QUOTES ? text.replaceAll('""', '"') : text;
    return whole.charCodeAt(0) === EQUALS && WRAPPED.test(whole) ? whole.slice(2, -1).trim() : whole;
  }

  /** Takes the next bytes; whether it wants more. */
  read(chunk: Buffer): "more" | "enough" {
    this.#readRecords(this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]), false);
    if (this.#bytes.length > RECORD_BYTES_MAX) {
      throw failure(
        `line ${this.#line} goes on for more than ${RECORD_BYTES_MAX} bytes: a quote is opened there and never closed, or the file is no table`,
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
      if (!this.#isBlank()) this.#hasEnough = this.#onRow(this) === "enough";
      this.#line += this.#lineFeeds;
      position = next;
    }
    // The caller may overwrite its chunk.
    this.#bytes = Buffer.from(bytes.subarray(position));
  }

  #isBlank(): boolean {
    return this.width === 1 && this.cell(0) === "";
  }

  /**
   * Notes the cells of one record; where the next one starts, or `UNDECIDED` when its end is not here yet. Every byte
   * of a file passes through here, so the loops work on local variables.
   */
  #scanRecord(start: number, isLast: boolean): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    const delimiter = this.#delimiter;
    let position = start;
    let lineFeeds = 0;
    let width = 0;
    let [starts, ends, kinds] = [this.#starts, this.#ends, this.#kinds];
    for (;;) {
      let byte = position < length ? (bytes[position] as number) : LINE_FEED;
      if (width === starts.length) [starts, ends, kinds] = this.#grown();
      // Most cells of a wide registry are empty ones in quotes.
      if (byte === QUOTE && bytes[position + 1] === QUOTE && bytes[position + 2] === delimiter) {
        starts[width] = position + 1;
        ends[width] = position + 1;
        kinds[width] = QUOTED;
        width += 1;
        position += 3;
        continue;
      }
      // Also behind the equals sign of a value wrapped for spreadsheets.
      const opening =
        byte === QUOTE ? position : byte === EQUALS && bytes[position + 1] === QUOTE ? position + 1 : UNDECIDED;
      let cellStart = position;
      let cellEnd = UNDECIDED;
      let kind = PLAIN;
      if (opening !== UNDECIDED) {
        kind = QUOTED;
        let at = opening + 1;
        for (; at < length; at += 1) {
          byte = bytes[at] as number;
          if (byte === LINE_FEED) lineFeeds += 1;
          if (byte !== QUOTE) continue;
          if (bytes[at + 1] !== QUOTE) break;
          kind = QUOTED_WITH_QUOTES;
          at += 1;
        }
        if (at >= length - 1 && !isLast) return UNDECIDED;
        if (at >= length) throw this.#cutOff();
        cellStart = opening + 1;
        cellEnd = at;
        position = at + 1;
      }
      const afterQuote = position;
      while (position < length) {
        byte = bytes[position] as number;
        if (byte === delimiter || byte === LINE_FEED) break;
        position += 1;
      }
      if (position === length && !isLast) return UNDECIDED;
      if (cellEnd === UNDECIDED) cellEnd = position;
      else if (position !== afterQuote && !this.#isSpace(afterQuote, position)) {
        // Text after a closing quote: the quotes belong to the text.
        cellStart = opening;
        cellEnd = position;
        kind = PLAIN;
      }
      starts[width] = cellStart;
      ends[width] = cellEnd;
      kinds[width] = kind;
      width += 1;
      if (position < length && byte === delimiter) {
        position += 1;
        continue;
      }
      this.width = width;
      this.#lineFeeds = lineFeeds + 1;
      return position + 1;
    }
  }

  #cutOff(): Error {
    return failure(
      `the file ends inside a quoted cell of line ${this.#line}: it is cut off; download or export it again`,
    );
  }

  #isSpace(from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) {
      if (this.#bytes[at] !== 32 && this.#bytes[at] !== CARRIAGE_RETURN) return false;
    }
    return true;
  }

  #grown(): [Int32Array<ArrayBuffer>, Int32Array<ArrayBuffer>, Uint8Array<ArrayBuffer>] {
    const cells = this.#starts.length * 2;
    const [starts, ends, kinds] = [new Int32Array(cells), new Int32Array(cells), new Uint8Array(cells)];
    starts.set(this.#starts);
    ends.set(this.#ends);
    kinds.set(this.#kinds);
    this.#starts = starts;
    this.#ends = ends;
    this.#kinds = kinds;
    return [starts, ends, kinds];
  }
}
