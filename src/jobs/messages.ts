import type { DryRun } from "../reprice/dry-run.ts";
import type { ShownTable } from "../reprice/shown-table.ts";

export type { ShownTable };

/** How far the work on a file has come. */
export interface JobProgress {
  /** Claims, whatever else stands between them. */
  readonly lines: number;
  readonly done: number;
  readonly total: number;
}

/** What came of a file. */
export type JobOutcome =
  /** `priced`: lines that have a price. */
  | {
      readonly kind: "done";
      readonly lines: number;
      readonly priced: number;
      readonly summary: object;
      readonly hasFaults: boolean;
    }
  | { readonly kind: "shown"; readonly shown: DryRun; readonly table: ShownTable | null }
  /** `table`: of a dry run, what was understood before it was refused. */
  | { readonly kind: "refused"; readonly reason: string; readonly table: ShownTable | null };

/** What the thread that works on a file says. The outcome comes last. */
export type FromJobThread =
  | { readonly kind: "progress"; readonly progress: JobProgress }
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "outcome"; readonly outcome: JobOutcome };
