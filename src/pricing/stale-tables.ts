import { titleOf } from "../dataset/table.ts";
import type { EditionAge, Freshness } from "./freshness.ts";
import type { ProviderResult } from "./lookup.ts";
import { counts } from "./outcome.ts";

/** A table whose edition is much older than the day that was priced from it. */
export interface StaleTable extends EditionAge {
  readonly table: string;
}

/** Gathers the tables that prices were made of and whose editions are stale: of each the oldest edition, of one lookup or of many. */
export class StaleTables {
  readonly #freshness: Freshness;
  readonly #oldest = new Map<string, EditionAge>();

  constructor(freshness: Freshness) {
    this.#freshness = freshness;
  }

  /** Adds the results of one lookup, which are all of one day. */
  add(results: readonly ProviderResult[]): this {
    const day = results[0]?.outcome.sheet.day;
    if (day === undefined || this.#freshness.isFreshOn(day)) return this;
    for (const { outcome } of results) {
      if (!counts(outcome)) continue;
      for (const table of outcome.sheet.readings.tablesUsed) {
        const title = titleOf(table);
        const stale = this.#freshness.staleOn(title, day);
        const before = this.#oldest.get(title);
        if (stale !== null && (before === undefined || stale.edition < before.edition)) this.#oldest.set(title, stale);
      }
    }
    return this;
  }

  get listed(): readonly StaleTable[] {
    return [...this.#oldest].map(([table, age]) => ({ table, ...age }));
  }

  /** As a header names them: `ca/outpatient_rates 2023-03-15`; null when there are none. */
  get headerText(): string | null {
    if (this.#oldest.size === 0) return null;
    return this.listed.map(({ table, edition }) => `${table} ${edition}`).join(", ");
  }
}

/** What is said to people of a stale table. */
export function staleMessage({ table, edition, months }: StaleTable): string {
  return `${table} is of the edition of ${edition}, ${months} months before the day that is priced. A newer edition may pay something else: import it, or make sure that there is none.`;
}
