import { lettersAndDigits } from "../../core/text/closest.ts";
import { cellsOf, csvCell } from "../../core/text/csv.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import type { FaultCode } from "../../pricing/request/read.ts";
import type { Line } from "../reading/chunks.ts";
import type { InputColumns } from "../reading/input-columns.ts";

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
