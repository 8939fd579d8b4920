import { GrowingNumbers } from "./growing-numbers.ts";
import { sortedByHash, textHash } from "./text-hash.ts";
import { TextSpool } from "./text-spool.ts";

/** Tells which of millions of texts are equal, in a fraction of the time and memory of a map of them. */
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
