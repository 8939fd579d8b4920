import { GrowingNumbers, TextGroups } from "../core/text/text-tables.ts";
import type { Ranks } from "./ranking.ts";
import { bitsIn, compacted, type RowSet } from "./row-set.ts";
import { type ProviderIndexWriter, type ProviderStore, readNumbers, readRowSet } from "./store.ts";

const SEPARATOR = "\u001f";
const ABSENT = "\u0000";

/** Finds which rows are of one provider: those of one identity (conventions 3.3). */
export class IdentitiesBuilder {
  readonly #identities = new TextGroups();

  add(identity: readonly (string | null)[]): void {
    let key = "";
    for (const part of identity) key += (part ?? ABSENT) + SEPARATOR;
    this.#identities.add(key);
  }

  /** Only providers that have several rows are stored, each under a number from 0. */
  write(writer: ProviderIndexWriter, ranks: Ranks): void {
    const firstEquals = this.#identities.firstEquals();
    if (firstEquals === null) {
      writer.writeIndex(REPEATED.providers, new Uint32Array());
      return;
    }
    const identities = ranks.inOrder(firstEquals);
    const rowCounts = new Uint32Array(identities.length);
    for (const identity of identities) rowCounts[identity] = (rowCounts[identity] as number) + 1;

    const rows = new GrowingNumbers();
    const providers = new GrowingNumbers();
    const numbers = new Map<number, number>();
    for (let row = 0; row < identities.length; row += 1) {
      const identity = identities[row] as number;
      if (rowCounts[identity] === 1) continue;
      const provider = numbers.get(identity) ?? numbers.size;
      numbers.set(identity, provider);
      rows.push(row);
      providers.push(provider);
    }
    writer.writeRows(REPEATED.rows, REPEATED.number, compacted(rows.view(), identities.length));
    writer.writeIndex(REPEATED.providers, providers.view());
  }
}

/** What is stored about repeated providers: which rows are theirs, and the provider of each of these. */
const REPEATED = { rows: "repeated_provider", number: 0, providers: "repeated_providers" } as const;

/** The providers of an open release that have several rows. Every other row is a provider of its own: nearly all are. */
export class RepeatedProviders {
  readonly rows: RowSet;
  /** How many of these rows stand before each word of the set. */
  readonly #countsBefore: Uint32Array;
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

  /** Upper bound: each has at least two rows. */
  get countMax(): number {
    return Math.floor(this.#providers.length / 2);
  }

  /** The number of the provider, from 0, that one of the rows belongs to. */
  of(row: number): number {
    const earlier = (this.rows.words[row >>> 5] as number) & ((1 << (row & 31)) - 1);
    return this.#providers[(this.#countsBefore[row >>> 5] as number) + bitsIn(earlier)] as number;
  }
}
