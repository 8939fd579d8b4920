import { compare, difference, size, withDecimals, ZERO } from "../../core/money/arithmetic.ts";
import { type Factor, factor, parseFactor } from "../../core/money/factor.ts";
import { CENTS_DECIMALS } from "../../core/money/money.ts";
import { Refusal } from "../../core/text/refusal.ts";
import {
  asItIs,
  isRoundedBySpreadsheet,
  type ReadValue,
  ROUNDED,
  trimmedFor,
  type ValueReader,
  type WayOfReading,
} from "./read-value.ts";

const NOT_AN_AMOUNT = new Refusal("dollars such as 1629.08, $1,629.08 or (12.50)");
const GROUPED = /^[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?$/;
/** Cents after a comma, as in much of the world: `27,54`, `1.027,54`; and `1,027`, which may be a thousand. */
const DECIMAL_COMMA = /^[0-9]{1,3}(?:\.?[0-9]{3})*,[0-9]+$/;
/** The zero of accounting formats. */
const DASH = /^\$?\s*-$/;
const PLAIN = /^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
/** Accountants put negative amounts into parentheses, mainframes put the minus behind. */
const NEGATIVE = /^(?:\$? ?\((.+)\)|-(.+)|\$ ?-(.+)|(.+)-)$/;
const SMALL_EXPONENT = /^(-?)([0-9])(?:\.([0-9]+))?E-([0-9]{1,2})$/i;

/** A writer of decimal commas means 1.027 by 1,027. Read as a thousand it would be wrong a thousandfold, so it needs a sign that it is one. */
export const DECIMAL_COMMAS = new Refusal(
  "a point before decimals: decimal commas are not read, and 1,027 could be one; write 1027, 1,027.00 or $1,027",
);

/** An amount as people write it, in the plain notation of a request; negative ones with a minus. */
export function readAmount(text: string): ReadValue | Refusal {
  if (parseFactor(text) !== null) return asItIs(text);
  const small = SMALL_EXPONENT.exec(text);
  if (small !== null) return withoutExponent(small);
  if (isRoundedBySpreadsheet(text)) return ROUNDED;
  if (DASH.test(text)) return { text: "0.00", way: "dash" };
  const negative = NEGATIVE.exec(text);
  const size = negative === null ? text : (negative.slice(1).find((part) => part !== undefined) as string);
  const digits = withoutDollarSign(size.trim());
  // A dollar sign is American, and so is its comma; several groups are no decimals.
  if (DECIMAL_COMMA.test(digits) && !(GROUPED.test(digits) && text.includes("$"))) return DECIMAL_COMMAS;
  const plain = GROUPED.test(digits) ? digits.replaceAll(",", "") : PLAIN.test(digits) ? digits : null;
  if (plain === null) return NOT_AN_AMOUNT;
  const whole = plain.startsWith(".") ? `0${plain}` : plain.replace(/\.$/, "");
  return negative === null ? { text: whole, way: "dollars" } : { text: `-${whole}`, way: "negative" };
}

function withoutDollarSign(text: string): string {
  return text.startsWith("$") ? text.slice(1).trim() : text;
}

/** A spreadsheet's near-zero sum, such as 1.4E-14, with all its digits. */
function withoutExponent([, sign = "", first = "", others = "", exponent = ""]: RegExpExecArray): ReadValue {
  const digits = first.padStart(Number(exponent) + 1, "0") + others;
  return { text: `${sign}${digits.slice(0, 1)}.${digits.slice(1) || "0"}`, way: "exponent" };
}

/** A figure as it was read; null where the cell is empty. */
export interface ReadFigure {
  readonly figure: Factor | null;
  readonly way: WayOfReading | null;
}

/** Far beyond a claim line: a column of other numbers exceeds it. */
const UNITS_MAX = factor("999999");
/** Drugs are billed by ten-thousandths at the least; smaller numbers are near-zero sums of a spreadsheet. */
const UNITS_MIN = factor("0.0001");
/** No dollar sign, parentheses, exponent or comma: a number with one is no count of units, or has two readings. */
const PLAIN_NUMBER = /^-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;

export const NOT_UNITS = new Refusal(
  `a number of units from ${UNITS_MIN.text} to ${UNITS_MAX.text}, of digits and a decimal point alone`,
);

const PAID_MAX = factor("9999999999.99");
const PAID_MIN = factor("-9999999999.99");
const NOT_PAID = new Refusal(`dollars from ${PAID_MIN.text} to ${PAID_MAX.text}`);

export const NOT_BILLED = new Refusal(
  `dollars from 0.00 to ${PAID_MAX.text}; less than nothing only where the payment is taken back too`,
);

export const PAID_WITHOUT_CHARGE = new Refusal("what was billed, since something was paid for the line");

/** Units of a service, whole or in part; negative on a reversed line. */
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

/** The paid amount to the cent, since a spreadsheet's 12.340000000000002 was paid as 12.34; negative when money was taken back. */
export function readPaid(cell: string, hasSemicolons: boolean): ReadFigure | Refusal {
  const paid = figureIn(cell, hasSemicolons ? DOLLARS_READERS.semicolons : DOLLARS_READERS.others, (figure) =>
    compare(figure, PAID_MIN) >= 0 && compare(figure, PAID_MAX) <= 0 ? null : NOT_PAID,
  );
  if (paid instanceof Refusal || paid.figure === null) return paid;
  return { ...paid, figure: withDecimals(paid.figure, CENTS_DECIMALS) };
}

/** An amount; null when the cell is empty or cannot be read. */
export function paidIn(cell: string | undefined, hasSemicolons: boolean): Factor | null {
  const paid = readPaid(cell ?? "", hasSemicolons);
  return paid instanceof Refusal ? null : paid.figure;
}

/** The units of a line, without the minus of a reversal; empty when the cell is empty or cannot be read. */
export function unitsIn(cell: string, hasSemicolons: boolean): string {
  const units = readUnits(cell, hasSemicolons);
  return units instanceof Refusal || units.figure === null ? "" : size(units.figure).text;
}

/** A payment that is written as a credit, with its sign changed. */
export function ofCredit(amount: Factor): Factor {
  return withDecimals(difference(ZERO, amount), CENTS_DECIMALS);
}

/** Payments above and below zero. */
export interface PaymentSigns {
  readonly positive: number;
  readonly negative: number;
}

/** Payments are above zero and few of them are taken back. Where most are below, they may be written as credits. */
export function looksReversed({ positive, negative }: PaymentSigns): boolean {
  return negative > positive;
}

/** The money that a line takes back: the first negative one of the compared and the paid amount. */
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

/** One to three digits and a group of three, whatever the sign: a thousand where cents follow a comma. */
const MAY_BE_THOUSANDS = /^[-(]?\s*[1-9][0-9]{0,2}\.[0-9]{3}\s*[-)]?$/;

/**
 * Programs separate cells by semicolons where the comma is the decimal sign. There 1.027 can be a thousand or one, and the
 * wrong reading would be wrong a thousandfold.
 */
export const POINT_OF_THOUSANDS = new Refusal(
  "a number that can be read in one way: in a file with semicolons 1.027 can be 1027 or a little more than 1; write 1027, 1.03 or 1.0270",
);

/** Refuses an ambiguous point in a file with semicolons; elsewhere a point precedes decimals. */
export function withPlainPoint(read: ValueReader, hasSemicolons: boolean): ValueReader {
  return hasSemicolons ? (text) => (MAY_BE_THOUSANDS.test(text) ? POINT_OF_THOUSANDS : read(text)) : read;
}
