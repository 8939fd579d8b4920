import { type CsvColumn, csvColumn, csvOf, LINE_END } from "../../answers/csv-table.ts";
import { safeCell } from "../../dataset/safe-cell.ts";
import { SUMMARY_HEADINGS, summaryCells } from "../../jobs/findings.ts";

/** What a job tells, as JSON carries it. */
type JobAnswer = Readonly<Record<string, unknown>>;

/** The columns before the notes: `release_name` is `release.name`. */
const BEFORE_NOTES = columnsAt([
  ["id"],
  ["status"],
  ["state"],
  ["setting"],
  ["created_at"],
  ["ended_at"],
  ["deleted_at"],
  ["release", "name"],
  ["release", "version"],
  ["release", "content_hash"],
  ["lines_done"],
  ["bytes_done"],
  ["bytes_total"],
]);

/** The columns between the notes and the summary. */
const AFTER_NOTES = columnsAt([["reason"], ["results"], ["workbook"], ["faults"]]);

const NOTES = "notes";

/** A row of a job around its notes and its summary, which have files of their own as they stand in it. */
interface JobRow {
  readonly beforeNotes: string;
  readonly beforeSummary: string;
  readonly end: string;
}

/** A job: its headings and the one row. */
export function jobRow(job: JobAnswer): JobRow {
  const headings = [...headingsOf(BEFORE_NOTES), NOTES, ...headingsOf(AFTER_NOTES), ...SUMMARY_HEADINGS];
  return {
    beforeNotes: `${headings.join(",")}${LINE_END}${cellsOf(BEFORE_NOTES, job)},`,
    beforeSummary: `,${cellsOf(AFTER_NOTES, job)},`,
    end: LINE_END,
  };
}

/** A job of which there is no summary yet. */
export function newJobCsv(job: JobAnswer, notes: readonly string[] = []): string {
  const { beforeNotes, beforeSummary, end } = jobRow(job);
  return `${beforeNotes}${safeCell(notes)}${beforeSummary}${summaryCells(null)}${end}`;
}

/** Jobs without their notes and summaries: a row each. */
export function jobsCsv(jobs: readonly JobAnswer[]): string {
  return csvOf([...BEFORE_NOTES, ...AFTER_NOTES], jobs);
}

function columnsAt(paths: readonly (readonly string[])[]): readonly CsvColumn<JobAnswer>[] {
  return paths.map((path) => csvColumn(path.join("_"), (job) => valueAt(job, path)));
}

function headingsOf(columns: readonly CsvColumn<JobAnswer>[]): readonly string[] {
  return columns.map(({ heading }) => heading);
}

function cellsOf(columns: readonly CsvColumn<JobAnswer>[], job: JobAnswer): string {
  return columns.map(({ of }) => safeCell(of(job))).join(",");
}

function valueAt(value: unknown, [name, ...further]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== "object" || value === null) return null;
  return valueAt((value as Readonly<Record<string, unknown>>)[name], further);
}
