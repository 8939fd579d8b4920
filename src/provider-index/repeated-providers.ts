import { readNumbers } from "./index-bytes.ts";
import { bitsIn, type RowSet } from "./row-set.ts";
import { readRowSet } from "./rows-by-number.ts";
import type { ProviderStore } from "./store.ts";

/** What is stored about repeated providers: which rows are theirs, and the provider of each of these. */
export const REPEATED = { rows: "repeated_provider", number: 0, providers: "repeated_providers" } as const;

/** The providers of an open release that have several rows. Every other row is a provider of its own: nearly all are. */
export class RepeatedProviders {
  /** The rows of all repeated providers. */
  readonly rows: RowSet;
  /** How many of these rows stand before each word of the set. */
  readonly #countsBefore: Uint32Array;
  /** The provider of each of these rows. */
  readonly #providers: Uint32Array;

  constructor(store: ProviderStore) {
    this.rows = readRowSet(store, REPEATED.rows, REPEATED.number);
    this.#countsBefore = new Uint32Array(this.rows.words.length);
    for (let index = 1; index < this.#countsBefore.length; index += 1) {
      const before = bitsIn(this.rows.words[index - 1] as number);
      this.#countsBefore[index] = (this.#countsBefore[index - 1] as number) + before;
    }
    this.#providers = readNumbers(store, REPEATED.providers);
  }

  /** How many there are at most: each has two rows at least. */
  get countMax(): number {
    return Math.floor(this.#providers.length / 2);
  }

  /** The number of the provider, from 0, that one of the rows belongs to. */
  of(row: number): number {
    const earlier = (this.rows.words[row >>> 5] as number) & ((1 << (row & 31)) - 1);
    return this.#providers[(this.#countsBefore[row >>> 5] as number) + bitsIn(earlier)] as number;
  }
}
