import type { Day } from "../core/calendar/day.ts";
import type { Period } from "../core/calendar/period.ts";
import type { RateData } from "../dataset/table.ts";
import { NoRate } from "./no-rate.ts";
import { Sheet } from "./sheet.ts";
import type { Figure } from "./worksheet/calculation.ts";
import type { Notation } from "./worksheet/line.ts";

/** What working out one result came to, and what was found on the way. */
export class Outcome<Found = unknown> {
  readonly found: Found;
  /** Null without a rate, and where a formula lacks something that was not sent. */
  readonly payment: Figure | null;
  readonly noRate: NoRate | null;
  /** The record of the calculation. */
  readonly sheet: Sheet;
  #settled: Period | null = null;

  constructor(sheet: Sheet, found: Found, payment: Figure | null, noRate: NoRate | null) {
    this.sheet = sheet;
    this.found = found;
    this.payment = payment;
    this.noRate = noRate;
  }

  /** What `calculation_method` says, written when it is asked for; null where nothing was calculated. */
  get method(): string | null {
    return this.#isListed ? this.sheet.line : null;
  }

  /** How long the price holds: at most as long as all rows that it is made of. */
  get period(): Period | null {
    const { readings } = this.sheet;
    if (this.noRate !== null) return this.noRate.isListed ? readings.periodOfRates : null;
    return this.#settled ?? readings.period;
  }

  /** The price holds for less: on other days rows are in force that were looked for (`price-period.ts`). */
  holdsFor(period: Period): void {
    this.#settled = period;
  }

  get #isListed(): boolean {
    return this.noRate === null || this.noRate.isListed;
  }
}

/**
 * Works out a result on a sheet. The rule fills in what it finds as it goes, hands back what is paid, and throws a `NoRate`
 * where it cannot go on: what it has found until then is part of the result.
 */
export function workedOut<Found extends object>(
  sheet: Sheet,
  found: Found,
  rule: (sheet: Sheet, found: Found) => Figure | null,
): Outcome<Found> {
  try {
    return new Outcome(sheet, found, rule(sheet, found), null);
  } catch (reason) {
    if (!(reason instanceof NoRate)) throw reason;
    return new Outcome(sheet, found, null, reason);
  }
}

export function isPriced({ noRate }: Outcome): boolean {
  return noRate === null;
}

export function isByReport({ noRate }: Outcome): boolean {
  return noRate?.code === "by_report";
}

/** Whether a result counts: a rate was found, or the code is manually priced (conventions 3.4). */
export function counts(outcome: Outcome): boolean {
  return isPriced(outcome) || isByReport(outcome);
}

/** Prices one request: from the rates of a release on its day, each result on a sheet of its own. */
export class RequestPricer {
  readonly data: RateData;
  readonly day: Day;
  readonly #dayParameter: string;
  readonly #notation: Notation;

  constructor(data: RateData, day: Day, dayParameter: string, notation: Notation) {
    this.data = data;
    this.day = day;
    this.#dayParameter = dayParameter;
    this.#notation = notation;
  }

  sheet(): Sheet {
    return new Sheet(this.data, this.day, this.#dayParameter, this.#notation);
  }

  /** Works out one result. The rule fills in `found` as it goes and returns what is paid. */
  workOut<Found extends object>(found: Found, rule: (sheet: Sheet, found: Found) => Figure | null): Outcome<Found> {
    return workedOut(this.sheet(), found, rule);
  }
}
