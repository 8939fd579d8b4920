import type { ProviderResult } from "./result.ts";

/** Counts results that carry a price, of one lookup or of many. */
export class PricedResults {
  #count = 0;

  add(results: readonly ProviderResult[]): this {
    for (const { outcome } of results) if (outcome.payment !== null) this.#count += 1;
    return this;
  }

  get count(): number {
    return this.#count;
  }
}
