import { type Day, monthsBetween } from "../../core/calendar/day.ts";
import { NO_LINE, titleOf } from "../../dataset/table.ts";
import { counts } from "../outcome.ts";
import type { ProviderResult } from "../result.ts";
import type { Freshness } from "./freshness.ts";

/** A table with rows that a day was priced from and whose edition is much older than it. */
export interface StaleTable {
  readonly table: string;
  readonly edition: Day;
  /** Whole months from the edition to the day. */
  readonly months: number;
}

/** Gathers the tables of the stale rows that prices were made of: of each the oldest edition, of one lookup or of many. */
export class StaleTables {
  readonly #freshness: Freshness;
  readonly #oldest = new Map<string, { readonly edition: Day; readonly day: Day }>();

  constructor(freshness: Freshness) {
    this.#freshness = freshness;
  }

  /** Adds the results of one lookup, which are all of one day. */
  add(results: readonly ProviderResult[]): this {
    const day = results[0]?.outcome.sheet.day;
    if (day === undefined || this.#freshness.isFreshOn(day)) return this;
    for (const { outcome } of results) {
      if (!counts(outcome)) continue;
      for (const { table, row } of outcome.sheet.readings.rowsUsed) {
        // No edition brought a row that stands in no file.
        if (row.line === NO_LINE) continue;
        const edition = this.#freshness.staleOn(table, row.line, day);
        if (edition === null) continue;
        const title = titleOf(table);
        const before = this.#oldest.get(title);
        if (before === undefined || edition < before.edition) this.#oldest.set(title, { edition, day });
      }
    }
    return this;
  }

  get listed(): readonly StaleTable[] {
    return [...this.#oldest].map(([table, { edition, day }]) => ({
      table,
      edition,
      months: monthsBetween(edition, day),
    }));
  }

  /** As a header names them: `ca/outpatient_rates 2023-03-15`; null when there are none. */
  get headerText(): string | null {
    if (this.#oldest.size === 0) return null;
    return [...this.#oldest].map(([table, { edition }]) => `${table} ${edition}`).join(", ");
  }
}

/** What is said to people of a stale table. */
export function staleMessage({ table, edition, months }: StaleTable): string {
  return `${table} is of the edition of ${edition}, ${months} months before the day that is priced. A newer edition may pay something else: import it, or make sure that there is none.`;
}
