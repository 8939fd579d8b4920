import { compare, isZero, size, ZERO } from "../../money/arithmetic.ts";
import { type Factor, parseFactor } from "../../money/factor.ts";
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

  /**
   * Charges as the lookup takes them, which may price by them. Where money is taken back, so are they: without their minus.
   * A charge of $0.00 beside a payment is an error of the file: it is not sent, and the line is not compared.
   */
  charges({ index, heading, name: role }: ParameterColumn, value: string, columns: InputColumns): string {
    const figure = parseFactor(value);
    if (figure === null) return value;
    const [amount, takenBack] = this.#paidAndTakenBack(columns);
    if (isZero(figure) && isPayment(amount)) {
      this.#doubt({ name: heading, index }, role, PAID_WITHOUT_CHARGE, "invalid_billed_amount");
      return "";
    }
    return isZero(figure) || takenBack !== null ? value.replace(/^-/, "") : value;
  }

  #paidAndTakenBack(columns: InputColumns): readonly [amount: Factor | null, takenBack: Factor | null] {
    const amountIn = (column: InputColumn | null) =>
      column === null ? null : paidIn(this.#cells[column.index], this.#hasSemicolons);
    const amount = amountIn(comparedColumn(columns));
    return [amount, moneyTakenBack(amount, amountIn(columns.paid))];
  }

  /** Where money is taken back, so are the units and what was billed: they may have a minus. */
  amounts(
    columns: InputColumns,
  ): Pick<ReadLine, "units" | "paid" | "paidWithoutAllowed" | "billed" | "takenBack" | "isReversal"> {
    const { units, billed } = columns;
    const compared = comparedColumn(columns);
    const counted = this.#figure(units, UNITS, readUnits);
    const amount = this.#figure(compared, compared?.role ?? "", readPaid);
    const [, takenBack] = this.#paidAndTakenBack(columns);
    const isTakenBack = takenBack !== null;
    if (units !== null && isNegative(counted) && !isTakenBack) this.#doubt(units, UNITS, NOT_UNITS);
    const charged = billed === null ? null : this.#billed(billed, columns, amount, isTakenBack);
    // A limit that cannot be read may be below the rate.
    const isLimitKnown = !this.doubts.some(({ code }) => code === "invalid_billed_amount");
    return {
      units: !isNegative(counted) ? counted : isTakenBack ? size(counted) : null,
      paid: isTakenBack || !isLimitKnown ? null : amount,
      paidWithoutAllowed: amount === null && !isTakenBack ? this.#paidWithoutAllowed(columns) : null,
      billed: isLimitKnown && charged !== null ? size(charged) : null,
      takenBack,
      isReversal: isTakenBack || isNegative(counted),
    };
  }

  #paidWithoutAllowed({ allowed, paid }: InputColumns): Factor | null {
    if (allowed === null || paid === null || this.doubts.some(({ code }) => code === "invalid_amount")) return null;
    return paidIn(this.#cells[paid.index], this.#hasSemicolons);
  }

  /** What was billed; charges that the lookup takes are looked at already. */
  #billed(billed: InputColumn, { parameters }: InputColumns, paid: Factor | null, isTakenBack: boolean): Factor | null {
    if (parameters.some(({ index }) => index === billed.index))
      return paidIn(this.#cells[billed.index], this.#hasSemicolons);
    const figure = this.#figure(billed, BILLED_AMOUNT, readPaid);
    if (isNegative(figure) && !isTakenBack) this.#doubt(billed, BILLED_AMOUNT, NOT_BILLED);
    // A charge of $0.00 beside a payment is an error of the file.
    if (figure !== null && isZero(figure) && isPayment(paid)) this.#doubt(billed, BILLED_AMOUNT, PAID_WITHOUT_CHARGE);
    return figure;
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

  #doubt(
    { name: heading, index }: InputColumn,
    role: string,
    refusal: Refusal,
    code: LineFault["code"] = CODE_OF_DOUBT[role] ?? "invalid_amount",
  ): void {
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

function isPayment(paid: Factor | null): boolean {
  return paid !== null && compare(paid, ZERO) > 0;
}

/** In a request an absent day is today. In a file with a column for it, a price of today would be a guess. */
function noDay(heading: string, role: string): LineFault {
  const message = `${headedAs(heading, role)} is empty: expected a day such as 2026-10-01, which selects the rate.`;
  return { field: heading, code: "missing_parameter", message };
}
