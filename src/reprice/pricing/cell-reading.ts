import { compare, isZero, size, ZERO } from "../../money/arithmetic.ts";
import type { Factor } from "../../money/factor.ts";
import { Refusal } from "../../text/refusal.ts";
import { BILLED_AMOUNT, SEVERITY, UNITS } from "../reading/column-words.ts";
import { comparedColumn, type InputColumn, type InputColumns, type ParameterColumn } from "../reading/input-columns.ts";
import { withSeverity } from "../values/billing-code.ts";
import { DAY_BEFORE_MONTH } from "../values/days.ts";
import {
  moneyTakenBack,
  NOT_BILLED,
  NOT_UNITS,
  PAID_WITHOUT_CHARGE,
  paidIn,
  readPaid,
  readUnits,
} from "../values/figures.ts";
import type { ReadValue, ValueReader, WayOfReading } from "../values/read-value.ts";
import { headedAs, invalidCell, type LineFault } from "./line-fault.ts";
import type { ReadLine } from "./read-line.ts";

/** How a figure of a line that cannot be read is called; an amount that is compared, where it is none of these. */
const CODE_OF_DOUBT: Readonly<Record<string, LineFault["code"]>> = {
  [UNITS]: "invalid_units",
  [BILLED_AMOUNT]: "invalid_billed_amount",
};

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

  /** Where money is taken back, so are the units and what was billed: they may have a minus. */
  amounts(columns: InputColumns): Pick<ReadLine, "units" | "paid" | "billed" | "takenBack" | "isReversal"> {
    const { units, paid, billed } = columns;
    const compared = comparedColumn(columns);
    const counted = this.#figure(units, UNITS, readUnits);
    const amount = this.#figure(compared, compared?.role ?? "", readPaid);
    const takenBack = moneyTakenBack(
      amount,
      paid === null ? null : paidIn(this.#cells[paid.index], this.#hasSemicolons),
    );
    const isTakenBack = takenBack !== null;
    if (units !== null && isNegative(counted) && !isTakenBack) this.#doubt(units, UNITS, NOT_UNITS);
    const charged = this.#billed(columns, amount, isTakenBack);
    // A limit that cannot be read may be below the rate.
    const isLimitKnown = billed === null || charged !== "unknown";
    return {
      units: !isNegative(counted) ? counted : isTakenBack ? size(counted) : null,
      paid: isTakenBack || !isLimitKnown ? null : amount,
      billed: charged === "unknown" ? null : charged,
      takenBack,
      isReversal: isTakenBack || isNegative(counted),
    };
  }

  /** What was billed; a parameter that cannot be read is a fault already. */
  #billed({ billed, parameters }: InputColumns, paid: Factor | null, isTakenBack: boolean): Factor | null | "unknown" {
    if (billed === null) return null;
    if (parameters.some(({ index }) => index === billed.index))
      return paidIn(this.#cells[billed.index], this.#hasSemicolons);
    const doubts = this.doubts.length;
    const figure = this.#figure(billed, BILLED_AMOUNT, readPaid);
    if (isNegative(figure) && !isTakenBack) this.#doubt(billed, BILLED_AMOUNT, NOT_BILLED);
    // Nobody pays a charge of nothing: the charge is not there.
    if (figure !== null && isZero(figure) && paid !== null && compare(paid, ZERO) > 0) {
      this.#doubt(billed, BILLED_AMOUNT, PAID_WITHOUT_CHARGE);
    }
    if (this.doubts.length > doubts) return "unknown";
    return figure === null ? null : size(figure);
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
    const code = CODE_OF_DOUBT[role] ?? "invalid_amount";
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
