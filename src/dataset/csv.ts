import { isUtf8 } from "node:buffer";
import { type FileHandle, open } from "node:fs/promises";
import { unreadable } from "../core/files/reading.ts";
import {
  BYTE_ORDER_MARK,
  CARRIAGE_RETURN,
  LINE_FEED,
  lineEndFrom,
  lineFeedsIn,
  type RecordFault,
  tokenize,
} from "../core/text/csv.ts";
import { otherEncoding } from "../core/text/encoding.ts";

/** Receives the records of a CSV file, and lines that are not CSV. */
interface CsvHandler {
  /** The trimmed cells of a record and the physical line it starts on. */
  readonly record: (cells: string[], line: number) => void;
  readonly fault: (line: number, reason: string) => void;
}

/** Far beyond any real record. Without a limit, an unclosed quote would read the rest of a large file into memory. */
const RECORD_LENGTH_MAX = 1 << 20;

const REASONS: Readonly<Record<RecordFault, string>> = {
  quote_never_closed: "a quote that is never closed",
  text_after_quote: "text after a closing quote",
  quote_inside_cell: "a quote inside a cell that is not quoted",
  lone_carriage_return: "a carriage return inside a cell that is not quoted",
};

/** Control characters that separate the parts of keys and sort keys; no table needs them. */
const SEPARATORS = ["\u0000", "\u001f"] as const;

const NO_MORE = -1;

/**
 * Reads canonical CSV (RFC 4180, UTF-8, LF or CRLF, byte order mark accepted) from chunks of bytes cut anywhere. Lines
 * without quotes, nearly all of them, are read faster.
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

  /** Reads the last record when there are no more bytes. */
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
    const firstLine = this.#line + lineFeedsIn(this.#unfinishedRecord);
    if (!isUtf8(bytes)) this.#reportInvalidUtf8(bytes, firstLine);
    for (const separator of SEPARATORS) this.#reportSeparator(text, separator, firstLine);
    this.#readRecords(this.#unfinishedRecord + text, isLast);
  }

  /** The records of a text that ends where a line ends. */
  #readRecords(text: string, isLast: boolean): void {
    this.#unfinishedRecord = "";
    let position = 0;
    let quote = text.indexOf('"');
    while (position < text.length) {
      const end = lineEndFrom(text, position);
      if (quote !== NO_MORE && quote < position) quote = text.indexOf('"', position);
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
      this.#line += lineFeedsIn(text, position, next);
      position = next;
    }
  }

  #readPlainLine(line: string): void {
    const cells = line.split(",");
    if (cells.length === 1 && line.trim() === "") return;
    if (line.includes("\r")) {
      this.#handler.fault(this.#line, REASONS.lone_carriage_return);
      return;
    }
    this.#handler.record(allTrimmed(cells), this.#line);
  }

  /** Reads one record with quotes; where the next one starts, or `NO_MORE` when its end is not here yet. */
  #readQuotedRecord(text: string, start: number, isLast: boolean): number {
    const cells: string[] = [];
    const { end, fault } = tokenize(text, start, cells);
    const mayBeClosedLater = !isLast && text.length - start <= RECORD_LENGTH_MAX;
    if (fault === "quote_never_closed" && mayBeClosedLater) return NO_MORE;
    // A line that is not CSV is reported, and the next one is read.
    if (fault !== null) this.#handler.fault(this.#line, REASONS[fault]);
    else this.#handler.record(allTrimmed(cells), this.#line);
    return Math.min(end + 1, text.length);
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
      line += lineFeedsIn(text, counted, at);
      this.#handler.fault(line, `the control character ${name}`);
      counted = lineEndFrom(text, at);
    }
  }
}

function allTrimmed(cells: string[]): string[] {
  for (let index = 0; index < cells.length; index += 1) cells[index] = trimmed(cells[index] as string);
  return cells;
}

/** Most cells need no trimming, and checking their ends is cheaper than `trim`. */
function trimmed(cell: string): string {
  if (cell === "") return cell;
  return isPlain(cell.charCodeAt(0)) && isPlain(cell.charCodeAt(cell.length - 1)) ? cell : cell.trim();
}

/** A printable ASCII character other than the space. */
function isPlain(code: number): boolean {
  return code > 32 && code < 127;
}

/** Large enough for the disk, small enough to let the event loop run often. */
const CHUNK_BYTES = 256 * 1024;

/** Reads a file of a dataset from end to end; a chunk is overwritten by the next one. */
export async function readChunks(path: string, onChunk: (chunk: Buffer) => void): Promise<void> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(path);
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      onChunk(buffer.subarray(0, bytesRead));
    }
  } catch (error) {
    // The system's error does not name the file.
    throw unreadable(path, error);
  } finally {
    await handle?.close();
  }
}
