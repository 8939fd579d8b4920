import { compare, isZero, size, ZERO } from "../../core/money/arithmetic.ts";
import { type Factor, parseFactor } from "../../core/money/factor.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import {
  comparedColumn,
  type InputColumn,
  type InputColumns,
  type ParameterColumn,
  readAmountUnder,
} from "../reading/input-columns.ts";
import {
  moneyTakenBack,
  NOT_BILLED,
  NOT_UNITS,
  PAID_WITHOUT_CHARGE,
  paidIn,
  type ReadFigure,
  readPaid,
  readUnits,
} from "../values/amounts.ts";
import { BILLING_CODE, isPadded, withSeverity } from "../values/billing-code.ts";
import {
  BILLED_AMOUNT,
  DENIAL_CODE,
  NOT_OWED,
  PAID_AMOUNT,
  PAYER_STATE,
  SEVERITY,
  UNITS,
} from "../values/column-names.ts";
import { DAY_BEFORE_MONTH, NO_DAY } from "../values/days.ts";
import { readDenial } from "../values/denial-codes.ts";
import { isReplaced, type NotOwed, REVERSAL, readNotOwed } from "../values/not-owed.ts";
import { readPayerState } from "../values/payer-state.ts";
import type { ReadValue, ValueReader, WayOfReading } from "../values/read-value.ts";
import { notOwedByCodes, patientShareIn } from "../x12/adjudication.ts";
import { headedAs, invalidCell, type LineFault, type OtherState, otherState } from "./line-fault.ts";

/** A column of a parameter with how its cells are read. */
export type ReadColumn = ParameterColumn & { readonly read: ValueReader; readonly isNeededDay: boolean };

/** What a claim line says of units and money. */
export interface AmountsOfLine {
  /** Without the minus of a reversed line. */
  readonly units: Factor | null;
  /** What results are compared with. */
  readonly paid: Factor | null;
  /** The paid amount of a line that is not compared because its allowed amount is empty; null on every other line. */
  readonly paidWithoutAllowed: Factor | null;
  /** The billed amount, which limits the expected one; without the minus of a reversed line. */
  readonly billed: Factor | null;
  /** The money that a line takes back. Nothing is compared with it: the original payment stands elsewhere. */
  readonly takenBack: Factor | null;
  /** Why the state owes nothing for it; null for a line that is owed. */
  readonly notOwed: NotOwed | null;
  /** The code by which the payer put an unpaid line on the patient, such as `PR-1`; null on every other line. */
  readonly onPatient: string | null;
  /** What was paid, below nothing where it takes money back; the compared amount where no column has what was paid. */
  readonly paidOrTakenBack: Factor | null;
  /** Whether its payment, its units or `notOwed` say that it reverses a line or is replaced by one: then it is no further claim. */
  readonly isReversal: boolean;
}

/** The error code of an unreadable figure; any other figure is an amount that is compared. */
const CODE_OF_DOUBT: Readonly<Record<string, LineFault["code"]>> = {
  [UNITS]: "invalid_units",
  [BILLED_AMOUNT]: "invalid_billed_amount",
};

/** What a line says of its payment; a refusal where a cell cannot be read, null without the column. */
interface Payments {
  /** What results are compared with. */
  readonly compared: ReadFigure | Refusal | null;
  /** What was paid: the compared amount itself where the file has no allowed amounts. */
  readonly paid: ReadFigure | Refusal | null;
  readonly takenBack: Factor | null;
}

interface DenialOfLine {
  readonly notOwed: NotOwed | null;
  readonly onPatient: string | null;
  /** What the payer said is not known. */
  readonly isUnknown: boolean;
}

const NO_DENIAL: DenialOfLine = { notOwed: null, onPatient: null, isUnknown: false };
/** A payment that cannot be read is no payment of zero. */
const UNREADABLE = "unreadable";

function figureOf(read: ReadFigure | Refusal | null): Factor | null {
  return read === null || read instanceof Refusal ? null : read.figure;
}

/** The cells of one line while they are read, with their readings and errors. */
export class CellReading {
  readonly ways: WayOfReading[] = [];
  readonly faults: LineFault[] = [];
  readonly doubts: LineFault[] = [];
  readonly #cells: readonly string[];
  readonly #hasSemicolons: boolean;
  readonly #notOwed: NotOwed | null;
  #payments: Payments | null = null;

  constructor(cells: readonly string[], hasSemicolons: boolean, notOwed: InputColumn | null) {
    this.#cells = cells;
    this.#hasSemicolons = hasSemicolons;
    this.#notOwed = notOwed === null ? null : this.#readNotOwed(notOwed);
  }

  #readNotOwed({ name: heading, index }: InputColumn): NotOwed | null {
    const cell = this.#cells[index] as string;
    const value = readNotOwed(cell);
    if (!(value instanceof Refusal)) return value;
    this.faults.push(invalidCell("invalid_parameter", { heading, role: NOT_OWED }, cell, value));
    return null;
  }

  /** A line without its state, or with an unreadable one, is an error: the price of this state would be a guess. */
  otherState(column: InputColumn | null, state: string): OtherState | null {
    if (column === null) return null;
    const { name: heading, index } = column;
    const cell = this.#cells[index] as string;
    const value = readPayerState(cell);
    if (value instanceof Refusal)
      this.faults.push(invalidCell("invalid_parameter", { heading, role: PAYER_STATE }, cell, value));
    else if (value === null) this.faults.push(noPayerState(heading));
    return value === null || value instanceof Refusal || value === state ? null : otherState(heading, value);
  }

  /** A parameter as a request has it; a cell that cannot be read is left as is. */
  parameter(column: ReadColumn): string {
    const { name: role, heading, index, read, isNeededDay, isMonthFirst = false } = column;
    const cell = this.#cells[index] as string;
    const value = read(cell);
    if (value instanceof Refusal) {
      const isDayFirst = value === DAY_BEFORE_MONTH;
      const code = isDayFirst && !isMonthFirst ? "day_before_month" : "invalid_parameter";
      this.faults.push(invalidCell(code, { heading, role }, cell, isDayFirst && isMonthFirst ? NO_DAY : value));
      return cell;
    }
    if (value.text === "" && isNeededDay) this.faults.push(noDay(heading, role));
    return this.#noted(value);
  }

  /** A value that is counted from several cells. */
  counted(value: ReadValue | LineFault): string {
    if (!("code" in value)) return this.#noted(value);
    this.faults.push(value);
    return "";
  }

  /** The lookup would say only that there is no code: a revenue code in its place is why. */
  withoutCode({ name: revenue, index }: InputColumn, field: string): void {
    const cell = this.#cells[index]?.trim() ?? "";
    if (cell === "") return;
    const message = `${headedAs(field, BILLING_CODE)} is required: the line has ${revenue} ${quoted(cell)} alone, and rates are found by procedure. Add the code that was billed, if there is one.`;
    this.faults.push({ field, code: "missing_parameter", message });
  }

  withSeverity(code: string, { name: heading, index }: InputColumn, codeHeading: string, lookup: RateLookup): string {
    const cell = this.#cells[index] as string;
    const value = withSeverity(code, cell, lookup);
    if (!(value instanceof Refusal)) return this.#noted(value);
    const [column, wrong] = isPadded(code, lookup)
      ? [{ heading: codeHeading, role: BILLING_CODE }, code]
      : [{ heading, role: SEVERITY }, cell];
    this.faults.push(invalidCell("invalid_parameter", column, wrong, value));
    return code;
  }

  /**
   * Charges in the form that the lookup takes, without the minus of a reversed line. A charge of $0.00 beside a payment is an
   * error of the file: it is not sent, and the line is not compared.
   */
  charges({ index, heading, name: role }: ParameterColumn, value: string, columns: InputColumns): string {
    const figure = parseFactor(value);
    if (figure === null) return value;
    const { compared, takenBack } = this.#paymentsOf(columns);
    if (isZero(figure) && isPayment(figureOf(compared))) {
      this.#doubt({ name: heading, index }, role, PAID_WITHOUT_CHARGE, "invalid_billed_amount");
      return "";
    }
    return isZero(figure) || this.#isReversed(takenBack) ? value.replace(/^-/, "") : value;
  }

  /** Whether a minus before units and charges means no error. */
  #isReversed(takenBack: Factor | null): boolean {
    return takenBack !== null || this.#notOwed?.code === REVERSAL;
  }

  /** The compared and the paid amount, each as it was read. A minus before either takes money back. */
  #paymentsOf(columns: InputColumns): Payments {
    if (this.#payments !== null) return this.#payments;
    const compared = this.#readAmount(comparedColumn(columns));
    const paid = columns.allowed === null ? compared : this.#readAmount(columns.paid);
    const takenBack = moneyTakenBack(figureOf(compared), figureOf(paid));
    this.#payments = { compared, paid, takenBack };
    return this.#payments;
  }

  /** Units and billed amount of a reversed line may have a minus too. */
  amounts(columns: InputColumns): AmountsOfLine {
    const { units, billed } = columns;
    const column = comparedColumn(columns);
    const counted = this.#figure(units, UNITS, readUnits);
    const { compared, paid, takenBack } = this.#paymentsOf(columns);
    const amount = this.#notedFigure(column, column?.role ?? "", compared);
    const payment = columns.allowed === null ? amount : this.#notedFigure(columns.paid, PAID_AMOUNT, paid);
    // What was paid may take money back: an amount that cannot be read leaves the line in doubt, whatever was allowed.
    const isPaymentKnown = !(compared instanceof Refusal || paid instanceof Refusal);
    const isTakenBack = this.#isReversed(takenBack);
    const payerPaid = columns.paid === null ? compared : paid;
    const denial = this.#notOwed === null && !isTakenBack ? this.#denial(columns.denials, payerPaid) : NO_DENIAL;
    const notOwed = this.#notOwed ?? denial.notOwed;
    if (units !== null && isNegative(counted) && !isTakenBack) this.#doubt(units, UNITS, NOT_UNITS);
    const charged = billed === null ? null : this.#billed(billed, columns, amount, isTakenBack);
    // A limit that cannot be read may be below the rate.
    const isLimitKnown = !this.doubts.some(({ code }) => code === "invalid_billed_amount");
    return {
      units: !isNegative(counted) ? counted : isTakenBack ? size(counted) : null,
      paid: isTakenBack || !isLimitKnown || !isPaymentKnown || denial.isUnknown ? null : amount,
      paidWithoutAllowed:
        amount === null && isPaymentKnown && !isTakenBack && notOwed === null && !denial.isUnknown ? payment : null,
      billed: isLimitKnown && charged !== null ? size(charged) : null,
      takenBack,
      notOwed,
      onPatient: denial.onPatient,
      // Without a column of what was paid, the allowed amount stands for it.
      paidOrTakenBack: columns.paid === null ? amount : payment,
      isReversal: isTakenBack || isNegative(counted) || (notOwed !== null && isReplaced(notOwed)),
    };
  }

  /**
   * Whether the payer denied the line. A payment says more than a code: a line that was paid is compared all the same. A code or a
   * text that is not known leaves an unpaid line in doubt.
   */
  #denial(columns: readonly InputColumn[], paid: ReadFigure | Refusal | null): DenialOfLine {
    const read = columns.map((column) => ({ column, denial: readDenial(this.#cells[column.index] as string) }));
    const known = read.flatMap(({ denial }) => (denial instanceof Refusal ? [] : [denial]));
    const codes = known.flatMap((each) => each.codes);
    const isDenied = known.some((each) => each.isDenied);
    const unknown = read.find(({ denial }) => denial instanceof Refusal);
    if (codes.length === 0 && !isDenied && unknown === undefined) return NO_DENIAL;
    const amount = figureOf(paid);
    const isUnpaid = !(paid instanceof Refusal) && (amount === null || isZero(amount));
    const notOwed = notOwedByCodes(codes, paid instanceof Refusal ? UNREADABLE : (amount?.text ?? ""));
    if (notOwed !== null) return { ...NO_DENIAL, notOwed };
    if (isDenied && isUnpaid) return { ...NO_DENIAL, notOwed: { code: "denied", detail: "" } };
    if (isPayment(amount)) {
      if (isDenied || notOwedByCodes(codes, "") !== null) this.ways.push("paidDespiteDenial");
      if (unknown !== undefined) this.ways.push("unknownDenialPaid");
      return NO_DENIAL;
    }
    if (unknown === undefined) return { ...NO_DENIAL, onPatient: patientShareIn(codes) };
    const { column, denial } = unknown;
    this.#doubt(column, DENIAL_CODE, denial as Refusal, "unknown_denial_code");
    return { ...NO_DENIAL, isUnknown: true };
  }

  /** The billed amount. Charges that are a parameter have been checked already. */
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
    return this.#notedFigure(column, role, read(this.#cells[column.index] as string, this.#hasSemicolons));
  }

  #readAmount(column: InputColumn | null): ReadFigure | Refusal | null {
    return column === null ? null : readAmountUnder(column, this.#cells, this.#hasSemicolons);
  }

  /** A figure, once how it was read is noted; null where the cell is empty, or in doubt. */
  #notedFigure(column: InputColumn | null, role: string, value: ReadFigure | Refusal | null): Factor | null {
    if (column === null || value === null) return null;
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

function noPayerState(heading: string): LineFault {
  const message = `${headedAs(heading, PAYER_STATE)} is empty: expected the state that pays the line, such as CA.`;
  return { field: heading, code: "missing_parameter", message };
}

/** In a request an absent day means today. In a file with a day column, today's price would be a guess. */
function noDay(heading: string, role: string): LineFault {
  const message = `${headedAs(heading, role)} is empty: expected a day such as 2026-10-01, which selects the rate.`;
  return { field: heading, code: "missing_parameter", message };
}
