import { type CsvColumn, csvColumn, csvOf } from "../../answers/csv-table.ts";

/** What a job tells, as JSON carries it. */
type JobAnswer = Readonly<Record<string, unknown>>;

/**
 * The members of a job that are one value each, by their path in the JSON: `summary_underpaid_amount` is `summary.underpaid.amount`. What
 * is listed there (totals, largest differences) is in the results and the workbook, line by line.
 */
const PATHS: readonly (readonly string[])[] = [
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
  ["notes"],
  ["reason"],
  ["results"],
  ["workbook"],
  ["faults"],
  ["summary", "lookups"],
  ["summary", "results"],
  ["summary", "priced"],
  ["summary", "with_several_amounts"],
  ["summary", "total"],
  ["summary", "modifier_not_priced", "lines"],
  ["summary", "modifier_not_priced", "amount"],
  ["summary", "modifier_not_known", "lines"],
  ["summary", "modifier_not_known", "amount"],
  ["summary", "charge_limit", "column"],
  ["summary", "charge_limit", "lines"],
  ["summary", "charge_limit", "amount"],
  ["summary", "not_priced"],
  ["summary", "faulty"],
  ["summary", "doubtful"],
  ["summary", "compared"],
  ["summary", "compared_with", "column"],
  ["summary", "compared_with", "meaning"],
  ["summary", "underpaid", "lines"],
  ["summary", "underpaid", "amount"],
  ["summary", "paid_nothing", "lines"],
  ["summary", "paid_nothing", "amount"],
  ["summary", "underpaid_modifier_not_known", "lines"],
  ["summary", "underpaid_modifier_not_known", "amount"],
  ["summary", "overpaid", "lines"],
  ["summary", "overpaid", "amount"],
  ["summary", "as_expected", "lines"],
  ["summary", "as_expected", "amount"],
  ["summary", "not_compared"],
  ["summary", "taken_back", "lines"],
  ["summary", "taken_back", "amount"],
  ["summary", "total_expected"],
  ["summary", "total_paid"],
  ["summary", "total_difference"],
];

const COLUMNS: readonly CsvColumn<JobAnswer>[] = PATHS.map((path) =>
  csvColumn(path.join("_"), (job) => valueAt(job, path)),
);

/** A job: one row. What is not known yet, and what a file without amounts has not, is empty. */
export function jobCsv(job: JobAnswer): string {
  return csvOf(COLUMNS, [job]);
}

function valueAt(value: unknown, [name, ...further]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== "object" || value === null) return null;
  return valueAt((value as Readonly<Record<string, unknown>>)[name], further);
}
