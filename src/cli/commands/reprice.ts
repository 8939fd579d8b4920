import { canBeCompared, STAYS_NOT_COMPARED } from "../../answers/benchmark/compared.ts";
import { shellWord } from "../../answers/explanation/result-words.ts";
import { programVersion } from "../../core/files/installation.ts";
import { refuseNoFile } from "../../core/files/reading.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { startCrew } from "../../reprice/crew.ts";
import { dryRun } from "../../reprice/dry-run.ts";
import { npisNotFound } from "../../reprice/jobs/other-states.ts";
import type { Tolerance } from "../../reprice/pricing/payment-comparison.ts";
import { faultLines } from "../../reprice/pricing/tally.ts";
import { decidedColumns, readColumnsFile, writeColumnsFile } from "../../reprice/reading/decided-columns.ts";
import type { ClaimsStream } from "../../reprice/reading/open-stream.ts";
import { RepricingReport } from "../../reprice/report/repricing-report.ts";
import { summaryJson } from "../../reprice/report/summary-json.ts";
import { reprice as repriceFile } from "../../reprice/reprice.ts";
import {
  type Repricing,
  type RepricingOutcome,
  type RepricingTools,
  STANDARD_INPUT,
  STANDARD_OUTPUT,
} from "../../reprice/repricing.ts";
import { chosenFields } from "../../reprice/writing/output-columns.ts";
import { monthsOrNever } from "../../serve/operations/setting.ts";
import { todayIn } from "../../serve/operations/today.ts";
import { states } from "../../states/index.ts";
import {
  commandIo,
  commandLine,
  type ExitCode,
  FAULTY_LINES,
  notify,
  print,
  printBytes,
  printJson,
  refusedOption,
  wrongUsage,
} from "../command-io.ts";
import { entryPoints } from "../entry-points.ts";
import { lookupNamed, openState, stateNamed } from "../lookup-arguments.ts";
import { ProgressReport } from "../progress.ts";
import { dryRunText, repricingText } from "../repricing-text.ts";
import { spooledStandardInput } from "../standard-input.ts";

interface RepriceOptions extends StreamOptions {
  readonly release: string;
  readonly out: string | null;
  readonly sheet: string | null;
  readonly claims: string | null;
  readonly fields: readonly string[] | null;
  readonly columns: ReadonlyMap<string, string>;
  readonly columnsFile: string | null;
  readonly compare: string | null;
  readonly passThrough: readonly string[];
  readonly chargeLimit: boolean;
  readonly tolerance: Tolerance;
  readonly by: readonly string[] | null;
  readonly workbook: string | null;
  readonly explain: boolean;
  readonly medicare: boolean;
  readonly dryRun: boolean;
  readonly resume: boolean;
  readonly force: boolean;
  readonly workers: number;
  readonly database: string | null;
  readonly staleAfter: number;
  readonly timeZone: string | null;
  readonly json: boolean;
}

export async function reprice(
  stateCode: string,
  settingName: string,
  input: string,
  output: string | undefined,
  asGiven: RepriceOptions,
): Promise<ExitCode> {
  const given = { ...asGiven, out: outputNamed(output, asGiven.out) };
  const stream = given.dryRun ? null : streamOf(input, output, given);
  if (given.out === null && !given.dryRun) {
    throw wrongUsage("Say where the results go: --out repriced.csv, or --out - for standard output.");
  }
  // A dry run writes nothing.
  const options = { ...given, out: given.out ?? STANDARD_OUTPUT };
  const state = stateNamed(stateCode, states);
  const lookup = lookupNamed(state, settingName);
  const { setting } = lookup;
  if (options.resume && options.force) throw wrongUsage("--resume goes on and --force begins again: give one of them.");
  if (!options.dryRun && options.resume && options.out === STANDARD_OUTPUT) {
    throw wrongUsage(
      "What went to standard output cannot be gone on with: leave --resume out, or name a file with --out.",
    );
  }
  if (!options.dryRun && options.out === STANDARD_OUTPUT && (options.workbook !== null || options.by !== null)) {
    throw wrongUsage(
      "Totals and workbooks are made from the complete output: leave --workbook and --by out, or name a file with --out.",
    );
  }
  if (options.medicare && !canBeCompared(lookup)) throw wrongUsage(`Leave --medicare out. ${STAYS_NOT_COMPARED}`);
  const fields = chosenFields(lookup, options.fields);
  if (fields instanceof Refusal) throw refusedOption("--fields", (options.fields ?? []).join(","), fields);
  if (input !== STANDARD_INPUT) refuseNoFile(input);
  if (options.claims !== null) refuseNoFile(options.claims);
  const { release } = openState(options.release, state);
  const { description } = release;
  release.close();

  const { out, compare, tolerance, resume, force } = options;
  const { columnsFile } = options;
  const kept = columnsFile === null ? null : readColumnsFile(columnsFile);
  const piped = input === STANDARD_INPUT && stream === null ? await spooledStandardInput() : null;
  const inputName = input === STANDARD_INPUT ? "standard input" : input;
  const today = todayIn(options.timeZone)();
  const others = states.map(({ code }) => code).filter((code) => code !== state.code);
  const report = new RepricingReport({
    ...options,
    state,
    lookup,
    release: description,
    input: inputName,
    program: programVersion(),
    day: today,
    notFound: (npis) => npisNotFound(npis, options.release, states, state.code, others),
    command: ["ratebook", ...commandLine().map(shellWord)].join(" "),
    refusedBy: (by, refusal) => refusedOption("--by", by.join(","), refusal),
  });
  const repricing: Repricing = {
    state,
    setting,
    release: { file: options.release, contentHash: description.contentHash },
    input: piped?.path ?? input,
    inputName,
    stream,
    sheet: options.sheet,
    claims: options.claims === null ? null : { path: options.claims, name: options.claims },
    columnsFile,
    out,
    omitsHeader: options.omitHeader,
    fields,
    ...decidedColumns(options, kept),
    compare,
    noChargeLimit: !options.chargeLimit,
    tolerance,
    explains: options.explain,
    isBesideMedicare: options.medicare,
    staleAfterMonths: monthsOrNever(options.staleAfter),
    resume,
    force,
    today,
    onColumns: (names, columns) => {
      report.prepare(names, columns);
      if (columnsFile !== null && kept === null) writeColumnsFile(columnsFile, names, columns);
    },
  };
  if (options.dryRun) {
    const onColumns: Repricing["onColumns"] = (names, columns) => report.refuseGroupings(names, columns);
    const shown = await dryRun({ ...repricing, onColumns }, notify).finally(() => piped?.remove());
    if (options.json) printJson({ columns: shown.columns, lines: shown.lines });
    else print(dryRunText(shown));
    return shown.lines.some(({ faults }) => faults.length > 0) ? FAULTY_LINES : 0;
  }
  const outcome = await interruptibly(out !== STANDARD_OUTPUT, (interruption) =>
    work(repricing, crewOf(options), report, interruption).finally(() => piped?.remove()),
  );
  if (outcome.kind === "interrupted") return 1;
  const summary = options.json ? JSON.stringify(summaryJson(report.facts)) : repricingText(report.facts);
  // Standard output carries either results or the summary.
  (out === STANDARD_OUTPUT ? notify : print)(summary);
  if (faultLines(outcome.tally) === 0) return 0;
  return FAULTY_LINES;
}

/** The threads of this machine, or the nodes of a database. */
function crewOf({ database, workers }: RepriceOptions): RepricingTools["startCrew"] {
  const threads = { module: entryPoints.repriceThread, count: workers };
  if (database === null) return (plan, bytes) => startCrew(threads, plan, bytes, states);
  return async (plan) => {
    const { RangeCrew } = await import("../../reprice/ranges/range-crew.ts");
    return await RangeCrew.start(database, plan, programVersion(), notify);
  };
}

async function work(
  repricing: Repricing,
  startCrew: RepricingTools["startCrew"],
  report: RepricingReport,
  interruption: AbortSignal,
): Promise<RepricingOutcome> {
  const progress = new ProgressReport();
  try {
    return await repriceFile(repricing, {
      program: programVersion(),
      startCrew,
      interruption,
      onProgress: (far) => progress.notify(far),
      notify,
      writeOut: printBytes,
      onComplete: (done, output) => report.make(done, output, interruption, (far) => progress.notify(far)),
    });
  } finally {
    progress.end();
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** On a stop signal, lets the work save its progress, and then ends by that signal. */
async function interruptibly(
  canBeResumed: boolean,
  task: (interruption: AbortSignal) => Promise<RepricingOutcome>,
): Promise<RepricingOutcome> {
  const controller = new AbortController();
  const abort = (signal: NodeJS.Signals) => controller.abort(signal);
  for (const signal of SIGNALS) process.once(signal, abort);
  let outcome: RepricingOutcome;
  try {
    outcome = await task(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, abort);
  }
  if (outcome.kind === "interrupted") {
    notify(`Interrupted before line ${outcome.line}.${canBeResumed ? " Go on with --resume." : ""}`);
    process.kill(process.pid, controller.signal.reason as NodeJS.Signals);
  }
  return outcome;
}

/** A range begins with the line after the headings, unless an option says otherwise. */
const FIRST_LINE = 2;

interface StreamOptions {
  readonly headerFile: string | null;
  readonly firstLine: number | null;
  readonly omitHeader: boolean;
}

/** Where results go: named after the input, or with an option, but not both. */
function outputNamed(argument: string | undefined, option: string | null): string | null {
  if (argument === undefined) return option;
  if (option !== null) throw wrongUsage("The output is named twice: leave --out out, or the name after the input.");
  return argument;
}

/**
 * A filter, `reprice ca outpatient - -`, reads standard input and writes results, also for a range of a file. Null for any other repricing,
 * which refuses the options of a filter.
 */
function streamOf(
  input: string,
  argument: string | undefined,
  { headerFile, firstLine, omitHeader, claims }: StreamOptions & Pick<RepriceOptions, "claims">,
): ClaimsStream | null {
  const isFilter = input === STANDARD_INPUT && argument === STANDARD_OUTPUT;
  const ofFilters = [
    headerFile !== null && "--header-file",
    firstLine !== null && "--first-line",
    omitHeader && "--omit-header",
  ];
  const [first] = ofFilters.filter((option) => option !== false);
  if (!isFilter && first !== undefined) {
    throw wrongUsage(`${first} is for ranges that are streamed: write - - after the setting, or leave it out.`);
  }
  if (!isFilter) return null;
  if (claims !== null)
    throw wrongUsage("--claims joins a whole remittance, and a filter reads CSV: leave the second - out.");
  if (headerFile === null && firstLine !== null) {
    throw wrongUsage("--first-line numbers a range without headings: say where they are with --header-file.");
  }
  const range = headerFile === null ? null : { headerFile, firstLine: firstLine ?? FIRST_LINE };
  return { bytes: commandIo().stdin, range };
}
