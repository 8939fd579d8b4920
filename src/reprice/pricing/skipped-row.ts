import type { LineFault } from "./line-fault.ts";
import type { Noted } from "./noted.ts";

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
