import type { Day } from "../core/calendar/day.ts";
import type { ProtectedInput } from "../core/files/writing.ts";
import { failure } from "../core/runtime/failure.ts";
import { lookupOf } from "../pricing/state/state.ts";
import { type FileIdentity, identityAt, isSameContent } from "../release/open-file.ts";
import { type Claims, type ClaimsOptions, claimsOf, headingsOf } from "./claims.ts";
import type { Plan } from "./plan.ts";
import { toleranceText } from "./pricing/payment-comparison.ts";
import { faultLines, RepricingTally } from "./pricing/tally.ts";
import { COMMAND_ADVICE } from "./reading/advice.ts";
import { looksLikeClaim } from "./reading/column-contents.ts";
import { chargeLimitText, columnsText, comparedOfTwo, guessedText, nothingCompared } from "./reading/columns-text.ts";
import type { Header } from "./reading/header.ts";
import { daysLeftToToday, type InputColumns, readColumns } from "./reading/input-columns.ts";
import { type Repricing, type RepricingOutcome, type RepricingTools, STANDARD_OUTPUT } from "./repricing.ts";
import { Checkpoints, NO_CHECKPOINTS, RepricingRun, type RunCheckpoints } from "./run.ts";
import { takebacksOf } from "./takeback-search.ts";
import { faultsHeader, outputForm, outputHeader } from "./writing/output-columns.ts";
import {
  type Checkpoint,
  lockRun,
  pathsFor,
  RunFiles,
  type RunIdentity,
  type RunOutput,
  type RunPaths,
  readCheckpoint,
  refuseInputs,
  refuseOtherRun,
  refuseToReplace,
} from "./writing/run-files.ts";
import { StreamedOutput } from "./writing/streamed-output.ts";

/** Prices a table of claims into a CSV. Errors in the request are reported before any work. */
export async function reprice(request: Repricing, tools: RepricingTools): Promise<RepricingOutcome> {
  const watched = new WatchedInputs(filesReadBy(request));
  const claims = await claimsOf(request);
  const { input, header } = claims;
  try {
    const recognised = columnsOf(claims, request, tools.notify);
    request.onColumns?.(header.names, recognised);
    const columns = request.noChargeLimit ? { ...recognised, billed: null } : recognised;
    if (request.out === STANDARD_OUTPUT) return await repriceTo(null, claims, watched, columns, request, tools);
    const paths = pathsFor(request.out);
    refuseInputs(paths, inputsOf(request));
    const giveBack = lockRun(paths);
    try {
      return await repriceTo(paths, claims, watched, columns, request, tools);
    } finally {
      giveBack();
    }
  } finally {
    await input.close();
  }
}

/** The files of the claims. A stream passes by once. */
function filesReadBy({ input: path, inputName: name = path, stream = null, claims = null }: Repricing) {
  return [...(stream === null ? [{ path, name }] : []), ...(claims === null ? [] : [claims])];
}

function inputsOf({ input, release, claims, columnsFile }: Repricing): readonly ProtectedInput[] {
  return [
    { path: input, what: "the input" },
    { path: release.file, what: "the release" },
    ...(claims == null ? [] : [{ path: claims.path, what: "the file with the claims" }]),
    ...(columnsFile == null ? [] : [{ path: columnsFile, what: "the file of columns" }]),
  ];
}

/** Without paths the results go to standard output. */
async function repriceTo(
  paths: RunPaths | null,
  claims: Claims,
  watched: WatchedInputs,
  columns: InputColumns,
  request: Repricing,
  tools: RepricingTools,
): Promise<RepricingOutcome> {
  const { input, header } = claims;
  const { files, progress, checkpoint } = await startOf(paths, claims, columns, request, tools);
  const { today } = checkpoint;
  tools.notify(claims.format);
  reportColumns(header, columns, request, today, tools);
  const lookup = lookupOf(request.state, request.setting);
  const { interruption } = tools;
  const run = new RepricingRun(input, files, progress, checkpoint, tools.mayWrite);
  const search = { lookup, state: request.state.code, today, interruption };
  const takebacks = await orAbandoned(run, tools, async () => {
    const found = await takebacksOf(claims, columns, search);
    await refuseChanged(watched, run);
    return found;
  });
  const plan: Plan = {
    state: request.state.code,
    setting: request.setting,
    release: request.release,
    columns,
    leadingCells: claims.leadingCells,
    recordsAreLines: input.recordsAreLines,
    separator: claims.separator,
    fields: request.fields,
    tolerance: request.tolerance,
    explains: request.explains,
    isBesideMedicare: request.isBesideMedicare ?? false,
    staleAfterMonths: request.staleAfterMonths,
    columnsOption: (request.advice ?? COMMAND_ADVICE).option("columns"),
    takebacks,
    today,
    isFrom1904: claims.isFrom1904,
    hasSemicolons: claims.hasSemicolons,
  };
  const outcome = await orAbandoned(run, tools, () => carryOut(run, paths, plan, watched, tools));
  if (outcome.kind === "complete") {
    const { faultsFile } = outcome;
    const form = outputForm(request, columns);
    const out = paths?.out ?? STANDARD_OUTPUT;
    const written = {
      out,
      faultsFile,
      names: header.names,
      columns,
      form,
      cells: { today, isFrom1904: claims.isFrom1904, hasSemicolons: claims.hasSemicolons },
      remittance: claims.remittance,
      takebacks,
    };
    try {
      await tools.onComplete?.(outcome, written);
    } finally {
      await run.forget();
    }
  }
  return outcome;
}

/** The columns of an input; a failure lists all errors in them. */
export function columnsOf(claims: Claims, request: ClaimsOptions, notify: (text: string) => void): InputColumns {
  const { input, format, sheetRemedy } = claims;
  const { names, line } = claims.header;
  const read = readColumns(headingsOf(names, request, claims));
  // When columns are missing, the format of the file may have been misjudged.
  if (!read.ok) {
    notify(format);
    const faults = read.faults.map((fault) => `${input.path}:${line}: ${fault}`);
    const empty = hasNoClaims(claims) ? [`${input.path}: ${NO_CLAIMS}`] : [];
    throw failure([...empty, ...faults, ...(sheetRemedy === null ? [] : [sheetRemedy])].join("\n"));
  }
  for (const warning of read.warnings) notify(`${input.path}:${line}: ${warning}`);
  const guessed = guessedText(names, read.columns, request.advice);
  if (guessed !== null) notify(`${input.path}:${line}: ${guessed}`);
  return read.columns;
}

const NO_CLAIMS = "There are no claims in this file. It has headings and no lines below them.";

/** A claim that was taken for the headings is one: its own message says so. */
function hasNoClaims({ contents, header }: Claims): boolean {
  const isEmpty = contents?.every(({ filled }) => filled === 0) ?? false;
  return isEmpty && !looksLikeClaim(header.names);
}

function reportColumns(
  header: Header,
  columns: InputColumns,
  request: Repricing,
  today: Day,
  tools: RepricingTools,
): void {
  tools.notify(columnsText(header.names, columns));
  reportAmounts(header.names, columns, request, tools.notify);
  reportDaysLeftToToday(columns, request, today, tools.notify);
}

/** Reports what expected amounts are compared with and limited to. */
export function reportAmounts(
  names: readonly string[],
  columns: InputColumns,
  { advice }: Pick<Repricing, "advice">,
  notify: (text: string) => void,
): void {
  const texts = [
    nothingCompared(names, columns, advice),
    comparedOfTwo(columns, advice),
    chargeLimitText(columns, advice),
  ];
  for (const text of texts) if (text !== null) notify(text);
}

export function reportDaysLeftToToday(
  columns: InputColumns,
  { state, setting }: Pick<Repricing, "state" | "setting">,
  today: Day,
  notify: (text: string) => void,
): void {
  for (const name of daysLeftToToday(lookupOf(state, setting), columns, today)) {
    notify(`There is no column ${name}: every lookup is priced as of ${today}.`);
  }
}

/** Work of a run whose files are open: after a failure none stay that cannot be resumed. */
async function orAbandoned<T>(
  run: RepricingRun,
  { notify }: Pick<RepricingTools, "notify">,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (await run.abandon()) notify("What was written so far is kept: fix the cause and go on with --resume.");
    throw error;
  }
}

/** What was written of a changed file is not kept: resuming it could mix two contents. */
async function refuseChanged(watched: WatchedInputs, run: RepricingRun): Promise<void> {
  const change = watched.change();
  if (change === null) return;
  await run.forget();
  throw change;
}

async function carryOut(
  run: RepricingRun,
  paths: RunPaths | null,
  plan: Plan,
  watched: WatchedInputs,
  tools: RepricingTools,
): Promise<RepricingOutcome> {
  const isPriced = await priceAll(run, plan, tools);
  await refuseChanged(watched, run);
  if (!isPriced) {
    await run.pause();
    return { kind: "interrupted", line: run.checkpoint.place.line };
  }
  await run.finish();
  const { tally } = run.checkpoint;
  return { kind: "complete", tally, faultsFile: faultLines(tally) > 0 ? (paths?.faults ?? null) : null };
}

/** False when it was interrupted. */
async function priceAll(
  run: RepricingRun,
  plan: Plan,
  { startCrew, interruption, onProgress }: Pick<RepricingTools, "startCrew" | "interruption" | "onProgress">,
): Promise<boolean> {
  const crew = await startCrew(plan, run.bytesLeft);
  const endCrew = () => void crew.end();
  interruption.addEventListener("abort", endCrew);
  try {
    return !interruption.aborted && (await run.priceAll(crew, interruption, onProgress));
  } finally {
    interruption.removeEventListener("abort", endCrew);
    await crew.end();
  }
}

interface Start {
  readonly files: RunOutput;
  readonly progress: RunCheckpoints;
  readonly checkpoint: Checkpoint;
}

/** Opens the output of a run, at its beginning or where it was interrupted; standard output when there are no paths. */
async function startOf(
  paths: RunPaths | null,
  claims: Claims,
  columns: InputColumns,
  request: Repricing,
  tools: RepricingTools,
): Promise<Start> {
  const { header } = claims;
  const run = identityOf(claims, columns, request, tools);
  const before = request.resume && paths !== null ? await readCheckpoint(paths.progress) : null;
  if (paths !== null && before !== null) {
    refuseOtherRun(paths.out, before, run);
    const resumed = await RunFiles.goOn(paths, before, faultsHeader(header));
    return { files: resumed, progress: new Checkpoints(paths.progress, resumed), checkpoint: before };
  }
  if (paths !== null && !request.force) refuseToReplace(paths);
  const headers = {
    output: outputHeader(header, outputForm(request, columns)),
    faults: faultsHeader(header),
  };
  const begun =
    paths === null
      ? await beginStream(request.omitsHeader ? "" : headers.output, tools)
      : await beginFiles(paths, headers);
  const { outputBytes, faultsBytes } = begun.files;
  const tally = new RepricingTally().record();
  return { ...begun, checkpoint: { run, today: request.today, place: header.end, outputBytes, faultsBytes, tally } };
}

/** What must be equal for a run to be resumed. */
function identityOf(
  { fingerprint, header: { names } }: Claims,
  columns: InputColumns,
  request: Repricing,
  { program }: RepricingTools,
): RunIdentity {
  return {
    state: request.state.code,
    setting: request.setting,
    "the input": fingerprint,
    "the release": request.release.contentHash,
    "--fields": request.fields.join(","),
    "--tolerance": toleranceText(request.tolerance),
    "--explain": String(request.explains),
    "--medicare": String(request.isBesideMedicare ?? false),
    "--no-charge-limit": String(request.noChargeLimit ?? false),
    "the reading of the columns": columnsText(names, columns),
    "the version of Ratebook": program,
  };
}

async function beginFiles(
  paths: RunPaths,
  headers: { readonly output: string; readonly faults: string },
): Promise<Pick<Start, "files" | "progress">> {
  const files = await RunFiles.begin(paths, headers);
  return { files, progress: new Checkpoints(paths.progress, files) };
}

async function beginStream(
  header: string,
  { writeOut, notify }: RepricingTools,
): Promise<Pick<Start, "files" | "progress">> {
  if (writeOut === undefined) throw new Error("There is no receiver of the results.");
  return { files: await StreamedOutput.begin(header, writeOut, notify), progress: NO_CHECKPOINTS };
}

interface NamedFile {
  readonly path: string;
  readonly name: string;
}

/**
 * The files that a run reads, as they were before their first read. A run reads its input several times: the format, the takebacks,
 * the lines. A file that is written to in between would give results and totals of two contents.
 */
class WatchedInputs {
  readonly #files: readonly (NamedFile & { readonly before: FileIdentity | null })[];

  constructor(files: readonly NamedFile[]) {
    this.#files = files.map((file) => ({ ...file, before: identityAt(file.path) }));
  }

  /** The failure that names a file that was written to, replaced or deleted; null when there is none. */
  change(): Error | null {
    const changed = this.#files.find(({ path, before }) => {
      const now = identityAt(path);
      return before !== null && (now === null || !isSameContent(before, now));
    });
    if (changed === undefined) return null;
    return failure(
      `${changed.name} was changed while it was read, so no results are kept. Begin again when no program writes to it.`,
    );
  }
}
