import { type Day, dayAfter, LAST_DAY } from "../../core/calendar/day.ts";
import type { Dated, Period } from "../../core/calendar/period.ts";
import type { RateData } from "../../dataset/table.ts";

/**
 * The rates of a release, and the days on which something changes about the rows that were asked of them: the first day of a
 * row's period and the day after its last. A calculation knows the day only by which rows are in force on it, so between two
 * of these days it comes to the same.
 */
export class WatchedRates {
  readonly data: RateData;
  readonly #changes = new Set<Day>();

  constructor(data: RateData) {
    this.data = {
      rows: (table, key) => {
        const rows = data.rows(table, key);
        if (table.dated) for (const row of rows) this.#note((row as unknown as Dated).period);
        return rows;
      },
      hasRows: (table, cell) => data.hasRows(table, cell),
      editions: (table) => {
        const editions = data.editions(table);
        for (const { period } of editions) this.#note(period);
        return editions;
      },
    };
  }

  #note({ start, end }: Period): void {
    this.#changes.add(start);
    if (end !== null && end < LAST_DAY) this.#changes.add(dayAfter(end));
  }

  /** The last day up to this one on which something changed; null when all was as it is from the beginning. */
  lastChangeUpTo(day: Day): Day | null {
    let last: Day | null = null;
    for (const change of this.#changes) if (change <= day && (last === null || change > last)) last = change;
    return last;
  }
}
