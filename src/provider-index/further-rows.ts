import type { RepeatedProviders } from "./repeated-providers.ts";

/** A row of a provider that has an earlier one. */
export interface FurtherRow {
  readonly row: number;
  /** The earliest row of the provider. */
  readonly first: number;
}

const NONE = 0xffff_ffff;

/** Tells the further rows of providers from their first ones, among some rows of repeated providers. */
export class FurtherRows {
  /** How many there are. */
  count = 0;
  /** Those of the first `providersMax` providers: nobody asks for more, and there may be very many. */
  readonly ofFirstProviders: FurtherRow[] = [];
  readonly #repeated: RepeatedProviders;
  readonly #providersMax: number;
  /** By provider: the first of its rows that was added. */
  readonly #firsts: Uint32Array;
  #providerCount = 0;
  /** The first row of the last of the first providers; behind all rows while there are fewer. */
  #lastFirst = NONE;

  constructor(repeated: RepeatedProviders, providersMax: number) {
    this.#repeated = repeated;
    this.#providersMax = providersMax;
    this.#firsts = new Uint32Array(repeated.countMax).fill(NONE);
  }

  /** Adds a row of a repeated provider; rows come in ascending order. */
  add(row: number): void {
    const provider = this.#repeated.of(row);
    const first = this.#firsts[provider] as number;
    if (first === NONE) {
      this.#firsts[provider] = row;
      this.#providerCount += 1;
      if (this.#providerCount === this.#providersMax) this.#lastFirst = row;
      return;
    }
    this.count += 1;
    if (first <= this.#lastFirst) this.ofFirstProviders.push({ row, first });
  }
}
