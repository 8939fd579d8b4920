import { failure } from "../../reading/failure.ts";
import type { InputFile } from "./input-file.ts";
import { Utf8Check } from "./table/survey.ts";

/** What to do with a table that cannot be streamed. */
export const NOT_STREAMED = "Leave the second - out and say --out -, which looks at all of it first, or name a file.";

/** What a file of gzip begins with. */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Lookups that are read as they come and kept no longer than they are needed: memory stays flat however many there are. */
export class StreamedInput implements InputFile {
  readonly path: string;
  readonly reading = null;
  readonly recordsAreLines = false;
  readonly #source: AsyncIterator<Buffer>;
  readonly #encoding = new Utf8Check();
  #pieces: Buffer[] = [];
  /** Where the first piece begins and the last one ends. */
  #start = 0;
  #end = 0;
  #isOver = false;

  constructor(path: string, source: AsyncIterable<Buffer>) {
    this.path = path;
    this.#source = source[Symbol.asyncIterator]();
  }

  get size(): number {
    return this.#isOver ? this.#end : Number.POSITIVE_INFINITY;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    this.#forgetBefore(offset);
    while (this.#end < offset + length && !this.#isOver) await this.#takeMore();
    return this.#copied(offset, Math.max(Math.min(offset + length, this.#end) - offset, 0));
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #takeMore(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) this.#isOver = true;
    else this.#take(value);
    if (done ? !this.#encoding.end() : !this.#encoding.isUtf8)
      throw this.#refused("is not UTF-8", `near byte ${this.#end}`);
  }

  #take(piece: Buffer): void {
    if (this.#end === 0 && piece.subarray(0, GZIP.length).equals(GZIP)) throw this.#compressed();
    const nul = piece.indexOf(0);
    if (nul !== -1) throw this.#refused("has a NUL byte", `at byte ${this.#end + nul + 1}`);
    this.#encoding.add(piece);
    this.#pieces.push(piece);
    this.#end += piece.length;
  }

  /** What a stream is can only be told from its beginning: bytes of another kind further on end it. */
  #refused(what: string, place: string): Error {
    return failure(`${this.path} ${what} ${place}, and only CSV in UTF-8 can be streamed. ${NOT_STREAMED}`);
  }

  #compressed(): Error {
    return failure(
      `${this.path} is compressed (gzip). Unpack it on the way: gunzip -c FILE | ratebook reprice ... - -`,
    );
  }

  #forgetBefore(offset: number): void {
    let forgotten = 0;
    for (const { length } of this.#pieces) {
      if (this.#start + length > offset) break;
      this.#start += length;
      forgotten += 1;
    }
    this.#pieces.splice(0, forgotten);
  }

  /** Never from the shared pool: the bytes are handed over to another thread. */
  #copied(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    let pieceStart = this.#start;
    for (const piece of this.#pieces) {
      const from = Math.max(offset - pieceStart, 0);
      const to = Math.min(offset + length - pieceStart, piece.length);
      if (from < to) piece.copy(bytes, pieceStart + from - offset, from, to);
      pieceStart += piece.length;
    }
    return bytes;
  }
}
