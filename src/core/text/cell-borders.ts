import { CARRIAGE_RETURN, LINE_FEED, QUOTE } from "./csv.ts";

const SPACE = 32;
const EQUALS = 61;

const INITIAL_BORDERS = 1024;
const NOT_FOUND = -1;

/** Why a record has no end, or no borders. */
export type Unscanned = "unfinished" | "quote_never_closed" | "too_wide";

/**
 * Finds the cells of a record in the bytes of published delimited text, with every delimiter, and with values wrapped for spreadsheets
 * (`="007"`), and quotes inside a text. It finds the same cells as the CSV tokenizer, and refuses only what has no end.
 * It works on bytes: most cells of a registry with 330 columns are never read, and decoding them takes half as long
 * again.
 */
export class CellBorders {
  readonly #delimiter: number;
  readonly #widthMax: number;
  /** The start and the end of each cell; the end is negated bit by bit where the cell has doubled quotes in it. */
  #borders = new Int32Array(INITIAL_BORDERS);
  width = 0;
  /** On how many lines it stands. */
  lines = 0;
  /** Whether a quote is closed on a later line with more text after it. Then the lines between are probably records. */
  hasStrayQuote = false;

  constructor(delimiter: number, widthMax: number) {
    this.#delimiter = delimiter;
    this.#widthMax = widthMax;
  }

  startOf(cell: number): number {
    return this.#borders[2 * cell] as number;
  }

  endOf(cell: number): number {
    const border = this.#borders[2 * cell + 1] as number;
    return border < 0 ? ~border : border;
  }

  hasDoubledQuotes(cell: number): boolean {
    return (this.#borders[2 * cell + 1] as number) < 0;
  }

  /**
   * Scans the record at a position; returns where the next one starts. Every byte of a file passes through here, so the
   * loops use local variables. They never read beyond the bytes, which would slow down all later reads.
   */
  scan(bytes: Uint8Array, start: number, isLast: boolean): number | Unscanned {
    return this.#scan(bytes, start, isLast, false);
  }

  /** Scans one line with quotes as plain characters; returns where the next line starts. */
  scanLine(bytes: Uint8Array, start: number): number | Unscanned {
    return this.#scan(bytes, start, true, true);
  }

  #scan(bytes: Uint8Array, start: number, isLast: boolean, areQuotesText: boolean): number | Unscanned {
    const { length } = bytes;
    const delimiter = this.#delimiter;
    let borders = this.#borders;
    let count = 0;
    let position = start;
    let lineFeeds = 0;
    let hasStrayQuote = false;
    for (;;) {
      if (count + 2 > borders.length) {
        if (borders.length >= 2 * this.#widthMax) return "too_wide";
        borders = this.#grown();
      }
      // Most cells of a wide registry are empty ones in quotes.
      while (
        !areQuotesText &&
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
      let cellEnd = NOT_FOUND;
      let hasDoubledQuotes = false;
      // Also after the equals sign of a value wrapped for spreadsheets.
      if (position + 1 < length && bytes[position] === EQUALS && bytes[position + 1] === QUOTE) position += 1;
      if (!areQuotesText && position < length && bytes[position] === QUOTE) {
        const opening = position;
        const lineFeedsBefore = lineFeeds;
        for (position += 1; position < length; position += 1) {
          const byte = bytes[position];
          if (byte === LINE_FEED) lineFeeds += 1;
          if (byte !== QUOTE) continue;
          if (position + 1 === length || bytes[position + 1] !== QUOTE) break;
          hasDoubledQuotes = true;
          position += 1;
        }
        if (position >= length - 1 && !isLast) return "unfinished";
        if (position >= length) return "quote_never_closed";
        cellEnd = position;
        position += 1;
        cellStart = opening + 1;
        if (position === length || bytes[position] !== delimiter) {
          const afterQuote = position;
          position = cellEndFrom(bytes, position, delimiter);
          // With text after a closing quote, the quotes belong to the text.
          if (!isSpace(bytes, afterQuote, position)) {
            cellStart = opening;
            cellEnd = position;
            hasDoubledQuotes = false;
            hasStrayQuote ||= lineFeeds > lineFeedsBefore;
          }
        }
      } else {
        position = cellEndFrom(bytes, position, delimiter);
        cellEnd = position;
      }
      if (position === length && !isLast) return "unfinished";
      borders[count] = cellStart;
      borders[count + 1] = hasDoubledQuotes ? ~cellEnd : cellEnd;
      count += 2;
      if (position < length && bytes[position] === delimiter) {
        position += 1;
        continue;
      }
      this.width = count / 2;
      this.lines = lineFeeds + 1;
      this.hasStrayQuote = hasStrayQuote;
      return position + 1;
    }
  }

  #grown(): Int32Array<ArrayBuffer> {
    const borders = new Int32Array(this.#borders.length * 2);
    borders.set(this.#borders);
    this.#borders = borders;
    return borders;
  }
}

/** The next delimiter, line end or end of what is there. */
function cellEndFrom(bytes: Uint8Array, from: number, delimiter: number): number {
  const { length } = bytes;
  let position = from;
  while (position < length && bytes[position] !== delimiter && bytes[position] !== LINE_FEED) position += 1;
  return position;
}

function isSpace(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    if (bytes[at] !== SPACE && bytes[at] !== CARRIAGE_RETURN) return false;
  }
  return true;
}
