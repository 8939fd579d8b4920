import { lettersAndDigits } from "../../core/text/closest.ts";
import { cellsOf, csvCell } from "../../core/text/csv.ts";
import { faultWords } from "../../core/text/labels.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import { safeCell } from "../../dataset/safe-cell.ts";
import type { FaultCode } from "../../pricing/request/read.ts";
import type { Line } from "../reading/chunks.ts";
import type { InputColumns } from "../reading/input-columns.ts";
import { PAYER_STATE } from "../values/column-names.ts";
import { stateName } from "../values/payer-state.ts";
import type { Noted } from "./noted.ts";

export interface LineFault {
  /** The heading of the wrong column; empty when the whole line is wrong. */
  readonly field: string;
  readonly code:
    | FaultCode
    | "malformed_line"
    | "open_quote"
    | "totals_row"
    | "stray_row"
    | "invalid_amount"
    | "invalid_billed_amount"
    | "invalid_units"
    | "day_before_month"
    | "other_state"
    | "unknown_denial_code";
  readonly message: string;
  /** Lines that look like claims within one cell, whose quotation mark is not closed. */
  readonly claims?: number;
}

/** A line of another state than the one that is priced: nothing else about it is judged. */
export interface OtherState extends LineFault {
  readonly code: "other_state";
  /** The code of its state. */
  readonly state: string;
}

export function otherState(heading: string, state: string): OtherState {
  const message = `${headedAs(heading, PAYER_STATE)} says that the line is of ${stateName(state)}. Reprice it for that state.`;
  return { field: heading, code: "other_state", message, state };
}

/** A rejected line, in the form in which the analyst finds it in the file. */
export type FaultyLine = Pick<Line, "number" | "shown">;

/** The form of the file of rejected lines. */
interface FaultForm {
  /** Of the file. */
  readonly columns: number;
  /** Of the state: its readers know them in capitals. */
  readonly acronyms: ReadonlySet<string>;
}

/** A line of the file of rejected lines: its number and all errors in words, then the original line. */
export function faultLine(
  { number, shown }: FaultyLine,
  faults: readonly LineFault[],
  { columns, acronyms }: FaultForm,
): string {
  const fields = [...new Set(faults.map(({ field }) => field).filter((field) => field !== ""))];
  const reasons = faults.map(({ field, message }) => faultWords(message, acronyms, field)).join(" ");
  const isMalformed = faults.some(({ code }) => code === "malformed_line" || code === "open_quote");
  // Headings and cells come from others: a spreadsheet would run `=HYPERLINK(...)` in a cell of ours.
  return `${number},${safeCell(fields.join("|"))},${safeCell(reasons)},${isMalformed ? fixed(shown, columns) : shown}\n`;
}

/** A line that is no CSV becomes one cell, and a short line gets the missing cells. */
function fixed(line: string, columns: number): string {
  const cells = cellsOf(line);
  if (cells instanceof Refusal) return csvCell(line) + ",".repeat(columns - 1);
  return line + ",".repeat(Math.max(columns - cells.length, 0));
}

export function malformed(message: string): LineFault {
  return { field: "", code: "malformed_line", message };
}

/** A cell that cannot be read, by its heading and the meaning of its column. */
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

/** `DOS (date_of_service)`; the heading alone when it is the role's name, or has it as a word: `Rendering NPI`. */
export function headedAs(heading: string, role: string): string {
  const isNamed =
    lettersAndDigits(heading) === lettersAndDigits(role) || heading.toLowerCase().split(" ").includes(role);
  return isNamed ? heading : `${heading} (${role})`;
}

/** An error in reading a cell has precedence; the lookup's errors about other parameters follow. */
export function allFaults(read: readonly LineFault[], said: readonly LineFault[]): readonly LineFault[] {
  if (read.length === 0) return said;
  const fields = new Set(read.map(({ field }) => field));
  return [...read, ...said.filter(({ field }) => !fields.has(field))];
}

export function headingByParameter({ parameters }: InputColumns): ReadonlyMap<string, string> {
  return new Map(parameters.map(({ name, heading }) => [name, heading]));
}

/** The lookup's error about a parameter, restated for the input's column. */
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

/** A row that is no claim line: it is counted, neither priced nor rejected. */
export interface SkippedRow extends LineFault {
  readonly countedAs: Noted;
}

export const TOTALS_ROW: SkippedRow = {
  field: "",
  code: "totals_row",
  message: "The row looks like a total: it is skipped.",
  countedAs: "totalsRow",
};

/** A row with a single cell outside the columns that are read. */
export const STRAY_ROW: SkippedRow = {
  field: "",
  code: "stray_row",
  message: "The row has a cell by itself, outside of the columns that are read: it is skipped.",
  countedAs: "strayRow",
};

/** A row that calls itself a total but has a code or a provider like a claim: pricing or skipping it would be a guess. */
export const TOTAL_OR_CLAIM: LineFault = {
  field: "",
  code: "totals_row",
  message:
    "The row begins like a total, and has a code or a provider like a claim. If it is a claim, write something else in its first cell; if it is a total, leave it out.",
};

export function isSkipped(read: object): read is SkippedRow {
  return "countedAs" in read;
}

/** Names of rows that add up others: `Total`, `Grand total:`, `Report Totals`, `Total for Dr. Smith`, `Total: 12 claims`. "Total knee replacement" is a service. */
const NAMED_TOTAL =
  /^(?:(?:grand|sub|report|page|batch|file|overall|final|claims?|provider|payer|group|section|monthly|month|yearly|year|daily|day)[\s-]*)?totals?\s*(?:$|[:=]|[-–]\s|(?:for|of all|by|per|paid|amounts?|charges|billed|claims|lines|rows|units)\b)/i;

/** `1000700140 Total`, `Blue Cross Total`: what a spreadsheet writes below a group. Services have such names too: `Bilirubin total`. */
const ENDS_IN_TOTAL = /\btotals?:?$/i;

/** What stands beside the word in a totals row: counts, amounts and shares. */
const FIGURE = /^[-+(]?\s*\$?\s*-?[0-9][0-9,]*(?:\.[0-9]*)?\s*[%)-]?$/;

/**
 * Whether a row adds up others (`total`), and so cannot be priced; or is either a total or a claim (`doubtful`), which only its
 * owner knows. `totalWords` are the cells that say what was done and by which provider.
 */
export function totalsReading(cells: readonly string[], totalWords: readonly string[]): "total" | "doubtful" | null {
  const first = cells.find((cell) => cell.trim() !== "") ?? "";
  if (!totalWords.every((cell) => cell.trim() === "" || endsInTotal(cell) || isNamedTotal(cell))) {
    return isNamedTotal(first) ? "doubtful" : null;
  }
  if (cells.some(isNamedTotal) || totalWords.some(endsInTotal)) return "total";
  const isOfFigures = cells.every((cell) => cell === first || cell.trim() === "" || FIGURE.test(cell.trim()));
  return endsInTotal(first) && isOfFigures ? "total" : null;
}

/**
 * Whether a row with too few cells adds up others: `Total,,,1234.00`. Its cells may stand in other columns than they seem, so it has
 * the word first and nothing else but figures that are no code and no NPI.
 */
export function isShortTotal(cells: readonly string[]): boolean {
  const [first = "", ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const areFigures = others.every((cell) => FIGURE.test(cell) && !CODE_OR_NPI.test(cell));
  return (isNamedTotal(first) || endsInTotal(first)) && areFigures;
}

const CODE_OR_NPI = /^(?:[0-9]{5}|[0-9]{10})$/;

function isNamedTotal(cell: string): boolean {
  return NAMED_TOTAL.test(cell.trim());
}

function endsInTotal(cell: string): boolean {
  return ENDS_IN_TOTAL.test(cell.trim());
}

/** Cells of a shifted line stand right beside the table; a typed note stands further away. */
const EMPTY_COLUMNS_BETWEEN = 3;

/** Several values in one cell: a whole claim line that was pasted into it. */
const LIST = /[;|\t]/;

/** The cells of a table of this width, without cells far to the right; null when other cells are beyond it. */
export function withoutFarCells(cells: readonly string[], columns: number): readonly string[] | null {
  const first = cells.slice(columns).findIndex((cell) => cell.trim() !== "");
  return first < EMPTY_COLUMNS_BETWEEN ? null : cells.slice(0, columns);
}

/**
 * Whether a row is empty in every column that is read and has at most one other cell in the table, such as "printed by" below
 * its end. Such a row cannot be a claim.
 */
export function isStrayRow(cells: readonly string[], columns: number, read: readonly number[]): boolean {
  if (cells.length < columns || read.some((index) => cells[index]?.trim() !== "")) return false;
  const inTable = cells.slice(0, columns).filter((cell) => cell.trim() !== "");
  return inTable.length <= 1 && !inTable.some((cell) => LIST.test(cell));
}
