import type { Day } from "../calendar/day.ts";
import type { CareSetting } from "../providers/definition.ts";
import { failure } from "../runtime/failure.ts";
import { lookupOf, type State } from "../state/state.ts";
import { type Claims, type ClaimsAsked, claimsOf, headingsOf } from "./claims.ts";
import type { Crew } from "./crew.ts";
import type { Plan } from "./plan.ts";
import { faultLines } from "./pricing/tally.ts";
import type { Tolerance } from "./pricing/verdict.ts";
import { type Advice, COMMAND_ADVICE } from "./reading/advice.ts";
import { columnsText, daysLeftToToday, type InputColumns, readColumns } from "./reading/columns.ts";
import type { Header } from "./reading/header.ts";
import { nothingCompared } from "./reading/paid-candidates.ts";
import type { ClaimsStream } from "./reading/table/open-stream.ts";
import { type OnPricing, Run } from "./run.ts";
import { STANDARD_OUTPUT } from "./standard-streams.ts";
import { startOf } from "./start.ts";
import { lockRun, pathsFor, type RunPaths, refuseInput } from "./writing/run-paths.ts";
import { type CompleteRepricing, outputForm, type WrittenOutput } from "./written-output.ts";

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
  /** The column with what was paid. */
  readonly compare: string | null;
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
  /** Takes the results that go to `STANDARD_OUTPUT`; resolves when there is room for more. */
  readonly writeOut?: (bytes: Uint8Array) => Promise<void>;
  /** Told when the output is complete, while nobody else may write to it. */
  readonly onComplete?: (done: CompleteRepricing, written: WrittenOutput) => Promise<void>;
}

export type RepricingOutcome = CompleteRepricing | { readonly kind: "interrupted"; readonly line: number };

/** Prices the lookups of a table into a CSV. What is wrong with the request is said before any work. */
export async function reprice(asked: Repricing, tools: RepricingTools): Promise<RepricingOutcome> {
  const claims = await claimsOf(asked);
  const { input, header } = claims;
  try {
    const columns = columnsOf(claims, asked, tools.tell);
    asked.onColumns?.(header.names, columns);
    if (asked.out === STANDARD_OUTPUT) return await repriceTo(null, claims, columns, asked, tools);
    const paths = pathsFor(asked.out);
    refuseInput(paths, asked.input, asked.release.file);
    const giveBack = lockRun(paths);
    try {
      return await repriceTo(paths, claims, columns, asked, tools);
    } finally {
      giveBack();
    }
  } finally {
    await input.close();
  }
}

/** Without paths the results go to standard output. */
async function repriceTo(
  paths: RunPaths | null,
  claims: Claims,
  columns: InputColumns,
  asked: Repricing,
  tools: RepricingTools,
): Promise<RepricingOutcome> {
  const { input, header } = claims;
  const { files, progress, checkpoint } = await startOf(paths, claims, columns, asked, tools);
  const { today } = checkpoint;
  tools.tell(claims.told);
  tellColumns(header, columns, asked, today, tools);
  const plan: Plan = {
    state: asked.state.code,
    setting: asked.setting,
    release: asked.release,
    columns,
    leadingCells: claims.leadingCells,
    recordsAreLines: input.recordsAreLines,
    fields: asked.fields,
    tolerance: asked.tolerance,
    explains: asked.explains,
    staleAfterMonths: asked.staleAfterMonths,
    columnsOption: (asked.advice ?? COMMAND_ADVICE).option("columns"),
    today,
    isFrom1904: claims.isFrom1904,
    hasSemicolons: claims.hasSemicolons,
  };
  const outcome = await carryOut(new Run(input, files, progress, checkpoint), paths, plan, tools);
  if (outcome.kind === "complete") {
    const { faultsFile } = outcome;
    const form = outputForm(asked, columns);
    const out = paths?.out ?? STANDARD_OUTPUT;
    await tools.onComplete?.(outcome, {
      out,
      faultsFile,
      names: header.names,
      columns,
      form,
      cells: { today, isFrom1904: claims.isFrom1904, hasSemicolons: claims.hasSemicolons },
    });
  }
  return outcome;
}

/** What the columns of an input are; what is wrong with them is a failure that tells it all. */
export function columnsOf(
  { input, header: { names, line }, told, sheetRemedy }: Claims,
  asked: ClaimsAsked,
  tell: (text: string) => void,
): InputColumns {
  const read = readColumns(headingsOf(names, asked));
  // Where columns are missing, the file may have been taken for something else than it is.
  if (!read.ok) tell(told);
  if (!read.ok) {
    const faults = read.faults.map((fault) => `${input.path}:${line}: ${fault}`);
    throw failure([...faults, ...(sheetRemedy === null ? [] : [sheetRemedy])].join("\n"));
  }
  for (const warning of read.warnings) tell(`${input.path}:${line}: ${warning}`);
  return read.columns;
}

function tellColumns(header: Header, columns: InputColumns, asked: Repricing, today: Day, tools: RepricingTools): void {
  tools.tell(columnsText(header.names, columns));
  const uncompared = nothingCompared(header.names, columns, asked.advice);
  if (uncompared !== null) tools.tell(uncompared);
  tellDaysLeftToToday(columns, asked, today, tools.tell);
}

export function tellDaysLeftToToday(
  columns: InputColumns,
  { state, setting }: Pick<Repricing, "state" | "setting">,
  today: Day,
  tell: (text: string) => void,
): void {
  for (const name of daysLeftToToday(lookupOf(state, setting), columns, today)) {
    tell(`There is no column ${name}: every lookup is priced as of ${today}.`);
  }
}

async function carryOut(
  run: Run,
  paths: RunPaths | null,
  plan: Plan,
  { startCrew, interruption, onProgress, tell }: RepricingTools,
): Promise<RepricingOutcome> {
  try {
    if (!(await priceAll(run, plan, { startCrew, interruption, onProgress }))) {
      await run.pause();
      return { kind: "interrupted", line: run.checkpoint.place.line };
    }
    await run.finish();
  } catch (error) {
    if (await run.abandon()) tell("What was written so far is kept: mend the cause and go on with --resume.");
    throw error;
  }
  const { tally } = run.checkpoint;
  return { kind: "complete", tally, faultsFile: faultLines(tally) > 0 ? (paths?.faults ?? null) : null };
}

/** False when it was interrupted. */
async function priceAll(
  run: Run,
  plan: Plan,
  { startCrew, interruption, onProgress }: Pick<RepricingTools, "startCrew" | "interruption" | "onProgress">,
): Promise<boolean> {
  const crew = await startCrew(plan);
  const endCrew = () => void crew.end();
  interruption.addEventListener("abort", endCrew);
  try {
    return !interruption.aborted && (await run.priceAll(crew, interruption, onProgress));
  } finally {
    interruption.removeEventListener("abort", endCrew);
    await crew.end();
  }
}
