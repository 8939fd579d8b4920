import type { DryRun } from "../reprice/dry-run.ts";
import type { ShownTable } from "../reprice/shown-table.ts";
import type { JobTask } from "./order.ts";

export type { ShownTable };

/** How far the work on a file has come. */
export interface JobProgress {
  /** Claims, whatever else stands between them. */
  readonly lines: number;
  readonly done: number;
  readonly total: number;
  /** Bytes of results so far. */
  readonly written: number;
}

/** What came of a file. Notes and the summary of one that was priced are in files (`findings.ts`). */
export type JobOutcome =
  /** `priced`: lines that have a price. */
  | {
      readonly kind: "done";
      readonly lines: number;
      readonly priced: number;
      readonly hasFaults: boolean;
    }
  | { readonly kind: "shown"; readonly shown: DryRun; readonly table: ShownTable | null }
  /** `table`: of a dry run, what was understood before it was refused. */
  | { readonly kind: "refused"; readonly reason: string; readonly table: ShownTable | null };

/** What the thread that works on a file is asked, once. */
export type JobThreadCalls = {
  readonly work: (task: JobTask) => Promise<JobOutcome>;
};

/** What it tells meanwhile: notices, all of them before the outcome. Notes are those of a dry run. */
export type JobParentCalls = {
  readonly progress: (progress: JobProgress) => void;
  readonly note: (text: string) => void;
};
