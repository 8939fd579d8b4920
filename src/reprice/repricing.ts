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
import type { OnPricing } from "./run.ts";
import type { CompleteRepricing, WrittenOutput } from "./writing/output-columns.ts";

/** What is asked for. */
export interface Repricing {
  readonly state: State;
  readonly setting: CareSetting;
  readonly release: Plan["release"];
  readonly input: string;
  /** What messages call the input where its path says nothing. */
  readonly inputName?: string;
  /** Lookups that are read as they come, in place of the input. */
  readonly stream?: ClaimsStream | null;
  /** The name or the number of the sheet of a workbook; the first one when it is absent. */
  readonly sheet?: string | null;
  /** A file, or `STANDARD_OUTPUT`. */
  readonly out: string;
  /** Whether the line with the names of the columns is left out, which standard output alone allows. */
  readonly omitsHeader?: boolean;
  readonly fields: readonly string[];
  /** What columns are, by their headings. */
  readonly decided: ReadonlyMap<string, string>;
  /** The column that expected amounts are compared with. */
  readonly compare: string | null;
  /** Expects the rate also where less was billed. */
  readonly noChargeLimit?: boolean;
  /** How far a payment may be from the expected amount and still be as expected. */
  readonly tolerance: Tolerance;
  /** Writes where the figures of each result come from. */
  readonly explains: boolean;
  /** Months after which an edition is called stale; null: never. */
  readonly staleAfterMonths: number | null;
  /** Columns that are no parameters although they look like one. */
  readonly passThrough: readonly string[];
  /** The same, kept from an earlier file: this one need not have them. */
  readonly leftAlone?: readonly string[];
  /** How messages say what can be said about columns; as the command takes it when absent. */
  readonly advice?: Advice;
  /** Goes on with an interrupted run where there is one. */
  readonly resume: boolean;
  /** Replaces what is there. */
  readonly force: boolean;
  readonly today: Day;
  /** Told what the columns are before any work. */
  readonly onColumns?: (names: readonly string[], columns: InputColumns) => void;
}

/** What it is done with. */
export interface RepricingTools {
  /** The version of this program: another one may price otherwise. */
  readonly program: string;
  readonly startCrew: (plan: Plan) => Promise<Crew>;
  readonly interruption: AbortSignal;
  readonly onProgress: OnPricing;
  /** Says what is worth knowing before the work begins. */
  readonly tell: (text: string) => void;
  /** Limits what is written; without it there is no limit. */
  readonly mayWrite?: MayWrite;
  /** Takes the results that go to `STANDARD_OUTPUT`; resolves when there is room for more. */
  readonly writeOut?: (bytes: Uint8Array) => Promise<void>;
  /** Told when the output is complete, while nobody else may write to it. */
  readonly onComplete?: (done: CompleteRepricing, written: WrittenOutput) => Promise<void>;
}

export type RepricingOutcome = CompleteRepricing | { readonly kind: "interrupted"; readonly line: number };

/** In place of the path of a file to read. */
export const STANDARD_INPUT = "-";

/** In place of the path of a file to write: results are handed on as they come, and there is nothing to resume. */
export const STANDARD_OUTPUT = "-";
