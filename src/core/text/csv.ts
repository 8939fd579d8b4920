import { Refusal } from "./refusal.ts";

/** The signs that delimited text is made of, each a single byte in UTF-8 and Windows-1252. */
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const QUOTE = 34;
export const COMMA = 44;

export const BYTE_ORDER_MARK = "\ufeff";

/*
 * CSV as RFC 4180 has it, LF accepted beside CRLF: a cell is in quotes as a whole, with quotes inside it doubled, or it has none.
 * Only this file knows what a quote means. Its callers decide what to do with cells and errors.
 */

/** What is wrong with a record that is not CSV. */
export type RecordFault = "quote_never_closed" | "text_after_quote" | "quote_inside_cell" | "lone_carriage_return";

/** A scanned record. */
interface Token {
  /** Position of its line feed, or the end of the text; for an invalid record, of the line with the error. */
  readonly end: number;
  readonly fault: RecordFault | null;
}

/** Scans the record at a position; collects its unquoted cells if wanted. */
export function tokenize(text: string, start: number, cells: string[] | null): Token {
  let position = start;
  for (;;) {
    if (text.charCodeAt(position) === QUOTE) {
      const close = closingQuote(text, position);
      if (close < 0) return { end: lineEndFrom(text, start), fault: "quote_never_closed" };
      cells?.push(unquoted(text.slice(position + 1, close)));
      position = close + 1;
      if (!isCellEnd(text, position)) return { end: lineEndFrom(text, position), fault: "text_after_quote" };
    } else {
      const end = plainCellEnd(text, position);
      if (text.charCodeAt(end) === QUOTE) return { end: lineEndFrom(text, end), fault: "quote_inside_cell" };
      if (!isCellEnd(text, end)) return { end: lineEndFrom(text, end), fault: "lone_carriage_return" };
      cells?.push(text.slice(position, end));
      position = end;
    }
    if (text.charCodeAt(position) !== COMMA) return { end: lineEndFrom(text, position), fault: null };
    position += 1;
  }
}

/** The quote that closes the one at a position, or -1; a doubled one stands for itself. */
function closingQuote(text: string, opening: number): number {
  let quote = text.indexOf('"', opening + 1);
  while (quote >= 0 && text.charCodeAt(quote + 1) === QUOTE) quote = text.indexOf('"', quote + 2);
  return quote;
}

/** The text of a cell between its quotes, with doubled quotes undone. */
export function unquoted(inside: string): string {
  return inside.includes('"') ? inside.replaceAll('""', '"') : inside;
}

/**
 * Where a cell without quotes ends, or has a quote or a carriage return. Checks each character: a search for the next
 * comma could run to the end of the text.
 */
function plainCellEnd(text: string, from: number): number {
  const { length } = text;
  for (let end = from; end < length; end += 1) {
    const code = text.charCodeAt(end);
    // Letters and digits, nearly all there is, come after the comma and the other signs.
    if (code <= COMMA && (code === QUOTE || code === CARRIAGE_RETURN || isCellEnd(text, end))) return end;
  }
  return length;
}

/** Whether a comma, a line end or the end of the text is at a position. A carriage return by itself ends nothing but a text. */
function isCellEnd(text: string, position: number): boolean {
  if (position >= text.length) return true;
  const code = text.charCodeAt(position);
  if (code === COMMA || code === LINE_FEED) return true;
  if (code !== CARRIAGE_RETURN) return false;
  return position + 1 === text.length || text.charCodeAt(position + 1) === LINE_FEED;
}

/*
 * Records of CSV inside a text, kept as they are: what is kept as is must come out as it went in, so nothing is trimmed and
 * nothing is copied before it is needed. In a text of one character per byte (Latin-1), places of records are places in the file.
 */

/** The end of a record that is not in the text yet. */
export const UNFINISHED = -1;

export class RecordCursor {
  readonly #text: string;
  readonly #isWhole: boolean;
  #position = 0;
  /** Position of the next quote, cached: searched once, not for every line before it. */
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
   * Skips the next record; returns where it ends, after its line end. An invalid record ends with its first line, so
   * that a stray quote does not swallow the lines after it.
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
    if (this.#quote < start) this.#quote = positionOf('"', text, start);
    if (this.#quote > lineEnd) return this.#afterLine(lineEnd);
    const { end, fault } = tokenize(text, start, null);
    if (fault === "quote_never_closed" && !this.#isWhole) return UNFINISHED;
    return this.#afterLine(fault === null ? end : lineEnd);
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

/** Where the last complete record ends; 0 without one. */
export function lastRecordEnd(text: string, isWhole: boolean): number {
  if (!text.includes('"')) return isWhole ? text.length : text.lastIndexOf("\n") + 1;
  const cursor = new RecordCursor(text, isWhole);
  while (cursor.next() !== UNFINISHED);
  return cursor.position;
}

export function recordBetween(text: string, start: number, next: number): string {
  let end = next;
  if (end > start && text.charCodeAt(end - 1) === LINE_FEED) end -= 1;
  if (end > start && text.charCodeAt(end - 1) === CARRIAGE_RETURN) end -= 1;
  return text.slice(start, end);
}

const LONE_CARRIAGE_RETURN = new Refusal("no carriage return outside quotes");

/** One wording: where a stray quotation mark is found depends on the cells after it. */
const STRAY_QUOTE = new Refusal(
  "quotation marks only around a whole cell, one before it and one after it, and two for each one inside it",
);

const REFUSALS: Readonly<Record<RecordFault, Refusal>> = {
  quote_never_closed: STRAY_QUOTE,
  text_after_quote: STRAY_QUOTE,
  quote_inside_cell: STRAY_QUOTE,
  lone_carriage_return: LONE_CARRIAGE_RETURN,
};

export function cellsOf(record: string): readonly string[] | Refusal {
  if (!record.includes('"')) return record.includes("\r") ? REFUSALS.lone_carriage_return : record.split(",");
  const cells: string[] = [];
  const { fault } = tokenize(record, 0, cells);
  return fault === null ? cells : REFUSALS[fault];
}

/** The first cells of a record, and the rest of it untouched, whatever that is. */
interface LeadingCells {
  readonly cells: readonly string[];
  readonly rest: string;
}

/** Splits off the first cells of a record; the rest need not be CSV. Null when nothing follows them. */
export function leadingCells(record: string, count: number): LeadingCells | null {
  const cells: string[] = [];
  let position = 0;
  while (cells.length < count) {
    const isQuoted = record.charCodeAt(position) === QUOTE;
    const close = isQuoted ? closingQuote(record, position) : position;
    const comma = close < 0 ? close : record.indexOf(",", close);
    if (comma < 0) return null;
    cells.push(isQuoted ? unquoted(record.slice(position + 1, close)) : record.slice(position, comma));
    position = comma + 1;
  }
  return { cells, rest: record.slice(position) };
}

/** The rest of a record after so many cells, unchanged; null without a rest. */
export function withoutCells(record: string, count: number): string | null {
  return leadingCells(record, count)?.rest ?? null;
}

const NEEDS_QUOTES = /[",\r\n]/;

/** A text as a cell of a CSV file, in quotes only where it needs them. */
export function csvCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The delimiter that gives the most cells in any of these lines; among equals, the first. Preambles have few delimiters
 * and tables many, so the line with the most decides.
 */
export function delimiterByCount<Delimiter>(
  lines: readonly string[],
  delimiters: readonly Delimiter[],
  signOf: (delimiter: Delimiter) => string,
): Delimiter {
  const cellsBy = (delimiter: Delimiter) => Math.max(...lines.map((line) => line.split(signOf(delimiter)).length));
  return delimiters.reduce((best, each) => (cellsBy(each) > cellsBy(best) ? each : best));
}

/**
 * The lines that a record stands on, taken apart as if no cell of it had several lines: a quotation mark that is not closed makes one
 * cell of cells of several lines.
 */
export function linesOfRecord(cells: readonly string[], separator: string): readonly (readonly string[])[] {
  const lines: (readonly string[])[] = [];
  let line: readonly string[] = [];
  let place = 0;
  for (const [at, cell] of cells.entries()) {
    if (!cell.includes("\n")) continue;
    const [first = "", ...more] = cell.split("\n");
    line = [...line, ...cells.slice(place, at), ...first.split(separator)];
    for (const next of more) {
      lines.push(line);
      line = next.split(separator);
    }
    place = at + 1;
  }
  return [...lines, [...line, ...cells.slice(place)]];
}

/** How many lines end in a part of a text. */
export function lineFeedsIn(text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Where the line ends that a position is on: at its line feed, or at the end of the text. */
export function lineEndFrom(text: string, from: number): number {
  const lineFeed = text.indexOf("\n", from);
  return lineFeed < 0 ? text.length : lineFeed;
}
