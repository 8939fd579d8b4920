// Imported rather than taken from the global object, where each use goes through a getter.
import { Buffer } from "node:buffer";

/**
 * How many values are gathered before they are turned into text. In turns of one, making values and
 * writing them push each other out of the processor's caches; all at once, the text of a large
 * batch keeps other requests waiting as long as pricing it.
 */
const VALUES_PER_PART = 50;

const COMMA = 44;

/** A JSON array, turned into bytes part by part while its values are made. */
export class JsonList {
  readonly #head: string;
  readonly #parts: Buffer[] = [];
  #gathered: unknown[] = [];

  /** What stands before the array. */
  constructor(head: string) {
    this.#head = head;
  }

  add(value: unknown): void {
    this.#gathered.push(value);
    if (this.#gathered.length === VALUES_PER_PART) this.#write();
  }

  /** The array between its head and what stands after it. */
  end(tail: string): Buffer {
    if (this.#gathered.length > 0) this.#write();
    const opening = this.#parts.length === 0 ? `${this.#head}[` : this.#head;
    return Buffer.concat([Buffer.from(opening), ...this.#parts, Buffer.from(`]${tail}`)]);
  }

  /** Every part is an array of its own: it is joined to the one before with a comma for its opening bracket. */
  #write(): void {
    const part = Buffer.from(JSON.stringify(this.#gathered));
    if (this.#parts.length > 0) part[0] = COMMA;
    this.#parts.push(part.subarray(0, -1));
    this.#gathered = [];
  }
}
