import type { LookupSource } from "../pricing/answer.ts";
import { EmptyTables, type IncompleteTable } from "../pricing/empty-tables.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import { PricedResults } from "../pricing/priced-results.ts";
import type { ProviderResult } from "../pricing/result.ts";
import type { Freshness } from "../pricing/state/freshness.ts";
import { type StaleTable, StaleTables } from "../pricing/state/stale-tables.ts";

/** What is to be said against the prices of an answer, and how many there are. Gathered here for every way in. */
export class Caveats {
  readonly #stale: StaleTables;
  readonly #empty: EmptyTables;
  readonly #priced = new PricedResults();

  constructor(lookup: RateLookup, { data }: Pick<LookupSource, "data">, freshness: Freshness) {
    this.#stale = new StaleTables(freshness);
    this.#empty = new EmptyTables(lookup, data);
  }

  /** Adds the results of one lookup, which are all of one day. */
  add(results: readonly ProviderResult[]): this {
    this.#stale.add(results);
    this.#empty.add(results);
    this.#priced.add(results);
    return this;
  }

  /** Tables whose editions are old for the day. */
  get stale(): readonly StaleTable[] {
    return this.#stale.listed;
  }

  /** Tables without what a price looked for in them. */
  get empty(): readonly IncompleteTable[] {
    return this.#empty.listed;
  }

  /** As an answer over HTTP is accompanied by them. */
  get headers(): { readonly priced: number; readonly stale: string | null; readonly empty: string | null } {
    return { priced: this.#priced.count, stale: this.#stale.headerText, empty: this.#empty.headerText };
  }
}
