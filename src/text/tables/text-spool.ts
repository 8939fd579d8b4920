import { GrowingNumbers } from "./growing-numbers.ts";
import { UTF8_BYTES_PER_UNIT_MAX, writeUtf8 } from "./utf8.ts";

/** Texts share chunks of this size; one that does not fit has a chunk of its own. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Millions of texts as bytes outside the JavaScript heap, where neither their number nor
 * their size costs the garbage collector anything.
 */
export class TextSpool {
  readonly #chunks: Buffer[] = [];
  /** By chunk: the first text that stands in it. */
  readonly #firstTexts: number[] = [];
  readonly #chunkNumbers = new GrowingNumbers();
  readonly #starts = new GrowingNumbers();
  readonly #ends = new GrowingNumbers();
  #chunk = Buffer.alloc(0);
  #used = 0;

  get count(): number {
    return this.#starts.length;
  }

  add(text: string): void {
    const bytesMax = text.length * UTF8_BYTES_PER_UNIT_MAX;
    if (this.#used + bytesMax > this.#chunk.length || this.#chunks.length === 0) {
      this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytesMax));
      this.#chunks.push(this.#chunk);
      this.#firstTexts.push(this.count);
      this.#used = 0;
    }
    this.#chunkNumbers.push(this.#chunks.length - 1);
    this.#starts.push(this.#used);
    this.#used = writeUtf8(text, this.#chunk, this.#used);
    this.#ends.push(this.#used);
  }

  text(index: number): string {
    const chunk = this.#chunks[this.#chunkNumbers.at(index)] as Buffer;
    return chunk.toString("utf8", this.#starts.at(index), this.#ends.at(index));
  }

  /** The bytes of all texts, one after the other. */
  *bytes(): Generator<Buffer> {
    for (const [number, chunk] of this.#chunks.entries()) {
      const lastText = (this.#firstTexts[number + 1] ?? this.count) - 1;
      yield chunk.subarray(0, this.#ends.at(lastText));
    }
  }
}
