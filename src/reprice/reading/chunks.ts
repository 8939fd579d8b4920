import { failure } from "../../reading/failure.ts";
import { lastRecordEnd } from "../csv/records.ts";
import type { InputFile } from "./input-file.ts";

/** Whole records of the input, priced together by one thread. */
export interface Chunk {
  readonly bytes: Buffer;
  /** The line that the first record starts on. */
  readonly firstLine: number;
  readonly end: Place;
}

/** A place between two records: what comes before it is done. */
export interface Place {
  readonly offset: number;
  readonly line: number;
}

/** Some thousand lines: enough to make handing over cheap, little enough to keep every thread busy to the end. */
const CHUNK_BYTES = 128 * 1024;

/** The longest record. Without a limit, a quote that nobody closed would draw the rest of the file into memory. */
const RECORD_BYTES_MAX = 1 << 20;

/** Cuts the input into chunks between records. */
export class ChunkReader {
  readonly #input: InputFile;
  #place: Place;

  constructor(input: InputFile, start: Place) {
    this.#input = input;
    this.#place = start;
  }

  /** The next chunk; null at the end. */
  async next(): Promise<Chunk | null> {
    const { offset, line } = this.#place;
    if (offset >= this.#input.size) return null;
    const chunk = await this.#cut(CHUNK_BYTES);
    this.#place = chunk.end;
    return { ...chunk, firstLine: line };
  }

  async #cut(length: number): Promise<Omit<Chunk, "firstLine">> {
    const { offset, line } = this.#place;
    const bytes = await this.#input.read(offset, length);
    // Commas, quotes and line ends are single bytes in UTF-8, so a character per byte is enough to find them.
    const text = bytes.toString("latin1");
    const cutAt = lastRecordEnd(text, offset + bytes.length >= this.#input.size);
    if (cutAt === 0 && length < RECORD_BYTES_MAX) return await this.#cut(length * 2);
    const end = cutAt > 0 ? cutAt : this.#endOfLine(text);
    return {
      bytes: bytes.subarray(0, end),
      end: { offset: offset + end, line: line + lineFeedsIn(text, end) },
    };
  }

  /** A quote that is not closed within the longest record costs its own line. */
  #endOfLine(text: string): number {
    const lineFeed = text.indexOf("\n");
    if (lineFeed >= 0) return lineFeed + 1;
    throw failure(
      `${this.#input.path}:${this.#place.line}: a line longer than ${RECORD_BYTES_MAX} bytes. Is it a CSV file?`,
    );
  }
}

function lineFeedsIn(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
