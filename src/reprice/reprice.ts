import type { Day } from "../calendar/day.ts";
import { lookupOf, type State } from "../pricing/state.ts";
import type { Setting } from "../providers/definition.ts";
import { failure } from "../reading/failure.ts";
import type { Crew } from "./crew.ts";
import type { Plan } from "./plan.ts";
import { Tally, type TallyRecord } from "./pricing/tally.ts";
import { daysLeftToToday, type InputColumns, readColumns } from "./reading/columns.ts";
import { type Header, readHeader } from "./reading/header.ts";
import { type InputFile, openInput } from "./reading/input-file.ts";
import { type OnProgress, Run } from "./run.ts";
import { type Checkpoint, type RunIdentity, readCheckpoint, refuseOtherRun } from "./writing/checkpoint.ts";
import { outputHeader } from "./writing/output-columns.ts";
import { RunFiles } from "./writing/run-files.ts";
import { lockRun, pathsFor, type RunPaths, refuseInput, refuseToReplace } from "./writing/run-paths.ts";

/** What is asked for. */
export interface Repricing {
  readonly state: State;
  readonly setting: Setting;
  readonly release: Plan["release"];
  readonly input: string;
  readonly out: string;
  readonly fields: readonly string[];
  /** The column with what was paid. */
  readonly compare: string | null;
  /** Columns that are no parameters although they look like one. */
  readonly passThrough: readonly string[];
  /** Goes on with an interrupted run where there is one. */
  readonly resume: boolean;
  /** Replaces what is there. */
  readonly force: boolean;
  readonly today: Day;
}

/** What it is done with. */
export interface RepricingTools {
  /** The version of this program: another one may price otherwise. */
  readonly program: string;
  readonly startCrew: (plan: Plan) => Promise<Crew>;
  readonly interruption: AbortSignal;
  readonly onProgress: OnProgress;
  /** Says what is worth knowing before the work begins. */
  readonly tell: (text: string) => void;
}

export type RepricingOutcome =
  | { readonly kind: "complete"; readonly tally: TallyRecord; readonly faultsFile: string | null }
  | { readonly kind: "interrupted"; readonly line: number };

/** Prices the lookups of a CSV file into another one. What is wrong with the request is said before any work. */
export async function reprice(asked: Repricing, tools: RepricingTools): Promise<RepricingOutcome> {
  const input = await openInput(asked.input);
  try {
    const header = await readHeader(input);
    const columns = columnsOf(input, header, asked, tools);
    const paths = pathsFor(asked.out);
    refuseInput(paths, asked.input, asked.release.file);
    const giveBack = lockRun(paths);
    try {
      return await repriceTo(paths, input, header, columns, asked, tools);
    } finally {
      giveBack();
    }
  } finally {
    await input.close();
  }
}

async function repriceTo(
  paths: RunPaths,
  input: InputFile,
  header: Header,
  columns: InputColumns,
  asked: Repricing,
  tools: RepricingTools,
): Promise<RepricingOutcome> {
  const { files, checkpoint } = await startOf(paths, header, asked, identityOf(input, asked, tools));
  const { today } = checkpoint;
  tellColumns(header, columns, asked, today, tools);
  const plan: Plan = {
    state: asked.state.code,
    setting: asked.setting,
    release: asked.release,
    columns,
    fields: asked.fields,
    today,
  };
  return await carryOut(new Run(input, files, paths.progress, checkpoint), paths, plan, tools);
}

function columnsOf(input: InputFile, { names }: Header, asked: Repricing, { tell }: RepricingTools): InputColumns {
  const { compare, passThrough } = asked;
  const read = readColumns({ names, lookup: lookupOf(asked.state, asked.setting), compare, passThrough });
  if (!read.ok) throw failure(read.faults.map((fault) => `${input.path}:1: ${fault}`).join("\n"));
  for (const warning of read.warnings) tell(`${input.path}:1: ${warning}`);
  return read.columns;
}

/** What the columns were taken for: an analyst sees at once when a parameter is missing. */
function tellColumns(header: Header, columns: InputColumns, asked: Repricing, today: Day, tools: RepricingTools): void {
  const read = columns.parameters.map(({ name }) => name);
  const others = header.names.filter((name) => !read.includes(name));
  tools.tell(`Parameters: ${read.join(", ")}.${others.length > 0 ? ` Passed through: ${others.join(", ")}.` : ""}`);
  for (const name of daysLeftToToday(lookupOf(asked.state, asked.setting), columns, today)) {
    tools.tell(`There is no column ${name}: every lookup is priced as of ${today}.`);
  }
}

/** What must be the same for a run to be resumed. */
function identityOf(input: InputFile, asked: Repricing, { program }: RepricingTools): RunIdentity {
  return {
    state: asked.state.code,
    setting: asked.setting,
    "the input": input.fingerprint,
    "the release": asked.release.contentHash,
    "--fields": asked.fields.join(","),
    ...(asked.compare === null ? {} : { "--compare": asked.compare }),
    "the version of Ratebook": program,
  };
}

interface Start {
  readonly files: RunFiles;
  readonly checkpoint: Checkpoint;
}

async function startOf(paths: RunPaths, header: Header, asked: Repricing, run: RunIdentity): Promise<Start> {
  const before = asked.resume ? await readCheckpoint(paths.progress) : null;
  if (before !== null) {
    refuseOtherRun(paths.out, before, run);
    return { files: await RunFiles.goOn(paths, before), checkpoint: before };
  }
  if (!asked.force) refuseToReplace(paths);
  const files = await RunFiles.begin(paths, outputHeader(header, asked.fields, asked.compare !== null));
  const { outputBytes, faultsBytes } = files;
  const tally = new Tally().record();
  return { files, checkpoint: { run, today: asked.today, place: header.end, outputBytes, faultsBytes, tally } };
}

async function carryOut(
  run: Run,
  paths: RunPaths,
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
  return { kind: "complete", tally, faultsFile: tally.faulty > 0 ? paths.faults : null };
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
