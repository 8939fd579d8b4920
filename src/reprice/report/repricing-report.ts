import { existsSync, realpathSync } from "node:fs";
import type { Day } from "../../core/calendar/day.ts";
import { Lock } from "../../core/files/lock.ts";
import { type MayWrite, refuseReplacing, writtenFile } from "../../core/files/writing.ts";
import { failure } from "../../core/runtime/failure.ts";
import type { OnProgress } from "../../core/runtime/progress.ts";
import { Refusal } from "../../core/text/refusal.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { State } from "../../pricing/state/state.ts";
import type { ReleaseDescription } from "../../release/release.ts";
import type { Tolerance } from "../pricing/payment-comparison.ts";
import { type Advice, COMMAND_ADVICE } from "../reading/advice.ts";
import { comparedColumn, type InputColumns } from "../reading/input-columns.ts";
import { STANDARD_OUTPUT } from "../repricing.ts";
import type { CompleteRepricing, WrittenOutput } from "../writing/output-columns.ts";
import { groupingsOf, USUAL_GROUPINGS } from "./grouping.ts";
import type { ListReading } from "./list-sheets.ts";
import { ListedLines, listedLines, NOTHING_LISTED, type NpisOfFile } from "./listed-lines.ts";
import { type FileNames, LISTED_MAX, type NpisNotFound, type Report, type RunFacts, reportOn } from "./report.ts";
import { writeReportWorkbook } from "./report-workbook.ts";
import { RowIndex } from "./result-rows.ts";
import { VarianceIndex } from "./variance-index.ts";

interface ReportRequest {
  readonly state: State;
  readonly lookup: RateLookup;
  readonly release: ReleaseDescription;
  readonly input: string;
  /** The file with the claims that a remittance is joined with. */
  readonly claims?: string | null;
  readonly out: string;
  /** The names of the run's files where a reader must not see their paths. */
  readonly called?: FileNames;
  readonly tolerance: Tolerance;
  readonly by: readonly string[] | null;
  readonly workbook: string | null;
  readonly force: boolean;
  readonly program: string;
  readonly day: Day;
  readonly command: string | null;
  /** Where the page shows the explanation of a lookup, up to its query; none when absent. */
  readonly pageAddress?: string | null;
  /** Which NPIs without a provider in the output the rates do not have; absent: the report says nothing about NPIs. */
  readonly notFound?: (npis: NpisOfFile | null) => Promise<NpisNotFound>;
  /** How the reader can assign columns; as for the command when absent. */
  readonly advice?: Advice;
  /** Limits the disk space of the workbook; unlimited when absent. */
  readonly mayWrite?: MayWrite;
  /** The error for groupings that the input does not have. */
  readonly refusedBy: (by: readonly string[], refusal: Refusal) => Error;
}

/** A lock: two commands with the same workbook write it one after the other, or fail. */
async function writeLocked(path: string, facts: RunFacts, reading: ListReading, mayWrite?: MayWrite): Promise<void> {
  const lock = Lock.take(path, "reprice");
  try {
    await writeReportWorkbook(path, facts, reading, mayWrite);
  } finally {
    lock.release();
  }
}

const NOTHING: Report = {
  ...{ totals: [], outcomes: new Map(), days: null },
  ...{ listed: NOTHING_LISTED, index: new RowIndex(), variances: new VarianceIndex([]) },
};

/** The report on a repricing: refused before the work if it is impossible, made when the output is complete. */
export class RepricingReport {
  readonly #request: ReportRequest;
  #facts: RunFacts | null = null;

  constructor(request: ReportRequest) {
    this.#request = request;
  }

  get facts(): RunFacts {
    if (this.#facts === null) throw new Error("The facts of a repricing were read before it was complete");
    return this.#facts;
  }

  /** Refuses groupings that an input with these columns does not have. */
  refuseGroupings(names: readonly string[], columns: InputColumns): void {
    const form = { fields: [], isCompared: comparedColumn(columns) !== null, isExplained: false };
    const cells = { today: this.#request.day, isFrom1904: false, hasSemicolons: false };
    this.#groupings({ names, columns, form, cells });
  }

  /** Refuses a report that is impossible for an input with these columns. */
  prepare(names: readonly string[], columns: InputColumns): void {
    const { workbook, force, input, claims = null, out } = this.#request;
    this.refuseGroupings(names, columns);
    if (workbook === null) return;
    const others = [
      { path: input, what: "the input" },
      ...(claims === null ? [] : [{ path: claims, what: "the file with the claims" }]),
      { path: out, what: "the output" },
    ];
    workbookPath(workbook, force, others);
  }

  async make(
    { tally }: CompleteRepricing,
    output: WrittenOutput,
    interruption: AbortSignal,
    onProgress: OnProgress,
  ): Promise<void> {
    const {
      state,
      lookup,
      release,
      input,
      claims = null,
      tolerance,
      workbook,
      program,
      day,
      command,
      pageAddress = null,
      advice = COMMAND_ADVICE,
    } = this.#request;
    const groupings = this.#groupings(output);
    // Without groupings or a workbook, counts are enough and the output is not read again.
    const isRead = groupings.length > 0 || workbook !== null;
    const listedMax = workbook === null ? 0 : LISTED_MAX;
    const listed = new ListedLines(output, groupings, listedLines(tally), lookup);
    const read = isRead ? await reportOn(output, { groupings, listedMax, listed, interruption, onProgress }) : NOTHING;
    const { npis = null, statesOfNpis = null } = (await this.#request.notFound?.(read.listed.npis)) ?? {};
    const report = { ...read, listed: { ...read.listed, npis } };
    const called = this.#request.called ?? { out: output.out, faults: output.faultsFile ?? "" };
    this.#facts = {
      state,
      lookup,
      release,
      input,
      claims,
      output,
      called,
      tally,
      tolerance,
      report,
      statesOfNpis,
      program,
      day,
      command,
      pageAddress,
      advice,
    };
    if (workbook === null) return;
    const reading = { interruption, onProgress };
    await writeLocked(workbookPath(workbook, true, []), this.#facts, reading, this.#request.mayWrite);
  }

  #groupings(output: Pick<WrittenOutput, "names" | "columns" | "form" | "cells">) {
    const { by, workbook, lookup, out, refusedBy } = this.#request;
    // Standard output cannot be read again. Of a dry run, which writes nothing, the names are checked all the same.
    if (out === STANDARD_OUTPUT && by === null) return [];
    const usual = output.form.isCompared || workbook !== null ? USUAL_GROUPINGS : [];
    const groupings = groupingsOf(by ?? usual, lookup, output);
    if (groupings instanceof Refusal) throw refusedBy(by ?? [], groupings);
    return groupings;
  }
}

/** Another file of the command. */
interface OtherFile {
  readonly path: string;
  /** `the input`. */
  readonly what: string;
}

/** The path of a workbook; refused before any work when it would replace something. */
function workbookPath(requested: string, force: boolean, others: readonly OtherFile[]): string {
  const path = writtenFile(requested);
  const clashing = others.find((other) => placeOf(other.path) === placeOf(path));
  if (clashing !== undefined) throw failure(`${path} is ${clashing.what} as well. Choose another --workbook.`);
  refuseReplacing([{ path, option: "--workbook" }], force);
  return path;
}

function placeOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
