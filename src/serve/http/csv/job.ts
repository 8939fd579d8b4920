import { csvOf, LINE_END } from "../../../answers/csv-table.ts";
import { type SingleValue, singleValues } from "../../../core/schema/schema.ts";
import { safeCell } from "../../../dataset/safe-cell.ts";
import { SUMMARY_HEADINGS, summaryCells } from "../../../reprice/jobs/findings.ts";
import { jobHeadSchema, jobTailSchema, type ListedJob } from "../../../reprice/jobs/repricing-job.ts";

/** The columns before the notes, and those between the notes and the summary. */
const BEFORE_NOTES = singleValues(jobHeadSchema);
const AFTER_NOTES = singleValues(jobTailSchema);

const NOTES = "notes";

/** A row of a job around its notes and its summary, which have files of their own as they stand in it. */
interface JobRow {
  readonly beforeNotes: string;
  readonly beforeSummary: string;
  readonly end: string;
}

/** A job: its headings and the one row. */
export function jobRow(job: ListedJob): JobRow {
  const headings = [...headingsOf(BEFORE_NOTES), NOTES, ...headingsOf(AFTER_NOTES), ...SUMMARY_HEADINGS];
  return {
    beforeNotes: `${headings.join(",")}${LINE_END}${cellsOf(BEFORE_NOTES, job)},`,
    beforeSummary: `,${cellsOf(AFTER_NOTES, job)},`,
    end: LINE_END,
  };
}

/** A job of which there is no summary yet. */
export function newJobCsv(job: ListedJob, notes: readonly string[] = []): string {
  const { beforeNotes, beforeSummary, end } = jobRow(job);
  return `${beforeNotes}${safeCell(notes)}${beforeSummary}${summaryCells(null)}${end}`;
}

/** Jobs without their notes and summaries: a row each. */
export function jobsCsv(jobs: readonly ListedJob[]): string {
  return csvOf([...BEFORE_NOTES, ...AFTER_NOTES], jobs);
}

function headingsOf(columns: readonly SingleValue[]): readonly string[] {
  return columns.map(({ heading }) => heading);
}

function cellsOf(columns: readonly SingleValue[], job: ListedJob): string {
  return columns.map(({ of }) => safeCell(of(job))).join(",");
}
