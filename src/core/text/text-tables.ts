import { UTF8_BYTES_PER_UNIT_MAX, writeUtf8 } from "./encoding.ts";

/** Texts share chunks of this size; a longer text has its own chunk. */
const CHUNK_BYTES = 1024 * 1024;

/** Millions of texts as bytes outside the JavaScript heap, at no cost for the garbage collector. */
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

/** Numbers distinct texts 0, 1, 2 ... in order of appearance; several times faster than a map. */
export class TextNumbers {
  readonly texts: string[] = [];
  readonly #slots = new HashSlots();

  numberOf(text: string): number {
    const hash = textHash(text);
    const slots = this.#slots;
    for (let slot = slots.first(hash); ; slot = slots.next(slot)) {
      const number = slots.at(slot);
      if (number === NO_NUMBER) break;
      if (this.texts[number] === text) return number;
    }
    this.texts.push(detached(text));
    slots.add(hash);
    return this.texts.length - 1;
  }
}

/** Finds which of millions of texts are equal, in a fraction of the time and memory of a map of them. */
export class TextGroups {
  readonly #texts = new TextSpool();
  readonly #hashes = new GrowingNumbers();

  add(text: string): void {
    this.#texts.add(text);
    this.#hashes.push(textHash(text));
  }

  text(index: number): string {
    return this.#texts.text(index);
  }

  /** For each text, by the order they were added in, the first one that equals it; null when all differ. */
  firstEquals(): Uint32Array | null {
    const count = this.#texts.count;
    const firsts = ascending(count);
    const sorted = sortedByHash(this.#hashes.view(), ascending(count));
    let haveAllDiffered = true;
    for (let from = 0, to = 0; from < count; from = to) {
      while (to < count && sorted.hashes[to] === sorted.hashes[from]) to += 1;
      if (to - from > 1 && this.#group(sorted.rows.subarray(from, to), firsts)) haveAllDiffered = false;
    }
    return haveAllDiffered ? null : firsts;
  }

  /** Whether some of the texts that share a hash are really equal. */
  #group(indexes: Uint32Array, firsts: Uint32Array): boolean {
    const firstByText = new Map<string, number>();
    for (const index of indexes) {
      const text = this.text(index);
      const first = firstByText.get(text) ?? index;
      firstByText.set(text, first);
      firsts[index] = first;
    }
    return firstByText.size < indexes.length;
  }
}

function ascending(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) numbers[index] = index;
  return numbers;
}

const START = 0x811c_9dc5;
const PRIME = 0x0100_0193;

/** A 32-bit hash of a text (FNV-1a with a final mix), the same in every process. */
export function textHash(text: string, seed = START): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
  return mixed(hash);
}

/** The hash of a text in ASCII bytes. */
export function bytesHash(bytes: Uint8Array, from: number, to: number): number {
  let hash = START;
  for (let index = from; index < to; index += 1) hash = Math.imul(hash ^ (bytes[index] as number), PRIME);
  return mixed(hash);
}

function mixed(unmixed: number): number {
  let hash = unmixed;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

interface HashedRows {
  readonly hashes: Uint32Array;
  readonly rows: Uint32Array;
}

const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;

/** Sorts rows by their hash; rows of one hash keep their order. */
export function sortedByHash(hashes: Uint32Array, rows: Uint32Array): HashedRows {
  return sortedByDigit(sortedByDigit({ hashes, rows }, 0), DIGIT_BITS);
}

function sortedByDigit({ hashes, rows }: HashedRows, shift: number): HashedRows {
  const places = new Uint32Array(DIGITS + 1);
  for (let index = 0; index < hashes.length; index += 1) {
    const digit = ((hashes[index] as number) >>> shift) & (DIGITS - 1);
    places[digit + 1] = (places[digit + 1] as number) + 1;
  }
  for (let digit = 0; digit < DIGITS; digit += 1) {
    places[digit + 1] = (places[digit + 1] as number) + (places[digit] as number);
  }
  const sorted = { hashes: new Uint32Array(hashes.length), rows: new Uint32Array(rows.length) };
  for (let index = 0; index < hashes.length; index += 1) {
    const hash = hashes[index] as number;
    const digit = (hash >>> shift) & (DIGITS - 1);
    const place = places[digit] as number;
    sorted.hashes[place] = hash;
    sorted.rows[place] = rows[index] as number;
    places[digit] = place + 1;
  }
  return sorted;
}

export const NO_NUMBER = -1;

const INITIAL_SLOTS = 256;

/** The core of a hash table with open addressing: things are numbered as they come and found by their hash. */
export class HashSlots {
  #slots = new Int32Array(INITIAL_SLOTS).fill(NO_NUMBER);
  readonly #hashes = new GrowingNumbers();

  first(hash: number): number {
    return hash & (this.#slots.length - 1);
  }

  /** The slot to look at when another thing was found in this one. */
  next(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }

  /** The number of the thing in a slot; `NO_NUMBER` ends the search. */
  at(slot: number): number {
    return this.#slots[slot] as number;
  }

  /** The hash of a thing: if it differs, the thing itself need not be compared. */
  hashOf(number: number): number {
    return this.#hashes.at(number);
  }

  add(hash: number): void {
    this.#hashes.push(hash);
    if (this.#hashes.length * 2 > this.#slots.length) this.#grow();
    else this.#place(hash, this.#hashes.length - 1);
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(NO_NUMBER);
    for (let number = 0; number < this.#hashes.length; number += 1) this.#place(this.#hashes.at(number), number);
  }

  #place(hash: number, number: number): void {
    let slot = this.first(hash);
    while (this.at(slot) !== NO_NUMBER) slot = this.next(slot);
    this.#slots[slot] = number;
  }
}

const INITIAL_CAPACITY = 1024;

/** An array of 32-bit numbers that grows, for tables whose length is known only at their end. */
export class GrowingNumbers {
  #numbers = new Uint32Array(INITIAL_CAPACITY);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = value;
    this.#length += 1;
  }

  at(index: number): number {
    return this.#numbers[index] as number;
  }

  /** The numbers added so far, sharing memory. */
  view(): Uint32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}

/** Shorter texts are always copied when they are cut out of a longer one. */
const SHARING_LENGTH_MIN = 13;

/**
 * Copies a text. A cell shares memory with its chunk of the file and keeps all of that alive, so long-lived cells are
 * copied.
 */
export function detached(text: string): string {
  return text.length < SHARING_LENGTH_MIN ? text : Buffer.from(text, "utf8").toString("utf8");
}
