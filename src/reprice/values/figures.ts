import { compare, size, withDecimals, ZERO } from "../../money/arithmetic.ts";
import { type Factor, factor, parseFactor } from "../../money/factor.ts";
import { CENTS_DECIMALS } from "../../money/money.ts";
import { Refusal } from "../../text/refusal.ts";
import { readAmount } from "./amounts.ts";
import { asItIs, type ReadValue, trimmedFor, type ValueReader, type WayOfReading } from "./read-value.ts";
import { withPlainPoint } from "./thousands-point.ts";

/** A figure of a line that is no parameter. */
interface ReadFigure {
  /** Null when the cell is empty. */
  readonly figure: Factor | null;
  readonly way: WayOfReading | null;
}

/** Far beyond what a line of a claim can have: a column of other numbers shows here. */
const UNITS_MAX = factor("999999");
/** Drugs are billed by ten-thousandths at the least; below is what a spreadsheet makes of a sum that should be nothing. */
const UNITS_MIN = factor("0.0001");
/** No dollar sign, parentheses, exponent or comma: whatever has one is no count of units, or one that could be read in two ways. */
const PLAIN_NUMBER = /^-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;

/** Units that cannot be read. */
export const NOT_UNITS = new Refusal(
  `a number of units from ${UNITS_MIN.text} to ${UNITS_MAX.text}, of digits and a decimal point alone`,
);

const PAID_MAX = factor("9999999999.99");
const PAID_MIN = factor("-9999999999.99");
const NOT_PAID = new Refusal(`dollars from ${PAID_MIN.text} to ${PAID_MAX.text}`);

/** What was billed that cannot be read. */
export const NOT_BILLED = new Refusal(
  `dollars from 0.00 to ${PAID_MAX.text}; less than nothing only where the payment is taken back too`,
);

export const PAID_WITHOUT_CHARGE = new Refusal("what was billed, since something was paid for the line");

/** Units of a service, whole or in part; negative where a line is taken back. */
export function readUnits(cell: string, hasSemicolons: boolean): ReadFigure | Refusal {
  return figureIn(cell, hasSemicolons ? UNITS_READERS.semicolons : UNITS_READERS.others, (figure) =>
    compare(size(figure), UNITS_MIN) >= 0 && compare(size(figure), UNITS_MAX) <= 0 ? null : NOT_UNITS,
  );
}

function readNumber(text: string): ReadValue | Refusal {
  if (!PLAIN_NUMBER.test(text)) return NOT_UNITS;
  return asItIs(text.replace(/^(-?)\./, "$10.").replace(/\.$/, ""));
}

const UNITS_READERS = readersByDelimiter(readNumber);
const DOLLARS_READERS = readersByDelimiter(readAmount);

function readersByDelimiter(read: ValueReader): { readonly semicolons: ValueReader; readonly others: ValueReader } {
  return { semicolons: trimmedFor(withPlainPoint(read, true)), others: trimmedFor(read) };
}

/** What was paid, to the cent, since a spreadsheet's 12.340000000000002 was paid as 12.34; negative when money was taken back. */
export function readPaid(cell: string, hasSemicolons: boolean): ReadFigure | Refusal {
  const paid = figureIn(cell, hasSemicolons ? DOLLARS_READERS.semicolons : DOLLARS_READERS.others, (figure) =>
    compare(figure, PAID_MIN) >= 0 && compare(figure, PAID_MAX) <= 0 ? null : NOT_PAID,
  );
  if (paid instanceof Refusal || paid.figure === null) return paid;
  return { ...paid, figure: withDecimals(paid.figure, CENTS_DECIMALS) };
}

/** An amount where it can be read; null where it cannot, or where there is none. */
export function paidIn(cell: string | undefined, hasSemicolons: boolean): Factor | null {
  const paid = readPaid(cell ?? "", hasSemicolons);
  return paid instanceof Refusal ? null : paid.figure;
}

/** The money that a line takes back: the first of the amount that is compared and the amount that was paid that is below nothing. */
export function moneyTakenBack(...amounts: readonly (Factor | null)[]): Factor | null {
  const taken = amounts.find((amount) => amount !== null && compare(amount, ZERO) < 0);
  return taken == null ? null : size(taken);
}

function figureIn(
  cell: string,
  read: ValueReader,
  refusalOf: (figure: Factor) => Refusal | null,
): ReadFigure | Refusal {
  const value = read(cell);
  if (value instanceof Refusal) return value;
  const figure = parseFactor(value.text);
  return figure === null ? { figure, way: value.way } : (refusalOf(figure) ?? { figure, way: value.way });
}
