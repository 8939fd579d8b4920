import { UTF8_BYTES_PER_UNIT_MAX, writeUtf8 } from "../core/text/encoding.ts";
import { GrowingNumbers } from "../core/text/text-tables.ts";

/** The place of each row in result order. Rows are known by the order they were added in. */
export class Ranks {
  readonly order: Uint32Array;
  readonly #ranks: Uint32Array;

  constructor(order: Uint32Array) {
    this.order = order;
    this.#ranks = new Uint32Array(order.length);
    for (let rank = 0; rank < order.length; rank += 1) this.#ranks[order[rank] as number] = rank;
  }

  of(row: number): number {
    return this.#ranks[row] as number;
  }

  /** One number per row, put in result order. */
  inOrder(numbers: Uint32Array): Uint32Array {
    const ordered = new Uint32Array(this.order.length);
    for (let rank = 0; rank < ordered.length; rank += 1) ordered[rank] = numbers[this.order[rank] as number] as number;
    return ordered;
  }
}

/** Below this many keys, comparing them one by one is quicker than counting bytes. */
const FEW = 24;

const BYTES = 256;

const INITIAL_BYTES = 64 * 1024;

/** The bytes of all keys; key `n` is those from `starts[n]` to `starts[n + 1]`. */
interface Keys {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/** Keys from `from` to `to` that agree in their first `depth` bytes. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

/**
 * Result order (conventions 3.2) for millions of rows. Text compares by code point, which is
 * the order of its UTF-8 bytes; so rows are sorted byte by byte, without comparing texts.
 */
export class Ranking {
  /** The sort keys of all rows, one after the other. */
  #bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #used = 0;
  readonly #ends = new GrowingNumbers();

  /** Adds the sort key of the next row: texts compared one after the other, null first. */
  add(parts: readonly (string | null)[]): void {
    let key = "";
    // A text ends with a byte below all others, so that a shorter one comes before its continuation.
    for (const part of parts) key += part === null ? "\u0000" : `\u0001${part}\u0000`;
    this.#reserve(key.length * UTF8_BYTES_PER_UNIT_MAX);
    this.#used = writeUtf8(key, this.#bytes, this.#used);
    this.#ends.push(this.#used);
  }

  #reserve(bytes: number): void {
    if (this.#used + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, this.#used + bytes));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }

  /** Ranks all rows; equal ones keep the order they were added in. */
  ranks(): Ranks {
    const count = this.#ends.length;
    const starts = new Uint32Array(count + 1);
    starts.set(this.#ends.view(), 1);
    const keys: Keys = { bytes: this.#bytes, starts };
    const order = new Uint32Array(count);
    for (let row = 0; row < count; row += 1) order[row] = row;
    const scratch = new Uint32Array(count);
    const bytes = new Uint16Array(count);
    const pending: Run[] = [{ from: 0, to: count, depth: 0 }];
    for (let run = pending.pop(); run !== undefined; run = pending.pop()) {
      if (run.to - run.from <= FEW) sortFew(keys, order, run);
      else distribute(keys, order, scratch, bytes, run, pending);
    }
    return new Ranks(order);
  }
}

/** A byte of a key, or -1 past its end. */
function byteAt({ bytes, starts }: Keys, row: number, position: number): number {
  const place = (starts[row] as number) + position;
  return place < (starts[row + 1] as number) ? (bytes[place] as number) : -1;
}

/** Sorts a run by its next byte, stably, and leaves what is still undecided to do. */
function distribute(
  keys: Keys,
  order: Uint32Array,
  scratch: Uint32Array,
  bytes: Uint16Array,
  run: Run,
  pending: Run[],
): void {
  const { from, to, depth } = run;
  const starts = new Uint32Array(BYTES + 2);
  for (let index = from; index < to; index += 1) {
    const byte = byteAt(keys, order[index] as number, depth) + 1;
    bytes[index] = byte;
    starts[byte + 1] = (starts[byte + 1] as number) + 1;
  }
  for (let byte = 0; byte <= BYTES; byte += 1) {
    const size = starts[byte + 1] as number;
    const start = starts[byte] as number;
    // Keys that have ended are equal: nothing is left to decide.
    if (size > 1 && byte > 0) pending.push({ from: from + start, to: from + start + size, depth: depth + 1 });
    starts[byte + 1] = start + size;
  }
  for (let index = from; index < to; index += 1) {
    const byte = bytes[index] as number;
    const place = starts[byte] as number;
    scratch[from + place] = order[index] as number;
    starts[byte] = place + 1;
  }
  order.set(scratch.subarray(from, to), from);
}

/** Six bytes of a key make one exact number, so that most comparisons need not go back to the keys. */
const BYTES_PER_PREFIX = 6;

const prefixes = new Float64Array(FEW);

function sortFew(keys: Keys, order: Uint32Array, { from, to, depth }: Run): void {
  for (let index = from; index < to; index += 1) {
    const row = order[index] as number;
    const prefix = prefixAt(keys, row, depth);
    let place = index;
    while (place > from) {
      const before = prefixes[place - 1 - from] as number;
      if (before < prefix) break;
      if (before === prefix && !isAfter(keys, order[place - 1] as number, row, depth + BYTES_PER_PREFIX)) break;
      order[place] = order[place - 1] as number;
      prefixes[place - from] = before;
      place -= 1;
    }
    order[place] = row;
    prefixes[place - from] = prefix;
  }
}

/** The next bytes of a key as a number; bytes past its end count as 0, below all others. */
function prefixAt({ bytes, starts }: Keys, row: number, depth: number): number {
  const end = starts[row + 1] as number;
  const from = (starts[row] as number) + depth;
  let prefix = 0;
  for (let place = from; place < from + BYTES_PER_PREFIX; place += 1) {
    prefix = prefix * BYTES + (place < end ? (bytes[place] as number) : 0);
  }
  return prefix;
}

function isAfter(keys: Keys, row: number, other: number, depth: number): boolean {
  for (let position = depth; ; position += 1) {
    const byte = byteAt(keys, row, position);
    const gap = byte - byteAt(keys, other, position);
    if (gap !== 0) return gap > 0;
    if (byte < 0) return false;
  }
}
