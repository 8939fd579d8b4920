import { Refusal } from "../../text/refusal.ts";

/*
 * Records of a CSV file (RFC 4180) inside a text, kept as they are: what is passed through must come
 * out as it went in, so nothing is trimmed and nothing is copied before it is needed.
 */

const QUOTE = '"';
const COMMA = 44;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The end of a record that is not in the text yet. */
export const UNFINISHED = -1;

/** Goes from record to record through a text. */
export class RecordCursor {
  readonly #text: string;
  readonly #isWhole: boolean;
  /** Where the next record starts. */
  #position = 0;
  /** The next quote, looked for once and not again for every line before it. */
  #quote = UNKNOWN;

  /** `isWhole`: no more text will come. */
  constructor(text: string, isWhole: boolean) {
    this.#text = text;
    this.#isWhole = isWhole;
  }

  get position(): number {
    return this.#position;
  }

  /**
   * Steps over the next record; where it ends, its line end included. What is not CSV ends with the line that it
   * starts on: a stray quote must not draw the lines after it into a record that is then dropped as one.
   */
  next(): number {
    const end = this.#recordEnd();
    if (end !== UNFINISHED) this.#position = end;
    return end;
  }

  #recordEnd(): number {
    const text = this.#text;
    const start = this.#position;
    if (start >= text.length) return UNFINISHED;
    const lineEnd = lineEndFrom(text, start);
    if (this.#quote < start) this.#quote = positionOf(QUOTE, text, start);
    if (this.#quote > lineEnd) return this.#afterLine(lineEnd);
    const { end, fault } = walk(text, start, null);
    if (fault === NEVER_CLOSED && !this.#isWhole) return UNFINISHED;
    return this.#afterLine(end);
  }

  #afterLine(end: number): number {
    if (end < this.#text.length) return end + 1;
    return this.#isWhole ? end : UNFINISHED;
  }
}

const UNKNOWN = -1;

function positionOf(sign: string, text: string, from: number): number {
  const position = text.indexOf(sign, from);
  return position < 0 ? Number.POSITIVE_INFINITY : position;
}

/** Where the last record ends that is whole; 0 when none is. */
export function lastRecordEnd(text: string, isWhole: boolean): number {
  if (!text.includes(QUOTE)) return isWhole ? text.length : text.lastIndexOf("\n") + 1;
  const cursor = new RecordCursor(text, isWhole);
  while (cursor.next() !== UNFINISHED);
  return cursor.position;
}

/** A record without its line end. */
export function recordBetween(text: string, start: number, next: number): string {
  let end = next;
  if (end > start && text.charCodeAt(end - 1) === LINE_FEED) end -= 1;
  if (end > start && text.charCodeAt(end - 1) === CARRIAGE_RETURN) end -= 1;
  return text.slice(start, end);
}

const LONE_CARRIAGE_RETURN = new Refusal("no carriage return outside quotes");

/** The cells of a record, exactly as they are. */
export function cellsOf(record: string): readonly string[] | Refusal {
  if (!record.includes(QUOTE)) return record.includes("\r") ? LONE_CARRIAGE_RETURN : record.split(",");
  const cells: string[] = [];
  const { fault } = walk(record, 0, cells);
  return fault ?? cells;
}

interface Walk {
  /** Where the line feed is, or the end of the text. */
  readonly end: number;
  readonly fault: Refusal | null;
}

const NEVER_CLOSED = new Refusal("a closing quote for every opening one");
const AFTER_CLOSING = new Refusal("a comma or the end of the line after a closing quote");
const INSIDE = new Refusal("quotes around the whole cell, and doubled inside it");

/** Goes through a record with quotes, gathering its cells where they are wanted. */
function walk(text: string, start: number, cells: string[] | null): Walk {
  let position = start;
  for (;;) {
    if (text[position] === QUOTE) {
      const close = closingQuote(text, position + 1);
      if (close < 0) return { end: lineEndFrom(text, start), fault: NEVER_CLOSED };
      cells?.push(text.slice(position + 1, close).replaceAll('""', QUOTE));
      position = close + 1;
      if (!isCellEnd(text, position)) return { end: lineEndFrom(text, start), fault: AFTER_CLOSING };
    } else {
      const end = unquotedEnd(text, position);
      const cell = text.slice(position, end);
      if (cell.includes(QUOTE)) return { end: lineEndFrom(text, start), fault: INSIDE };
      cells?.push(cell);
      position = end;
    }
    if (text.charCodeAt(position) !== COMMA) return { end: lineEndFrom(text, position), fault: null };
    position += 1;
  }
}

/** The quote that ends a cell; a doubled one stands for itself. */
function closingQuote(text: string, from: number): number {
  let quote = text.indexOf(QUOTE, from);
  while (quote >= 0 && text[quote + 1] === QUOTE) quote = text.indexOf(QUOTE, quote + 2);
  return quote;
}

/** Looks at each character: a search for the next comma could run to the end of the text. */
function unquotedEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && text.charCodeAt(end) !== COMMA && !isLineEnd(text, end)) end += 1;
  return end;
}

function isCellEnd(text: string, position: number): boolean {
  return position === text.length || text.charCodeAt(position) === COMMA || isLineEnd(text, position);
}

function isLineEnd(text: string, position: number): boolean {
  const code = text.charCodeAt(position);
  if (code === LINE_FEED) return true;
  if (code !== CARRIAGE_RETURN) return false;
  return position + 1 === text.length || text.charCodeAt(position + 1) === LINE_FEED;
}

function lineEndFrom(text: string, from: number): number {
  const lineFeed = text.indexOf("\n", from);
  return lineFeed < 0 ? text.length : lineFeed;
}
