import { compare, size, ZERO } from "../../money/arithmetic.ts";
import type { Factor } from "../../money/factor.ts";
import { Refusal } from "../../text/refusal.ts";
import { PAID_AMOUNT, SEVERITY, UNITS } from "../reading/column-words.ts";
import type { InputColumn, ParameterColumn } from "../reading/input-columns.ts";
import { withSeverity } from "../values/billing-code.ts";
import { DAY_BEFORE_MONTH } from "../values/days.ts";
import { NOT_UNITS, readPaid, readUnits } from "../values/figures.ts";
import type { ReadValue, ValueReader, WayOfReading } from "../values/read-value.ts";
import { headedAs, invalidCell, type LineFault } from "./line-fault.ts";
import type { ReadLine } from "./read-line.ts";

/** The cells of one line while they are read: how they were, and what is wrong with them. */
export class CellReading {
  readonly ways: WayOfReading[] = [];
  readonly faults: LineFault[] = [];
  readonly doubts: LineFault[] = [];
  readonly #cells: readonly string[];
  readonly #hasSemicolons: boolean;

  constructor(cells: readonly string[], hasSemicolons: boolean) {
    this.#cells = cells;
    this.#hasSemicolons = hasSemicolons;
  }

  /** A parameter as a request has it; a cell that cannot be read as it is. */
  parameter(column: ParameterColumn & { readonly read: ValueReader; readonly isNeededDay: boolean }): string {
    const { name: role, heading, index, read, isNeededDay } = column;
    const cell = this.#cells[index] as string;
    const value = read(cell);
    if (value instanceof Refusal) {
      const code = value === DAY_BEFORE_MONTH ? "day_before_month" : "invalid_parameter";
      this.faults.push(invalidCell(code, { heading, role }, cell, value));
      return cell;
    }
    if (value.text === "" && isNeededDay) this.faults.push(noDay(heading, role));
    return this.#noted(value);
  }

  withSeverity(code: string, { name: heading, index }: InputColumn): string {
    const cell = this.#cells[index] as string;
    const value = withSeverity(code, cell);
    if (!(value instanceof Refusal)) return this.#noted(value);
    this.faults.push(invalidCell("invalid_parameter", { heading, role: SEVERITY }, cell, value));
    return code;
  }

  /** Where money is taken back, so are the units: they may have a minus. */
  unitsAndPaid(
    units: InputColumn | null,
    paid: InputColumn | null,
  ): Pick<ReadLine, "units" | "paid" | "takenBack" | "isReversal"> {
    const counted = this.#figure(units, UNITS, readUnits);
    const amount = this.#figure(paid, PAID_AMOUNT, readPaid);
    const isTakenBack = isNegative(amount);
    if (units !== null && isNegative(counted) && !isTakenBack) this.#doubt(units, UNITS, NOT_UNITS);
    return {
      units: !isNegative(counted) ? counted : isTakenBack ? size(counted) : null,
      paid: isTakenBack ? null : amount,
      takenBack: isTakenBack ? size(amount) : null,
      isReversal: isTakenBack || isNegative(counted),
    };
  }

  #figure(column: InputColumn | null, role: string, read: typeof readUnits): Factor | null {
    if (column === null) return null;
    const value = read(this.#cells[column.index] as string, this.#hasSemicolons);
    if (value instanceof Refusal) {
      this.#doubt(column, role, value);
      return null;
    }
    if (value.way !== null) this.ways.push(value.way);
    return value.figure;
  }

  #doubt({ name: heading, index }: InputColumn, role: string, refusal: Refusal): void {
    const code = role === UNITS ? "invalid_units" : "invalid_amount";
    this.doubts.push(invalidCell(code, { heading, role }, this.#cells[index] as string, refusal));
  }

  #noted({ text, way }: ReadValue): string {
    if (way !== null) this.ways.push(way);
    return text;
  }
}

function isNegative(figure: Factor | null): figure is Factor {
  return figure !== null && compare(figure, ZERO) < 0;
}

/** In a request an absent day is today. In a file with a column for it, a price of today would be a guess. */
function noDay(heading: string, role: string): LineFault {
  const message = `${headedAs(heading, role)} is empty: expected a day such as 2026-10-01, which selects the rate.`;
  return { field: heading, code: "missing_parameter", message };
}
