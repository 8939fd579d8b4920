import type { JobStatus } from "../../../src/jobs/record.ts";
import type { ShownLine } from "../../../src/reprice/dry-run.ts";
import type { LinesAndAmount } from "../../../src/reprice/pricing/verdict-totals.ts";
import type { RepricingSummary } from "../../../src/reprice/report/summary-json.ts";
import type { ShownTable } from "../../../src/reprice/shown-table.ts";
import type { Problem } from "../api/problem.ts";

export type { RepricingSummary, ShownLine, ShownTable };

/** How a file would be read. */
export interface DryRunAnswer {
  readonly notes: readonly string[];
  readonly table: ShownTable;
  readonly lines: readonly ShownLine[];
}

/** A file whose columns are not understood: what was. */
export interface FileProblem extends Problem {
  readonly table?: ShownTable;
}

/** The summary of a job, with what it lacks where it was shortened. */
export type JobSummary = RepricingSummary & { readonly left_out?: readonly string[] };

/** A file that is repriced, as the API tells it. */
export interface Job {
  readonly id: string;
  readonly status: JobStatus;
  readonly state: string | null;
  readonly setting: string | null;
  /** When its files are deleted; null while it is under way. */
  readonly deleted_at: string | null;
  readonly release: { readonly name: string; readonly version: string } | null;
  readonly lines_done: number;
  readonly bytes_done: number;
  readonly bytes_total: number;
  readonly notes: readonly string[];
  readonly summary: JobSummary | null;
  readonly reason: string | null;
  readonly results: string | null;
  readonly workbook: string | null;
  readonly faults: string | null;
}

/** What the lines of one group came to. */
export interface Group {
  readonly key: string;
  readonly label?: string;
  readonly lines: number;
  readonly not_priced: number;
  readonly expected: string;
  readonly modifier_not_priced: LinesAndAmount;
  /* Where payments are compared: */
  readonly compared?: number;
  readonly paid?: string;
  readonly underpaid?: LinesAndAmount;
  readonly paid_nothing?: LinesAndAmount;
  readonly overpaid?: LinesAndAmount;
  readonly difference?: string;
  readonly taken_back?: LinesAndAmount;
}

export function isUnderWay({ status }: Pick<Job, "status">): boolean {
  return status !== "done" && status !== "failed";
}
