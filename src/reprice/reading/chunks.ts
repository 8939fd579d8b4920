import { isUtf8 } from "node:buffer";
import { failure } from "../../core/runtime/failure.ts";
import {
  lastRecordEnd,
  lineFeedsIn,
  RecordCursor,
  recordBetween,
  UNFINISHED,
  withoutCells,
} from "../../core/text/csv.ts";
import type { InputFile } from "./input-file.ts";

/** Whole records of the input, priced together by one thread. */
export interface Chunk {
  readonly bytes: Buffer;
  readonly firstLine: number;
  readonly end: Place;
}

/** A position between two records: everything before it is done. */
export interface Place {
  readonly offset: number;
  readonly line: number;
}

/** About a thousand lines: enough to make passing them to a thread cheap, few enough to keep every thread busy to the end. */
const CHUNK_BYTES = 128 * 1024;

/** The longest record. Without a limit, an unclosed quote would read the rest of the file into memory. */
const RECORD_BYTES_MAX = 1 << 20;

export class ChunkReader {
  readonly #input: InputFile;
  readonly #chunkBytes: number;
  readonly #recordsMax: number;
  #place: Place;

  constructor(input: InputFile, start: Place, chunkBytes = CHUNK_BYTES, recordsMax = Number.POSITIVE_INFINITY) {
    this.#input = input;
    this.#chunkBytes = chunkBytes;
    this.#recordsMax = recordsMax;
    this.#place = start;
  }

  async next(): Promise<Chunk | null> {
    const { offset, line } = this.#place;
    if (offset >= this.#input.size) return null;
    const chunk = await this.#cut(this.#chunkBytes);
    if (chunk === null) return null;
    this.#place = chunk.end;
    return { ...chunk, firstLine: line };
  }

  async #cut(length: number): Promise<Omit<Chunk, "firstLine"> | null> {
    const { offset, line } = this.#place;
    const bytes = await this.#input.read(offset, length);
    // The end of a stream is known only once it is read: there may be nothing left.
    if (bytes.length === 0) return null;
    // Commas, quotes and line ends are single bytes in UTF-8, so one character per byte is enough to find them.
    const text = bytes.toString("latin1");
    const cutAt = lastRecordEnd(text, offset + bytes.length >= this.#input.size);
    if (cutAt === 0 && length < RECORD_BYTES_MAX) return await this.#cut(length * 2);
    const end = cutAt > 0 ? this.#endOfRecords(text, cutAt) : this.#endOfLine(text);
    return {
      bytes: bytes.subarray(0, end),
      end: { offset: offset + end, line: line + this.#linesIn(text, end) },
    };
  }

  /** The end of the last record that fits into a chunk, before a position. */
  #endOfRecords(text: string, all: number): number {
    if (this.#recordsMax === Number.POSITIVE_INFINITY) return all;
    const cursor = new RecordCursor(text.slice(0, all), true);
    for (let count = 1; count < this.#recordsMax; count += 1) {
      if (cursor.next() === UNFINISHED) return all;
    }
    const end = cursor.next();
    return end === UNFINISHED ? all : end;
  }

  #linesIn(text: string, end: number): number {
    return this.#input.recordsAreLines ? recordsIn(text.slice(0, end)) : lineFeedsIn(text, 0, end);
  }

  /** A quote that is not closed within the longest record invalidates its own line only. */
  #endOfLine(text: string): number {
    const lineFeed = text.indexOf("\n");
    if (lineFeed >= 0) return lineFeed + 1;
    throw failure(
      `${this.#input.path}:${this.#place.line}: a line longer than ${RECORD_BYTES_MAX} bytes. Is it a CSV file?`,
    );
  }
}

function recordsIn(text: string): number {
  if (!text.includes('"')) return lineFeedsIn(text);
  const cursor = new RecordCursor(text, true);
  let count = 0;
  while (cursor.next() !== UNFINISHED) count += 1;
  return count;
}

/** A line of the input that may be a claim; a quoted cell can make it several lines long. */
export interface Line {
  readonly number: number;
  /** As in the file, without its line end; null when it is not UTF-8. */
  readonly record: string | null;
  /** Its text, one character per byte when it is not UTF-8, so that the analyst can find it. */
  readonly shown: string;
}

/** Spreadsheets write cleared rows as commas alone. */
const HAS_TEXT = /[^\s,]/;

export class Lines {
  readonly #text: string;
  readonly #isUtf8: boolean;
  readonly #cursor: RecordCursor;
  readonly #recordsAreLines: boolean;
  #line: number;

  /** `recordsAreLines`: rows of a sheet are counted, however many line ends their cells have. */
  constructor(bytes: Buffer, firstLine: number, recordsAreLines = false) {
    this.#recordsAreLines = recordsAreLines;
    this.#isUtf8 = isUtf8(bytes);
    // If a character is not UTF-8, bytes keep the positions, and each record is checked by itself.
    this.#text = bytes.toString(this.#isUtf8 ? "utf8" : "latin1");
    this.#cursor = new RecordCursor(this.#text, true);
    this.#line = firstLine;
  }

  next(): Line | null {
    for (;;) {
      const start = this.#cursor.position;
      const end = this.#cursor.next();
      if (end === UNFINISHED) return null;
      const record = recordBetween(this.#text, start, end);
      const number = this.#line;
      this.#line += 1 + (this.#recordsAreLines ? 0 : lineFeedsIn(record));
      if (HAS_TEXT.test(record)) {
        const text = this.#isUtf8 ? record : fromBytes(record);
        return { number, record: text, shown: text ?? record };
      }
    }
  }
}

/** A line without the cells that a file of rejected lines adds in front; a shorter line stays as it is. */
export function withoutLeadingCells(line: Line, count: number): Line {
  if (count === 0 || line.record === null) return line;
  const record = withoutCells(line.record, count) ?? line.record;
  return { ...line, record, shown: record };
}

/** Text of one character per byte, decoded as UTF-8. */
function fromBytes(record: string): string | null {
  const bytes = Buffer.from(record, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : null;
}
