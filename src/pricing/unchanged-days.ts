import type { Day } from "../calendar/day.ts";
import { contains, type Period } from "../calendar/period.ts";

/** The days around a day on which some periods hold as they do on that day: those that contain it, and those that do not. */
export class UnchangedDays {
  readonly #day: Day;
  /** The latest start and the earliest end of a period that contains the day. */
  #first: Day | null = null;
  #last: Day | null = null;
  /** The latest end before the day, and the earliest start after it. */
  #after: Day | null = null;
  #before: Day | null = null;

  constructor(day: Day) {
    this.#day = day;
  }

  narrow(period: Period): void {
    const { start, end } = period;
    if (contains(period, this.#day)) {
      if (this.#first === null || start > this.#first) this.#first = start;
      if (end !== null && (this.#last === null || end < this.#last)) this.#last = end;
    } else if (this.#day < start) {
      if (this.#before === null || start < this.#before) this.#before = start;
    } else if (end !== null && (this.#after === null || end > this.#after)) this.#after = end;
  }

  include(day: Day): boolean {
    return (
      (this.#first === null || day >= this.#first) &&
      (this.#last === null || day <= this.#last) &&
      (this.#after === null || day > this.#after) &&
      (this.#before === null || day < this.#before)
    );
  }
}
