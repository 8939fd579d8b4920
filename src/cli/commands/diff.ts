import { appendFileSync } from "node:fs";
import type { Day } from "../../core/calendar/day.ts";
import { refuseNoFile } from "../../core/files/reading.ts";
import { TemporaryFile } from "../../core/files/replace-file.ts";
import { refuseOverwriting, unwritable } from "../../core/files/writing.ts";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { CLAIMS_CSV_HEADER, claimCsvLine, claimsEffect } from "../../diff/claims-effect.ts";
import type { EffectTally } from "../../diff/effect-tally.ts";
import { compareReleases, type ReleaseComparison } from "../../diff/release-comparison.ts";
import { changeJson, csvPieces, releasesJson, tableJson } from "../../diff/wire.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { State } from "../../pricing/state/state.ts";
import { ReleaseDamaged, ReleaseRefused } from "../../release/soundness.ts";
import { openStored, type StoredRelease } from "../../release/stored-release.ts";
import { decidedColumns, readColumnsFile, writeColumnsFile } from "../../reprice/reading/decided-columns.ts";
import { todayIn } from "../../serve/operations/today.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, FAULTY_LINES, notify, print, printPieces, wrongUsage } from "../command-io.ts";
import { diffLines, effectJson, effectLines } from "../diff-text.ts";
import { lookupNamed, notHeld, type OpenedState, openState, stateNamed } from "../lookup-arguments.ts";
import { ProgressReport } from "../progress.ts";

interface DiffOptions {
  readonly on: Day | null;
  readonly state: string | null;
  readonly setting: string | null;
  readonly claims: string | null;
  readonly claimsCsv: string | null;
  readonly sheet: string | null;
  readonly columns: ReadonlyMap<string, string>;
  readonly columnsFile: string | null;
  readonly passThrough: readonly string[];
  readonly limit: number;
  readonly csv: string | null;
  readonly timeZone: string | null;
  readonly json: boolean;
}

interface Claims {
  readonly file: string;
  readonly state: State;
  readonly lookup: RateLookup;
}

export async function diff(before: string, after: string, options: DiffOptions): Promise<ExitCode> {
  const state = options.state === null ? null : stateNamed(options.state, states);
  const claims = claimsOf(state, options);
  if (claims !== null) refuseNoFile(claims.file);
  refuseOverwriting(outputsOf(options), [
    { path: before, what: "the earlier release" },
    { path: after, what: "the later release" },
    ...(claims === null ? [] : [{ path: claims.file, what: "the file of claims" }]),
  ]);
  const progress = new ProgressReport();
  try {
    const comparison = await compared(before, after, state, options.on, progress);
    const effect = claims === null ? null : await effectOn(claims, before, after, options, progress);
    progress.end();
    if (options.csv !== null) writeCsv(options.csv, comparison);
    if (options.json) printPieces(jsonPieces(comparison, claims, effect));
    else {
      for (const line of diffLines(comparison, options.limit)) print(line);
      if (claims !== null && effect !== null) {
        for (const line of effectLines(claims.file, effect, options.limit)) print(line);
      }
    }
    return effect !== null && effect.faulty > 0 ? FAULTY_LINES : 0;
  } finally {
    progress.end();
  }
}

function outputsOf({ csv, claimsCsv }: DiffOptions) {
  const outputs = [
    { path: csv, option: "--csv" },
    { path: claimsCsv, option: "--claims-csv" },
  ];
  return outputs.flatMap(({ path, option }) => (path === null ? [] : [{ path, option }]));
}

function claimsOf(state: State | null, { claims, setting, claimsCsv }: DiffOptions): Claims | null {
  if (claims === null) {
    if (claimsCsv !== null) throw wrongUsage("--claims-csv writes what becomes of claims: give it with --claims FILE.");
    if (setting !== null) throw wrongUsage("--setting says what the claims are: give it with --claims FILE.");
    return null;
  }
  if (state === null || setting === null) {
    throw wrongUsage("--claims needs to know what the claims are: add --state ca --setting outpatient, for instance.");
  }
  return { file: claims, state, lookup: lookupNamed(state, setting) };
}

async function compared(
  before: string,
  after: string,
  state: State | null,
  on: Day | null,
  progress: ProgressReport,
): Promise<ReleaseComparison> {
  const opened: StoredRelease[] = [];
  try {
    for (const file of [before, after]) opened.push(openStored(file, states));
    const [was, is] = opened as [StoredRelease, StoredRelease];
    for (const release of state === null ? [] : [was, is]) refuseWithout(release, state as State);
    return await compareReleases(was, is, {
      on,
      states: state === null ? null : [state.code],
      onProgress: (far) => progress.notify(far),
    });
  } catch (error) {
    throw asFailure(error);
  } finally {
    for (const release of opened) release.close();
  }
}

/** A file that cannot be opened, or is replaced or damaged while it is read, is no bug. */
function asFailure(error: unknown): unknown {
  return error instanceof ReleaseRefused || error instanceof ReleaseDamaged ? failure(reasonOf(error)) : error;
}

function refuseWithout({ file, states: held }: StoredRelease, state: State): void {
  if (held.includes(state)) return;
  throw notHeld(
    file,
    state,
    held.map(({ code }) => code),
  );
}

async function effectOn(
  { file, state, lookup }: Claims,
  before: string,
  after: string,
  { sheet, columns, columnsFile, passThrough, timeZone, limit, claimsCsv }: DiffOptions,
  progress: ProgressReport,
): Promise<EffectTally> {
  const opened: OpenedState[] = [];
  const kept = columnsFile === null ? null : readColumnsFile(columnsFile);
  const csv = claimsCsv === null ? null : new WrittenCsv(claimsCsv, "diff");
  try {
    csv?.write(CLAIMS_CSV_HEADER);
    for (const path of [before, after]) opened.push(openState(path, state));
    const [was, is] = opened as [OpenedState, OpenedState];
    const effect = await claimsEffect({
      input: file,
      state,
      setting: lookup.setting,
      before: was.source,
      after: is.source,
      sheet,
      ...decidedColumns({ columns, passThrough, compare: null }, kept),
      onColumns: (names, read) => {
        if (columnsFile !== null && kept === null) writeColumnsFile(columnsFile, names, read);
      },
      today: todayIn(timeZone)(),
      movesMax: limit,
      onClaim: (claim) => csv?.write(claimCsvLine(claim)),
      notify,
      onProgress: (far) => progress.notify(far),
    });
    csv?.keep();
    return effect;
  } finally {
    csv?.discard();
    for (const { release } of opened) release.close();
  }
}

function writeCsv(path: string, comparison: ReleaseComparison): void {
  const csv = new WrittenCsv(path, "diff");
  try {
    for (const piece of csvPieces(comparison)) csv.write(piece);
    csv.keep();
  } finally {
    csv.discard();
  }
}

/** One JSON object in pieces: a new registry has a million changes. */
function* jsonPieces(
  comparison: ReleaseComparison,
  claims: Claims | null,
  effect: EffectTally | null,
): Generator<string> {
  const { on, tables } = comparison;
  const { from, to, ...states } = releasesJson(comparison);
  const head = {
    ...{ from, to, on, ...states },
    tables: tables.map(tableJson),
    ...(claims === null || effect === null ? {} : { claims_effect: effectJson(claims.file, effect) }),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"changes":[`;
  let separator = "";
  for (const { changes } of tables) {
    for (const change of changes.inOrder()) {
      yield separator + JSON.stringify(changeJson(change));
      separator = ",";
    }
  }
  yield "]}\n";
}

/** Text that is written in one call. */
const PIECE_CHARACTERS_MIN = 200_000;

/** A CSV that appears under its name only when it is complete. */
class WrittenCsv {
  readonly #target: string;
  readonly #file: TemporaryFile;
  #piece = "";

  /** Throws a failure when the file cannot be written, before any work is done. */
  constructor(target: string, command: string) {
    this.#target = target;
    this.#file = new TemporaryFile(target, command);
  }

  write(text: string): void {
    this.#piece += text;
    if (this.#piece.length >= PIECE_CHARACTERS_MIN) this.#flush();
  }

  keep(): void {
    this.#flush();
    this.#file.keep();
  }

  discard(): void {
    this.#file.discard();
  }

  #flush(): void {
    try {
      appendFileSync(this.#file.path, this.#piece);
    } catch (error) {
      throw unwritable(this.#target, error);
    }
    this.#piece = "";
  }
}
