import { writeFile } from "node:fs/promises";
import { safeCell } from "../dataset/safe-cell.ts";

/** Files for the notes and the summary of a job. The job's thread writes them in the form of the answers; the server sends them without parsing. */
export interface FindingsPaths {
  readonly notesJson: string;
  readonly notesCsv: string;
  readonly summaryJson: string;
  readonly summaryCsv: string;
}

/** Notes as JSON and as a cell of CSV. */
export async function writeNotes({ notesJson, notesCsv }: FindingsPaths, notes: readonly string[]): Promise<void> {
  await writeFile(notesJson, JSON.stringify(notes));
  await writeFile(notesCsv, safeCell(notes));
}

/** A summary as JSON and as cells of CSV. */
export async function writeSummary({ summaryJson, summaryCsv }: FindingsPaths, summary: object): Promise<void> {
  await writeFile(summaryJson, JSON.stringify(summary));
  await writeFile(summaryCsv, summaryCells(summary));
}

/**
 * The members of a summary that are one value each, by their path in the JSON. What is listed there (totals, largest differences) is in the
 * results and the workbook, line by line.
 */
const PATHS: readonly (readonly string[])[] = [
  ["lookups"],
  ["results"],
  ["priced"],
  ["with_several_amounts"],
  ["total"],
  ["modifier_not_priced", "lines"],
  ["modifier_not_priced", "amount"],
  ["modifier_not_known", "lines"],
  ["modifier_not_known", "amount"],
  ["charge_limit", "column"],
  ["charge_limit", "lines"],
  ["charge_limit", "amount"],
  ["not_priced"],
  ["faulty"],
  ["doubtful"],
  ["compared"],
  ["compared_with", "column"],
  ["compared_with", "meaning"],
  ["underpaid", "lines"],
  ["underpaid", "amount"],
  ["paid_nothing", "lines"],
  ["paid_nothing", "amount"],
  ["underpaid_modifier_not_known", "lines"],
  ["underpaid_modifier_not_known", "amount"],
  ["overpaid", "lines"],
  ["overpaid", "amount"],
  ["as_expected", "lines"],
  ["as_expected", "amount"],
  ["not_compared"],
  ["taken_back", "lines"],
  ["taken_back", "amount"],
  ["total_expected"],
  ["total_paid"],
  ["total_difference"],
];

/** The headings of a summary in CSV: `summary_underpaid_amount` is `summary.underpaid.amount`. */
export const SUMMARY_HEADINGS: readonly string[] = PATHS.map((path) => ["summary", ...path].join("_"));

/** The cells of a summary in CSV, as they stand in their line. What a file without amounts has not is empty. */
export function summaryCells(summary: object | null): string {
  return PATHS.map((path) => safeCell(valueAt(summary, path))).join(",");
}

function valueAt(value: unknown, [name, ...further]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== "object" || value === null) return null;
  return valueAt((value as Readonly<Record<string, unknown>>)[name], further);
}
