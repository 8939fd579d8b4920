import type { DryRun } from "../dry-run.ts";
import type { FirstNpis } from "../first-npis.ts";
import type { Advice } from "../reading/advice.ts";
import type { ShownTable } from "../shown-table.ts";
import type { JobTask } from "./order.ts";

export interface JobProgress {
  /** Claims only, without titles and empty rows. */
  readonly lines: number;
  readonly done: number;
  readonly total: number;
  readonly written: number;
}

/** The outcome of a file. Notes and summary of a priced one are in files (`job-folder.ts`). */
export type JobOutcome =
  /** `priced`: lines that have a price. `variance`: expected minus paid; null where nothing is compared. */
  | {
      readonly kind: "done";
      readonly lines: number;
      readonly priced: number;
      readonly hasFaults: boolean;
      readonly variance: string | null;
    }
  /** It gave its place to another key; the next turn continues from there. */
  | { readonly kind: "paused" }
  /** `lines`: the most that the file can have, if they were counted. `npis`: of the first lines, if they were read. */
  | {
      readonly kind: "shown";
      readonly shown: DryRun;
      readonly lines: number | null;
      readonly npis: FirstNpis | null;
    }
  /** `table`: what a preview understood before it was refused. */
  | { readonly kind: "refused"; readonly reason: string; readonly table: ShownTable | null };

/** Calls to the thread that works on a file. */
export type JobThreadCalls = {
  readonly work: (task: JobTask) => Promise<JobOutcome>;
  /** Notification: stop where the work can be resumed. */
  readonly pause: (nothing: null) => void;
};

/** Notifications from the thread, all before the outcome. Notes are those of a preview. */
export type JobParentCalls = {
  readonly progress: (progress: JobProgress) => void;
  readonly note: (text: string) => void;
};

/** Refusal of a file that needs more memory than the service has for one file. */
export const TOO_MUCH_MEMORY =
  "reading the file needs more memory than the service has for one file; save the sheet with the claims as CSV (UTF-8) and send that, or split the file";

/** A form has no options: its `columns` field is JSON. */
export const FORM_ADVICE: Advice = {
  option: (name) => `the field ${name === "pass-through" ? "columns" : name.replaceAll("-", "_")}`,
  columnIs: (heading, role) => `the field columns: ${JSON.stringify({ [heading]: role })}`,
  columnsAre: (roles) => `the field columns: ${JSON.stringify(Object.fromEntries(roles))}`,
  columnIsNothing: (heading) => `the field columns: ${JSON.stringify({ [heading]: null })}`,
  noRoom: TOO_MUCH_MEMORY,
};
