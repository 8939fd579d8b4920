import { TextSpool } from "../dataset/text-spool.ts";

/** The place of each row in result order. Rows are known by the order they were added in. */
export class Ranks {
  /** The rows from first to last. */
  readonly order: Uint32Array;
  readonly #ranks: Uint32Array;

  constructor(order: Uint32Array) {
    this.order = order;
    this.#ranks = new Uint32Array(order.length);
    for (let rank = 0; rank < order.length; rank += 1) this.#ranks[order[rank] as number] = rank;
  }

  /** The place of a row. */
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
  readonly #keys = new TextSpool();

  /** Adds the sort key of the next row: texts compared one after the other, null first. */
  add(parts: readonly (string | null)[]): void {
    let key = "";
    // A text ends with a byte below all others, so that a shorter one comes before its continuation.
    for (const part of parts) key += part === null ? "\u0000" : `\u0001${part}\u0000`;
    this.#keys.add(key);
  }

  /** Ranks all rows; equal ones keep the order they were added in. */
  ranks(): Ranks {
    const count = this.#keys.count;
    const order = new Uint32Array(count);
    for (let row = 0; row < count; row += 1) order[row] = row;
    const scratch = new Uint32Array(count);
    const bytes = new Uint16Array(count);
    const pending: Run[] = [{ from: 0, to: count, depth: 0 }];
    for (let run = pending.pop(); run !== undefined; run = pending.pop()) {
      if (run.to - run.from <= FEW) this.#sortFew(order, run);
      else this.#distribute(order, scratch, bytes, run, pending);
    }
    return new Ranks(order);
  }

  /** Sorts a run by its next byte, stably, and leaves what is still undecided to do. */
  #distribute(order: Uint32Array, scratch: Uint32Array, bytes: Uint16Array, run: Run, pending: Run[]): void {
    const { from, to, depth } = run;
    const starts = new Uint32Array(BYTES + 2);
    for (let index = from; index < to; index += 1) {
      const byte = this.#keys.byteAt(order[index] as number, depth) + 1;
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

  #sortFew(order: Uint32Array, { from, to, depth }: Run): void {
    for (let index = from + 1; index < to; index += 1) {
      const row = order[index] as number;
      let place = index;
      while (place > from && this.#isAfter(order[place - 1] as number, row, depth)) {
        order[place] = order[place - 1] as number;
        place -= 1;
      }
      order[place] = row;
    }
  }

  #isAfter(row: number, other: number, depth: number): boolean {
    for (let position = depth; ; position += 1) {
      const byte = this.#keys.byteAt(row, position);
      const gap = byte - this.#keys.byteAt(other, position);
      if (gap !== 0) return gap > 0;
      if (byte < 0) return false;
    }
  }
}
