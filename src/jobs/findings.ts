import { writeFile } from "node:fs/promises";
import { safeCell } from "../dataset/safe-cell.ts";
import { summaryCells } from "./summary-cells.ts";

/** Where the thread of a job puts what is told of its file, in the form that answers have: they are sent as they are, and parsed by no process of the server. */
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
