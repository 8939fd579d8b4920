import type { Day } from "../calendar/day.ts";
import type { Period } from "../calendar/period.ts";
import { RepeatedValues } from "./repeated-values.ts";

/**
 * The periods of a table. Thousands of rows are published for a few of them, and whoever looks for the row in force goes
 * through their days: shared, they stay in the processor's caches.
 */
export class Periods {
  readonly #ending = new RepeatedValues((end) => this.#startingWithEnd(end as Day));
  readonly #active = this.#startingWithEnd(null);

  of(start: Day, end: Day | null): Period {
    return (end === null ? this.#active : this.#ending.of(end)).of(start);
  }

  #startingWithEnd(end: Day | null): RepeatedValues<Period> {
    return new RepeatedValues((start) => ({ start: start as Day, end }));
  }
}
