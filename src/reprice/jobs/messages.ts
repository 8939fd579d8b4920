import type { DryRun } from "../dry-run.ts";
import type { Advice } from "../reading/advice.ts";
import type { ShownTable } from "../shown-table.ts";
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

/** What came of a file. Notes and the summary of one that was priced are in files (`job-folder.ts`). */
export type JobOutcome =
  /** `priced`: lines that have a price. */
  | {
      readonly kind: "done";
      readonly lines: number;
      readonly priced: number;
      readonly hasFaults: boolean;
    }
  /** It gave its place to others; what was done is kept, and the work goes on from there with its next turn. */
  | { readonly kind: "paused" }
  /** `lines`: how many the file has at most, where they were counted. */
  | { readonly kind: "shown"; readonly shown: DryRun; readonly lines: number | null }
  /** `table`: of a dry run, what was understood before it was refused. */
  | { readonly kind: "refused"; readonly reason: string; readonly table: ShownTable | null };

/** What the thread that works on a file is asked. */
export type JobThreadCalls = {
  readonly work: (task: JobTask) => Promise<JobOutcome>;
  /** A notice: the work that is under way stops where it can go on later. */
  readonly pause: (nothing: null) => void;
};

/** What it tells meanwhile: notices, all of them before the outcome. Notes are those of a dry run. */
export type JobParentCalls = {
  readonly progress: (progress: JobProgress) => void;
  readonly note: (text: string) => void;
};

/** Why a file is refused whose reading needs more memory than the service has for one file. */
export const TOO_MUCH_MEMORY =
  "reading the file needs more memory than the service has for one file; save the sheet with the claims as CSV (UTF-8) and send that, or split the file";

/** The sender of a form knows no options: what columns are is one field of it, as JSON. */
export const FORM_ADVICE: Advice = {
  option: (name) => `the field ${name === "pass-through" ? "columns" : name.replaceAll("-", "_")}`,
  columnIs: (heading, role) => `the field columns: ${JSON.stringify({ [heading]: role })}`,
  columnsAre: (roles) => `the field columns: ${JSON.stringify(Object.fromEntries(roles))}`,
  columnIsNothing: (heading) => `the field columns: ${JSON.stringify({ [heading]: null })}`,
  noRoom: TOO_MUCH_MEMORY,
};
