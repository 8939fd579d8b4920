import type { Day } from "../core/calendar/day.ts";
import type { Period } from "../core/calendar/period.ts";
import type { RateData } from "../dataset/table.ts";
import { NoRate } from "./no-rate.ts";
import { Sheet } from "./sheet.ts";
import type { Figure } from "./worksheet/calculation.ts";
import type { Notation } from "./worksheet/line.ts";

/** The outcome of calculating one result, with what was found on the way. */
export class Outcome<Found = unknown> {
  readonly found: Found;
  /** Null without a rate, or if a formula lacks a value that was not sent. */
  readonly payment: Figure | null;
  readonly noRate: NoRate | null;
  readonly sheet: Sheet;
  #settled: Period | null = null;

  constructor(sheet: Sheet, found: Found, payment: Figure | null, noRate: NoRate | null) {
    this.sheet = sheet;
    this.found = found;
    this.payment = payment;
    this.noRate = noRate;
  }

  /** `calculation_method`, written on demand; null if nothing was calculated. */
  get method(): string | null {
    return this.#isListed ? this.sheet.line : null;
  }

  /** The effective period of the price: within the periods of all its rows. */
  get period(): Period | null {
    const { readings } = this.sheet;
    if (this.noRate !== null) return this.noRate.isListed ? readings.periodOfRates : null;
    return this.#settled ?? readings.period;
  }

  /** Shortens the period: on other days, other rows that the rule read are effective (`price-period.ts`). */
  holdsFor(period: Period): void {
    this.#settled = period;
  }

  get #isListed(): boolean {
    return this.noRate === null || this.noRate.isListed;
  }
}

/**
 * Calculates a result on a sheet. The rule fills in `found`, returns the payment, and throws a `NoRate` where it cannot
 * continue. What it found until then is part of the result.
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

/** Prices one request with the rates of a release on its day, each result on its own sheet. */
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

  /** Calculates one result. The rule fills in `found` and returns the payment. */
  workOut<Found extends object>(found: Found, rule: (sheet: Sheet, found: Found) => Figure | null): Outcome<Found> {
    return workedOut(this.sheet(), found, rule);
  }
}
