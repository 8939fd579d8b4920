import { failure } from "../../runtime/failure.ts";
import { ByteWindow } from "./byte-window.ts";
import type { InputFile } from "./input-file.ts";
import { Utf8Check } from "./table/file-scan.ts";

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
  readonly #window = new ByteWindow();
  readonly #remedy: string;
  #isOver = false;

  constructor(path: string, source: AsyncIterable<Buffer>, remedy = NOT_STREAMED) {
    this.path = path;
    this.#remedy = remedy;
    this.#source = source[Symbol.asyncIterator]();
  }

  get size(): number {
    return this.#isOver ? this.#window.end : Number.POSITIVE_INFINITY;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    this.#window.forgetBefore(offset);
    while (this.#window.end < offset + length && !this.#isOver) await this.#takeMore();
    return this.#window.copied(offset, length);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #takeMore(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) this.#isOver = true;
    else this.#take(value);
    if (done ? !this.#encoding.end() : !this.#encoding.isUtf8)
      throw this.#refused("is not UTF-8", `near byte ${this.#window.end}`);
  }

  #take(piece: Buffer): void {
    if (this.#window.end === 0 && piece.subarray(0, GZIP.length).equals(GZIP)) throw this.#compressed();
    const nul = piece.indexOf(0);
    if (nul !== -1) throw this.#refused("has a NUL byte", `at byte ${this.#window.end + nul + 1}`);
    this.#encoding.add(piece);
    this.#window.add(piece);
  }

  /** What a stream is can only be told from its beginning: bytes of another kind further on end it. */
  #refused(what: string, place: string): Error {
    return failure(`${this.path} ${what} ${place}, and only CSV in UTF-8 can be streamed. ${this.#remedy}`);
  }

  #compressed(): Error {
    return failure(
      `${this.path} is compressed (gzip). Unpack it on the way: gunzip -c FILE | ratebook reprice ... - -`,
    );
  }
}
