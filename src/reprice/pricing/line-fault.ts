import { csvCell } from "../../dataset/csv-cell.ts";
import type { FaultCode } from "../../request/read.ts";

/** Why a line of the input has no results. */
export interface LineFault {
  /** The column at fault; empty when it is the line as such. */
  readonly field: string;
  readonly code: FaultCode | "malformed_line" | "invalid_amount";
  readonly message: string;
}

/** A fault as a line of the file of faulty lines. */
export function faultLine(line: number, { field, code, message }: LineFault): string {
  return `${line},${csvCell(field)},${code},${csvCell(message)}\n`;
}

export function malformed(message: string): LineFault {
  return { field: "", code: "malformed_line", message };
}
