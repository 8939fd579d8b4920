import { lettersAndDigits } from "../../core/text/closest.ts";
import { cellsOf, csvCell } from "../../core/text/csv.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import type { FaultCode } from "../../pricing/request/read.ts";
import type { Line } from "../reading/chunks.ts";
import type { InputColumns } from "../reading/input-columns.ts";
import type { Noted } from "./noted.ts";

/** Why a line of the input has no results. */
export interface LineFault {
  /** The heading of the column at fault; empty when it is the line as such. */
  readonly field: string;
  readonly code:
    | FaultCode
    | "malformed_line"
    | "totals_row"
    | "stray_row"
    | "invalid_amount"
    | "invalid_billed_amount"
    | "invalid_units"
    | "day_before_month";
  readonly message: string;
}

/** A line that is told as faulty, as whoever corrects it finds it. */
export type FaultyLine = Pick<Line, "number" | "shown">;

/** A line of the file of faulty lines: where it stood and all that is wrong with it, then the line as it was. */
export function faultLine({ number, shown }: FaultyLine, faults: readonly LineFault[], columns: number): string {
  const fields = [...new Set(faults.map(({ field }) => field).filter((field) => field !== ""))];
  const reasons = faults.map(({ message }) => message).join(" ");
  const isMalformed = faults.some(({ code }) => code === "malformed_line");
  return `${number},${csvCell(fields.join("|"))},${csvCell(reasons)},${isMalformed ? fixed(shown, columns) : shown}\n`;
}

/** What no CSV reader could read stands in one cell, and a line that is too short gets the cells that it lacks. */
function fixed(line: string, columns: number): string {
  const cells = cellsOf(line);
  if (cells instanceof Refusal) return csvCell(line) + ",".repeat(columns - 1);
  return line + ",".repeat(Math.max(columns - cells.length, 0));
}

export function malformed(message: string): LineFault {
  return { field: "", code: "malformed_line", message };
}

/** A cell that cannot be read, by the heading of its column and what that was taken for. */
export function invalidCell(
  code: LineFault["code"],
  { heading, role }: { readonly heading: string; readonly role: string },
  cell: string,
  { expected }: Refusal,
): LineFault {
  return {
    field: heading,
    code,
    message: `${headedAs(heading, role)} ${quoted(cell)} is not valid: expected ${expected}.`,
  };
}

/** `DOS (date_of_service)`; the heading alone where it says as much. */
export function headedAs(heading: string, role: string): string {
  return lettersAndDigits(heading) === lettersAndDigits(role) ? heading : `${heading} (${role})`;
}

/** What the reading of a cell refused is told in its words; what the lookup says of other parameters comes after. */
export function allFaults(read: readonly LineFault[], said: readonly LineFault[]): readonly LineFault[] {
  if (read.length === 0) return said;
  const fields = new Set(read.map(({ field }) => field));
  return [...read, ...said.filter(({ field }) => !fields.has(field))];
}

/** The headings of the parameters, as the input has them. */
export function headingByParameter({ parameters }: InputColumns): ReadonlyMap<string, string> {
  return new Map(parameters.map(({ name, heading }) => [name, heading]));
}

/** What a request has against a parameter, said of the column that it was read from. */
export function ofColumn(fault: LineFault, headings: ReadonlyMap<string, string>): LineFault {
  const { field, message } = fault;
  const heading = headings.get(field);
  if (heading === undefined || heading === field) return fault;
  return {
    ...fault,
    field: heading,
    message: message.startsWith(`${field} `) ? headedAs(heading, field) + message.slice(field.length) : message,
  };
}

/** A row that is no line of a claim: it is neither priced nor a fault, and counted. */
export interface SkippedRow extends LineFault {
  readonly countedAs: Noted;
}

/** A row that adds up those above it. */
export const TOTALS_ROW: SkippedRow = {
  field: "",
  code: "totals_row",
  message: "The row looks like a total: it is skipped.",
  countedAs: "totalsRow",
};

/** A row with a cell by itself, outside of what is read. */
export const STRAY_ROW: SkippedRow = {
  field: "",
  code: "stray_row",
  message: "The row has a cell by itself, outside of the columns that are read: it is skipped.",
  countedAs: "strayRow",
};

/** A row that says that it is a total, and has a code or a provider as claims have: pricing it or skipping it would be a guess. */
export const TOTAL_OR_CLAIM: LineFault = {
  field: "",
  code: "totals_row",
  message:
    "The row begins like a total, and has a code or a provider like a claim. If it is a claim, write something else in its first cell; if it is a total, leave it out.",
};

export function isSkipped(read: object): read is SkippedRow {
  return "countedAs" in read;
}

/** What rows that add up others are called: `Total`, `Grand total:`, `Report Totals`, `Total for Dr. Smith`, `Total: 12 claims`. "Total knee replacement" is a service. */
const NAMED_TOTAL =
  /^(?:(?:grand|sub|report|page|batch|file|overall|final|claims?|provider|payer|group|section|monthly|month|yearly|year|daily|day)[\s-]*)?totals?\s*(?:$|[:=]|[-–]\s|(?:for|of all|by|per|paid|amounts?|charges|billed|claims|lines|rows|units)\b)/i;

/** `1000700140 Total`, `Blue Cross Total`: what a spreadsheet writes below a group. Services are called so too, such as `Bilirubin total`. */
const ENDS_IN_TOTAL = /\btotals?:?$/i;

/** What stands beside the word in a row that adds up others: counts, amounts and shares. */
const FIGURE = /^[-+(]?\s*\$?\s*-?[0-9][0-9,]*(?:\.[0-9]*)?\s*[%)-]?$/;

/**
 * Whether a row adds up others (`total`), which is nothing that can be priced; or may do so and may be a claim as well
 * (`doubtful`): only its owner knows. `telling` are the cells that say what was done and by whom.
 */
export function totalsReading(cells: readonly string[], telling: readonly string[]): "total" | "doubtful" | null {
  const first = cells.find((cell) => cell.trim() !== "") ?? "";
  if (!telling.every((cell) => cell.trim() === "" || endsInTotal(cell) || isNamedTotal(cell))) {
    return isNamedTotal(first) ? "doubtful" : null;
  }
  if (cells.some(isNamedTotal) || telling.some(endsInTotal)) return "total";
  const isOfFigures = cells.every((cell) => cell === first || cell.trim() === "" || FIGURE.test(cell.trim()));
  return endsInTotal(first) && isOfFigures ? "total" : null;
}

function isNamedTotal(cell: string): boolean {
  return NAMED_TOTAL.test(cell.trim());
}

function endsInTotal(cell: string): boolean {
  return ENDS_IN_TOTAL.test(cell.trim());
}

/** Cells of a line that was shifted stand right beside the table; a typed note stands further away. */
const EMPTY_COLUMNS_BETWEEN = 3;

/** Several values in one cell: a whole line of a claim that was pasted into it. */
const LIST = /[;|\t]/;

/** The cells of a table of so many columns, without those that stand far to the right of it; null where others are beyond it. */
export function withoutFarCells(cells: readonly string[], columns: number): readonly string[] | null {
  const first = cells.slice(columns).findIndex((cell) => cell.trim() !== "");
  return first < EMPTY_COLUMNS_BETWEEN ? null : cells.slice(0, columns);
}

/**
 * Whether a row has nothing in any of the columns that are read, and beside them one cell at most that is in the table, such
 * as who printed it, below its end: no claim can be made of it, whatever it was.
 */
export function isStrayRow(cells: readonly string[], columns: number, read: readonly number[]): boolean {
  if (cells.length < columns || read.some((index) => cells[index]?.trim() !== "")) return false;
  const inTable = cells.slice(0, columns).filter((cell) => cell.trim() !== "");
  return inTable.length <= 1 && !inTable.some((cell) => LIST.test(cell));
}
