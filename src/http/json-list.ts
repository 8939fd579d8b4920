// Imported rather than taken from the global object, where each use goes through a getter.
import { Buffer } from "node:buffer";

/**
 * How many values are gathered before they are turned into text. In turns of one, making values and
 * writing them push each other out of the processor's caches; all at once, the text of a large
 * batch keeps other requests waiting as long as pricing it.
 */
const VALUES_PER_PART = 50;

/** The elements of a JSON array, turned into bytes part by part while they are made. */
export class JsonList {
  readonly #parts: Buffer[];
  #gathered: unknown[] = [];

  constructor(head: string) {
    this.#parts = [Buffer.from(`${head}[`)];
  }

  add(value: unknown): void {
    this.#gathered.push(value);
    if (this.#gathered.length === VALUES_PER_PART) this.#write();
  }

  end(tail: string): Buffer {
    if (this.#gathered.length > 0) this.#write();
    this.#parts.push(Buffer.from(`]${tail}`));
    return Buffer.concat(this.#parts);
  }

  #write(): void {
    const elements = JSON.stringify(this.#gathered).slice(1, -1);
    this.#parts.push(Buffer.from(this.#parts.length === 1 ? elements : `,${elements}`));
    this.#gathered = [];
  }
}
