import { isUtf8 } from "node:buffer";
import { otherEncoding } from "../text/other-encoding.ts";

/** What becomes of the records of a CSV file, and of what is not CSV. */
export interface CsvHandler {
  /** The trimmed cells of a record and the physical line it starts on. */
  readonly record: (cells: string[], line: number) => void;
  readonly fault: (line: number, reason: string) => void;
}

/**
 * The longest record. Far beyond any real one; without a limit a quote that nobody closed
 * would draw the rest of a large file into memory.
 */
const RECORD_LENGTH_MAX = 1 << 20;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = '"';
const BYTE_ORDER_MARK = "\ufeff";

/** Two control characters that no table needs and that tell the parts of keys and sort keys apart. */
const SEPARATORS = ["\u0000", "\u001f"] as const;

const NO_MORE = -1;

/**
 * Reads canonical CSV (RFC 4180, UTF-8, LF or CRLF, byte order mark accepted) from chunks of
 * bytes cut anywhere. Lines without quotes, nearly all of them, take a short way.
 */
export class CsvReader {
  readonly #handler: CsvHandler;
  /** The bytes after the last line feed: a line, or a character, may go on in the next chunk. */
  #unfinishedLine: Buffer = Buffer.alloc(0);
  /** The text of a record whose quoted cell goes on in the next chunk. */
  #unfinishedRecord = "";
  #line = 1;
  #isFirst = true;
  #isAbandoned = false;

  constructor(handler: CsvHandler) {
    this.#handler = handler;
  }

  /** Takes the next bytes; they may be overwritten afterwards. */
  read(chunk: Buffer): void {
    if (this.#isFirst && this.#unfinishedLine.length === 0) this.#refuseOtherEncoding(chunk);
    if (this.#isAbandoned) return;
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      this.#readLines(this.#withUnfinished(chunk.subarray(0, end)), false);
      this.#unfinishedLine = Buffer.from(chunk.subarray(end));
    } else {
      this.#unfinishedLine = Buffer.concat([this.#unfinishedLine, chunk]);
    }
    if (this.#unfinishedLine.length > RECORD_LENGTH_MAX) {
      this.#handler.fault(
        this.#line,
        `a line longer than ${RECORD_LENGTH_MAX} bytes; the rest of the file is not read`,
      );
      this.#isAbandoned = true;
    }
  }

  /** Takes what is left when there are no more bytes. */
  end(): void {
    if (!this.#isAbandoned) this.#readLines(this.#unfinishedLine, true);
  }

  #withUnfinished(lines: Buffer): Buffer {
    return this.#unfinishedLine.length === 0 ? lines : Buffer.concat([this.#unfinishedLine, lines]);
  }

  #readLines(bytes: Buffer, isLast: boolean): void {
    let text = bytes.toString("utf8");
    if (this.#isFirst && text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1);
    if (text !== "") this.#isFirst = false;
    const firstLine = this.#line + newlinesIn(this.#unfinishedRecord, 0, this.#unfinishedRecord.length);
    if (!isUtf8(bytes)) this.#reportInvalidUtf8(bytes, firstLine);
    for (const separator of SEPARATORS) this.#reportSeparator(text, separator, firstLine);
    this.#readRecords(this.#unfinishedRecord + text, isLast);
  }

  /** The records of a text that ends where a line ends. */
  #readRecords(text: string, isLast: boolean): void {
    this.#unfinishedRecord = "";
    let position = 0;
    let quote = text.indexOf(QUOTE);
    while (position < text.length) {
      const lineFeed = text.indexOf("\n", position);
      const end = lineFeed < 0 ? text.length : lineFeed;
      if (quote !== NO_MORE && quote < position) quote = text.indexOf(QUOTE, position);
      if (quote === NO_MORE || quote > end) {
        this.#readPlainLine(text.slice(position, text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end));
        this.#line += 1;
        position = end + 1;
        continue;
      }
      const next = this.#readQuotedRecord(text, position, isLast);
      if (next === NO_MORE) {
        this.#unfinishedRecord = text.slice(position);
        return;
      }
      this.#line += newlinesIn(text, position, next);
      position = next;
    }
  }

  #readPlainLine(line: string): void {
    const cells = line.split(",");
    if (cells.length === 1 && line.trim() === "") return;
    for (let index = 0; index < cells.length; index += 1) cells[index] = trimmed(cells[index] as string);
    this.#handler.record(cells, this.#line);
  }

  /** Reads one record with quotes; where the next one starts, or `NO_MORE` when its end is not here yet. */
  #readQuotedRecord(text: string, start: number, isLast: boolean): number {
    const cells: string[] = [];
    let position = start;
    let lineEnd = lineEndFrom(text, start);
    for (;;) {
      if (text[position] === QUOTE) {
        const close = closingQuote(text, position + 1);
        if (close === NO_MORE) return this.#withoutClosingQuote(text, start, isLast);
        cells.push(quotedCell(text.slice(position + 1, close)));
        position = close + 1;
        if (!isCellEnd(text, position)) return this.#skipLine(text, position, "text after a closing quote");
        if (close > lineEnd) lineEnd = lineEndFrom(text, close);
      } else {
        const comma = text.indexOf(",", position);
        const end = comma < 0 || comma > lineEnd ? lineEnd : comma;
        const cell = text.slice(position, end);
        if (cell.includes(QUOTE)) return this.#skipLine(text, position, "a quote inside a cell that is not quoted");
        cells.push(trimmed(cell));
        position = end;
      }
      if (text[position] !== ",") break;
      position += 1;
    }
    this.#handler.record(cells, this.#line);
    return afterLineEnd(text, position);
  }

  #withoutClosingQuote(text: string, start: number, isLast: boolean): number {
    if (!isLast && text.length - start <= RECORD_LENGTH_MAX) return NO_MORE;
    return this.#skipLine(text, start, "a quote that is never closed");
  }

  /** Reports a line that is not CSV and goes on with the next one. */
  #skipLine(text: string, position: number, reason: string): number {
    this.#handler.fault(this.#line, reason);
    const lineFeed = text.indexOf("\n", position);
    return lineFeed < 0 ? text.length : lineFeed + 1;
  }

  #refuseOtherEncoding(start: Buffer): void {
    const encoding = otherEncoding(start);
    if (encoding === null) return;
    this.#handler.fault(1, `the file is ${encoding}; save it as UTF-8`);
    this.#isAbandoned = true;
  }

  #reportInvalidUtf8(bytes: Buffer, firstLine: number): void {
    let line = firstLine;
    for (let start = 0; start < bytes.length; line += 1) {
      const lineFeed = bytes.indexOf(LINE_FEED, start);
      const end = lineFeed < 0 ? bytes.length : lineFeed + 1;
      if (!isUtf8(bytes.subarray(start, end))) this.#handler.fault(line, "bytes that are not UTF-8");
      start = end;
    }
  }

  #reportSeparator(text: string, separator: string, firstLine: number): void {
    const name = `U+${separator.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    let line = firstLine;
    let counted = 0;
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, counted)) {
      line += newlinesIn(text, counted, at);
      this.#handler.fault(line, `the control character ${name}`);
      const lineFeed = text.indexOf("\n", at);
      counted = lineFeed < 0 ? text.length : lineFeed;
    }
  }
}

/** Most cells need no trimming, and looking at their ends is cheaper than trying. */
function trimmed(cell: string): string {
  if (cell === "") return cell;
  return isPlain(cell.charCodeAt(0)) && isPlain(cell.charCodeAt(cell.length - 1)) ? cell : cell.trim();
}

/** A printable ASCII character other than the space. */
function isPlain(code: number): boolean {
  return code > 32 && code < 127;
}

/** The quote that ends a cell; a doubled one stands for itself. */
function closingQuote(text: string, from: number): number {
  let quote = text.indexOf(QUOTE, from);
  while (quote >= 0 && text[quote + 1] === QUOTE) quote = text.indexOf(QUOTE, quote + 2);
  return quote;
}

function isCellEnd(text: string, position: number): boolean {
  return position === text.length || text[position] === "," || afterLineEnd(text, position) > position;
}

/** Past the LF or CRLF at a position; the position itself when there is none. */
function afterLineEnd(text: string, position: number): number {
  if (text[position] === "\n") return position + 1;
  if (text[position] !== "\r") return position;
  if (position + 1 === text.length) return position + 1;
  return text[position + 1] === "\n" ? position + 2 : position;
}

function lineEndFrom(text: string, from: number): number {
  const lineFeed = text.indexOf("\n", from);
  return lineFeed < 0 ? text.length : lineFeed;
}

function quotedCell(text: string): string {
  return trimmed(text.includes(QUOTE) ? text.replaceAll('""', QUOTE) : text);
}

function newlinesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
