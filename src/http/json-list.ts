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
  readonly #parts: Buffer[];
  #gathered: unknown[] = [];

  /** What stands before the array. */
  constructor(head: string) {
    this.#parts = [Buffer.from(head)];
  }

  add(value: unknown): void {
    this.#gathered.push(value);
    if (this.#gathered.length === VALUES_PER_PART) this.#write();
  }

  /**
   * The array between its head and what stands after it, in parts to be sent one after the other. Joined they would
   * need megabytes in one piece, which take the system as long to provide as a slice lasts.
   */
  end(tail: string): readonly Buffer[] {
    if (this.#gathered.length > 0 || this.#isUnopened) this.#write();
    this.#parts.push(Buffer.from(`]${tail}`));
    return this.#parts;
  }

  get #isUnopened(): boolean {
    return this.#parts.length === 1;
  }

  /** Every part is an array of its own: it is joined to the one before with a comma for its opening bracket. */
  #write(): void {
    const part = Buffer.from(JSON.stringify(this.#gathered));
    if (!this.#isUnopened) part[0] = COMMA;
    this.#parts.push(part.subarray(0, -1));
    this.#gathered = [];
  }
}
