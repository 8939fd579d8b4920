import type { Day } from "../calendar/day.ts";
import { contains, type Period } from "../calendar/period.ts";

/** At every date. */
const ALWAYS = null;

/** When values are in force. Thousands of rows share the periods of a few editions, and so do their values. */
export class PeriodsByValue {
  readonly #periods = new Map<string, (Period | typeof ALWAYS)[]>();

  add(value: string, period: Period | typeof ALWAYS): void {
    const periods = this.#periods.get(value);
    if (periods === undefined) this.#periods.set(value, [period]);
    else if (!periods.includes(period)) periods.push(period);
  }

  isInForce(value: string, day: Day): boolean {
    return this.#periods.get(value)?.some((period) => period === ALWAYS || contains(period, day)) ?? false;
  }

  get values(): readonly string[] {
    return [...this.#periods.keys()];
  }

  get isEmpty(): boolean {
    return this.#periods.size === 0;
  }
}
