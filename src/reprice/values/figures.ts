import { compare, withDecimals, ZERO } from "../../money/arithmetic.ts";
import { type Factor, factor, parseFactor } from "../../money/factor.ts";
import { CENTS_DECIMALS } from "../../money/published-rate.ts";
import { Refusal } from "../../reading/refusal.ts";
import { readAmount } from "./amounts.ts";
import { trimmedFor, type WayOfReading } from "./read-value.ts";

/** A figure of a line that is no parameter. */
export interface ReadFigure {
  /** Null when the cell is empty. */
  readonly figure: Factor | null;
  readonly way: WayOfReading | null;
}

/** Far beyond what a line of a claim can have: a column of other numbers shows here. */
const UNITS_MAX = factor("999999");
const NOT_UNITS = new Refusal(`a number of units above 0, at most ${UNITS_MAX.text}`);

const PAID_MAX = factor("9999999999.99");
const PAID_MIN = factor("-9999999999.99");
const NOT_PAID = new Refusal(`dollars from ${PAID_MIN.text} to ${PAID_MAX.text}`);

const read = trimmedFor(readAmount);

/** Units of a service, whole or in part. */
export function readUnits(cell: string): ReadFigure | Refusal {
  const units = figureIn(cell, (figure) =>
    compare(figure, ZERO) > 0 && compare(figure, UNITS_MAX) <= 0 ? null : NOT_UNITS,
  );
  // Of what is no figure the words for amounts would speak of dollars.
  return units instanceof Refusal ? NOT_UNITS : units;
}

/** What was paid, to the cent, since a spreadsheet's 12.340000000000002 was paid as 12.34; negative when money was taken back. */
export function readPaid(cell: string): ReadFigure | Refusal {
  const paid = figureIn(cell, (figure) =>
    compare(figure, PAID_MIN) >= 0 && compare(figure, PAID_MAX) <= 0 ? null : NOT_PAID,
  );
  if (paid instanceof Refusal || paid.figure === null) return paid;
  return { ...paid, figure: withDecimals(paid.figure, CENTS_DECIMALS) };
}

function figureIn(cell: string, refusalOf: (figure: Factor) => Refusal | null): ReadFigure | Refusal {
  const value = read(cell);
  if (value instanceof Refusal) return value;
  const figure = parseFactor(value.text);
  return figure === null ? { figure, way: value.way } : (refusalOf(figure) ?? { figure, way: value.way });
}
