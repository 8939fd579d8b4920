import { writeFile } from "node:fs/promises";
import { singleValues } from "../../core/schema/schema.ts";
import { safeCell } from "../../dataset/safe-cell.ts";
import { summaryObject } from "../report/summary.ts";

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
 * The members of a summary that are one value each. What is listed there (totals, largest differences) is in the results and the workbook,
 * line by line; the files and the release stand in the row of the job.
 */
const VALUES = singleValues(summaryObject, ["file", "release", "faults_file"]);

/** The headings of a summary in CSV: `summary_underpaid_amount` is `summary.underpaid.amount`. */
export const SUMMARY_HEADINGS: readonly string[] = VALUES.map(({ heading }) => `summary_${heading}`);

/** The cells of a summary in CSV, as they stand in their line. What a file without amounts has not is empty. */
export function summaryCells(summary: object | null): string {
  return VALUES.map(({ of }) => safeCell(of(summary))).join(",");
}
