// Imported rather than taken from the global object, where each use goes through a getter.
import { Buffer } from "node:buffer";
import type { OwnBytes } from "../../../core/runtime/memory.ts";

/**
 * How many values are gathered before they are turned into text. In turns of one, making values and
 * writing them push each other out of the processor's caches; all at once, the text of a large
 * batch keeps other requests waiting as long as pricing it.
 */
const VALUES_PER_PART = 50;

/** A JSON array, turned into bytes part by part while its values are made. */
export class JsonList<Value> {
  readonly #jsonOf: (value: Value) => string;
  readonly #parts: OwnBytes[];
  #gathered: Value[] = [];
  #separator = "";

  /** Begins after what stands before the array. */
  constructor(head: string, jsonOf: (value: Value) => string) {
    this.#jsonOf = jsonOf;
    this.#parts = [bytesOf(`${head}[`)];
  }

  add(value: Value): void {
    this.#gathered.push(value);
    if (this.#gathered.length === VALUES_PER_PART) this.#write();
  }

  /**
   * The array between its head and what stands after it, in parts to be sent one after the other. Joined they would
   * need megabytes in one piece, which take the system as long to provide as a slice lasts.
   */
  end(tail: string): readonly OwnBytes[] {
    this.#write();
    this.#parts.push(bytesOf(`]${tail}`));
    return this.#parts;
  }

  #write(): void {
    let json = "";
    for (const value of this.#gathered) {
      json += this.#separator + this.#jsonOf(value);
      this.#separator = ",";
    }
    this.#parts.push(bytesOf(json));
    this.#gathered = [];
  }
}

const utf8 = new TextEncoder();

/**
 * A text as UTF-8. Nearly all consist of ASCII and have as many bytes as characters, so there is no need to count
 * the bytes first, which takes half as long again.
 */
function bytesOf(text: string): OwnBytes {
  const bytes = Buffer.allocUnsafeSlow(text.length);
  const { read } = utf8.encodeInto(text, bytes);
  return read === text.length ? bytes : utf8.encode(text);
}
