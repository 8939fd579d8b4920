import { GrowingNumbers } from "./growing-numbers.ts";

/** Each chunk holds whole texts; the longest CSV record is far smaller. */
const CHUNK_BYTES = 8 * 1024 * 1024;

/** UTF-8 needs at most this many bytes for one UTF-16 unit. */
const BYTES_PER_UNIT_MAX = 3;

/**
 * Millions of texts as bytes outside the JavaScript heap, where neither their number nor
 * their size costs the garbage collector anything.
 */
export class TextSpool {
  readonly #chunks: Buffer[] = [];
  readonly #starts = new GrowingNumbers(Float64Array);
  readonly #lengths = new GrowingNumbers(Uint32Array);
  #used = CHUNK_BYTES;

  get count(): number {
    return this.#starts.length;
  }

  /** Appends a text; how many bytes it takes. */
  add(text: string): number {
    if (this.#used + text.length * BYTES_PER_UNIT_MAX > CHUNK_BYTES) {
      this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK_BYTES));
      this.#used = 0;
    }
    const chunk = this.#chunks.at(-1) as Buffer;
    const length = chunk.write(text, this.#used, "utf8");
    this.#starts.push((this.#chunks.length - 1) * CHUNK_BYTES + this.#used);
    this.#lengths.push(length);
    this.#used += length;
    return length;
  }

  text(index: number): string {
    const offset = this.#starts.at(index) % CHUNK_BYTES;
    return this.#chunk(index).toString("utf8", offset, offset + this.#lengths.at(index));
  }

  /** A byte of a text, or -1 past its end. */
  byteAt(index: number, position: number): number {
    if (position >= this.#lengths.at(index)) return -1;
    return this.#chunk(index)[(this.#starts.at(index) % CHUNK_BYTES) + position] as number;
  }

  #chunk(index: number): Buffer {
    return this.#chunks[Math.floor(this.#starts.at(index) / CHUNK_BYTES)] as Buffer;
  }
}
