import type { Day } from "../core/calendar/day.ts";
import type { MayWrite } from "../core/files/writing.ts";
import type { State } from "../pricing/state/state.ts";
import type { CareSetting } from "../registry/definition.ts";
import type { Crew } from "./crew.ts";
import type { Plan } from "./plan.ts";
import type { Tolerance } from "./pricing/payment-comparison.ts";
import type { Advice } from "./reading/advice.ts";
import type { InputColumns } from "./reading/input-columns.ts";
import type { ClaimsStream } from "./reading/open-stream.ts";
import type { ClaimsToJoin } from "./reading/open-x12.ts";
import type { OnPricing } from "./run.ts";
import type { CompleteRepricing, WrittenOutput } from "./writing/output-columns.ts";

/** A request to reprice a file. */
export interface Repricing {
  readonly state: State;
  readonly setting: CareSetting;
  readonly release: Plan["release"];
  readonly input: string;
  /** The name of the input in messages, when its path says nothing. */
  readonly inputName?: string;
  /** Claims that are read as they arrive, in place of the input. */
  readonly stream?: ClaimsStream | null;
  /** Name or number of a sheet; the first one when absent. */
  readonly sheet?: string | null;
  /** The claims (837) that a remittance (835) is joined with. */
  readonly claims?: ClaimsToJoin | null;
  /** The file that says what columns are: results must not replace it. */
  readonly columnsFile?: string | null;
  /** The most that a ZIP of X12 may hold; as for the command when absent. */
  readonly unpackedBytesMax?: number;
  /** A file, or `STANDARD_OUTPUT`. */
  readonly out: string;
  /** Whether the header is left out, which only standard output allows. */
  readonly omitsHeader?: boolean;
  readonly fields: readonly string[];
  /** Roles of columns, by heading. */
  readonly decided: ReadonlyMap<string, string>;
  /** The column that expected amounts are compared with. */
  readonly compare: string | null;
  /** Ignores the billed amount as a limit. */
  readonly noChargeLimit?: boolean;
  /** The largest difference between payment and expected amount that counts as expected. */
  readonly tolerance: Tolerance;
  /** Adds the sources of each result's figures. */
  readonly explains: boolean;
  /** Adds Medicare's price and the ratio; not for stays. Absent: no. */
  readonly isBesideMedicare?: boolean;
  /** Months after which an edition is called stale; null: never. */
  readonly staleAfterMonths: number | null;
  /** Columns without a role although they look like one. */
  readonly passThrough: readonly string[];
  /** Columns without a role in an earlier file: this one need not have them. */
  readonly leftAlone?: readonly string[];
  /** How messages advise the caller; as for the command when absent. */
  readonly advice?: Advice;
  /** Resumes an interrupted run if there is one. */
  readonly resume: boolean;
  /** Replaces existing files. */
  readonly force: boolean;
  readonly today: Day;
  /** Receives the columns before any work. */
  readonly onColumns?: (names: readonly string[], columns: InputColumns) => void;
}

export interface RepricingTools {
  /** The version of this program: another one may price differently. */
  readonly program: string;
  /** `bytes` are those to price; infinite as long as the end of the input is unknown. */
  readonly startCrew: (plan: Plan, bytes: number) => Promise<Crew>;
  readonly interruption: AbortSignal;
  readonly onProgress: OnPricing;
  /** Reports warnings and settings before the work begins. */
  readonly notify: (text: string) => void;
  /** Limits what is written; unlimited when absent. */
  readonly mayWrite?: MayWrite;
  /** Receives the results for `STANDARD_OUTPUT`; resolves when there is space for more. */
  readonly writeOut?: (bytes: Uint8Array) => Promise<void>;
  /** Called when the output is complete, while it is still locked. */
  readonly onComplete?: (done: CompleteRepricing, written: WrittenOutput) => Promise<void>;
}

export type RepricingOutcome = CompleteRepricing | { readonly kind: "interrupted"; readonly line: number };

export const STANDARD_INPUT = "-";

/** In place of an output path: results are written as they come, and there is nothing to resume. */
export const STANDARD_OUTPUT = "-";
