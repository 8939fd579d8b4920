import type { Day } from "../core/calendar/day.ts";
import type { RateData } from "../dataset/table.ts";
import { type Outcome, workedOut } from "./outcome.ts";
import { Sheet } from "./sheet.ts";
import type { Figure } from "./worksheet/calculation.ts";
import type { Notation } from "./worksheet/line.ts";

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

  /** Works out one result. The rule fills in `found` as it goes and hands back what is paid. */
  workOut<Found extends object>(found: Found, rule: (sheet: Sheet, found: Found) => Figure | null): Outcome<Found> {
    return workedOut(this.sheet(), found, rule);
  }
}
