import { existsSync } from "node:fs";
import { dirname, sep } from "node:path";
import type { MayWrite } from "../../core/files/writing.ts";
import { failure, isOutside, reasonOf } from "../../core/runtime/failure.ts";
import type { Peer } from "../../core/runtime/rpc.ts";
import { answerParent, isOutOfMemory } from "../../core/runtime/thread.ts";
import { quoted } from "../../core/text/refusal.ts";
import { lookupOf, type State } from "../../pricing/state/state.ts";
import { type Crew, startCrew } from "../crew.ts";
import { dryRun } from "../dry-run.ts";
import type { FirstNpis } from "../first-npis.ts";
import { JOB_LIMITS } from "../limits.ts";
import type { Plan } from "../plan.ts";
import { RepricingReport } from "../report/repricing-report.ts";
import type { RepricingSummary } from "../report/summary.ts";
import { summaryJson } from "../report/summary-json.ts";
import { reprice } from "../reprice.ts";
import type { Repricing } from "../repricing.ts";
import type { ShownTable } from "../shown-table.ts";
import { writeIndexes, writeNotes, writeSummary } from "./job-folder.ts";
import {
  FORM_ADVICE,
  type JobOutcome,
  type JobParentCalls,
  type JobProgress,
  type JobThreadCalls,
} from "./messages.ts";
import type { JobTask } from "./order.ts";
import { npisNotFound } from "./other-states.ts";
import { ResultRoom } from "./space.ts";

interface JobThreadSettings {
  readonly states: readonly State[];
  readonly pricingModule: URL;
  readonly program: string;
}

/** One thread prices; the other cores answer lookups. */
const PRICING_THREADS = 1;

const TOO_MANY_LINES = `The file has more than ${JOB_LIMITS.linesMax} lines. Split it, or reprice it with the command.`;

const PRICING_OUT_OF_MEMORY =
  "Pricing the file needs more memory than the service has for one file. Split the file, or reprice it with the command.";

const RELEASE_GONE =
  "The release that the file was accepted with is not there any more: it was replaced in place or deleted. Send the file again.";

/** Works on one file in its own thread, including reading and writing. */
export function runJobThread(settings: JobThreadSettings): void {
  const pausing = new AbortController();
  const calls: JobThreadCalls = {
    work: (task) => workOn(task, settings, parent, pausing.signal),
    pause: () => pausing.abort(),
  };
  const parent = answerParent<JobParentCalls>(calls);
}

/** An error in the file is an outcome; any other error is thrown. */
async function workOn(
  task: JobTask,
  settings: JobThreadSettings,
  parent: Peer<JobParentCalls>,
  pause: AbortSignal,
): Promise<JobOutcome> {
  let table: ShownTable | null = null;
  try {
    if (!task.isDryRun) return await pricedOutcome(task, settings, parent, pause);
    const note = (text: string) => parent.notify("note", withoutPaths(text, task));
    let lines: number | null = null;
    const onTable = (found: ShownTable) => {
      table = found;
    };
    const onLines = (count: number) => {
      lines = count;
    };
    let npis: FirstNpis | null = null;
    const onNpis = (found: FirstNpis) => {
      npis = found;
    };
    // A file that will be priced says where its providers are in its summary.
    const watcher = task.countsLines === true ? { onTable, onLines } : { onTable, onNpis };
    const request = repricingRequest(task, settings.states);
    const report = reportOf(task, request, settings, async () => {});
    // The page sends groupings of an earlier look along: they count once the file is priced.
    const onColumns: Repricing["onColumns"] = (names, columns) => report.refuseGroupings(names, columns);
    const shown = await dryRun(task.countsLines === true ? { ...request, onColumns } : request, note, watcher);
    return { kind: "shown", shown, lines, npis };
  } catch (error) {
    if (isOutOfMemory(error)) return { kind: "refused", reason: PRICING_OUT_OF_MEMORY, table };
    if (!isOutside(error)) throw error;
    return { kind: "refused", reason: withoutPaths(reasonOf(error), task), table };
  }
}

/** Prices the file. Its notes are written for a refused file too. */
async function pricedOutcome(
  task: JobTask,
  settings: JobThreadSettings,
  parent: Peer<JobParentCalls>,
  pause: AbortSignal,
): Promise<JobOutcome> {
  const notes: string[] = [];
  const note = (text: string) => {
    if (notes.length < JOB_LIMITS.notesMax) notes.push(withoutPaths(text, task));
  };
  const outcome = await outcomeOf(task, settings, parent, note, pause).catch(async (error: unknown) => {
    // The refusal matters more than notes that cannot be written.
    await writeNotes(task.findings, notes).catch(() => {});
    throw error;
  });
  await writeNotes(task.findings, notes);
  return outcome;
}

async function outcomeOf(
  task: JobTask,
  { states, pricingModule, program }: JobThreadSettings,
  parent: Peer<JobParentCalls>,
  note: (text: string) => void,
  pause: AbortSignal,
): Promise<JobOutcome> {
  const request = repricingRequest(task, states);
  const room = new ResultRoom(task.out, task.space, task.writtenBefore ?? 0);
  let progress: JobProgress | null = null;
  let { written } = room;
  const mayWrite: MayWrite = async (bytes) => {
    await room.take(bytes);
    // The workbook makes no progress in lines.
    if (progress === null || room.written - written < JOB_LIMITS.bytesPerLookAtDisk) return;
    written = room.written;
    parent.notify("progress", { ...progress, written });
  };
  const report = reportOf(task, request, { states, program }, mayWrite);
  const tooLong = new AbortController();
  let isBegun = false;
  const onColumns: Repricing["onColumns"] = (names, columns) => report.prepare(names, columns);
  const outcome = await reprice(
    { ...request, onColumns },
    {
      program,
      startCrew: (plan, bytes) => {
        isBegun = true;
        return startedCrew(pricingModule, plan, bytes, states);
      },
      interruption: AbortSignal.any([tooLong.signal, pause]),
      mayWrite,
      onProgress: ({ lookups, done, total }) => {
        progress = { lines: lookups, done, total, written: room.written };
        parent.notify("progress", progress);
        if (lookups > JOB_LIMITS.linesMax) tooLong.abort();
      },
      notify: (text) => {
        // Later messages are for the command: how to resume an interrupted run.
        if (!isBegun) note(text);
      },
      onComplete: async (done, output) => {
        if (done.tally.lookups <= JOB_LIMITS.linesMax) await report.make(done, output, tooLong.signal, () => {});
      },
    },
  );
  if (outcome.kind === "interrupted" && !tooLong.signal.aborted) return { kind: "paused" };
  if (outcome.kind === "interrupted" || outcome.tally.lookups > JOB_LIMITS.linesMax) {
    return { kind: "refused", reason: TOO_MANY_LINES, table: null };
  }
  const { tally, faultsFile } = outcome;
  const { lookups: lines, priced } = tally;
  const summary = summaryJson(report.facts);
  await writeSummary(task.findings, limitedSummary(summary));
  await writeIndexes(task.findings, report.facts.report);
  const variance = summary.compared === 0 ? null : (summary.total_difference ?? null);
  return { kind: "done", lines, priced, hasFaults: faultsFile !== null, variance };
}

/** A deleted, overwritten or replaced release cannot be opened: the client can only send the file again. */
async function startedCrew(module: URL, plan: Plan, bytes: number, states: readonly State[]): Promise<Crew> {
  const heapMebibytesMax = JOB_LIMITS.pricingHeapMebibytesMax;
  try {
    return await startCrew({ module, count: PRICING_THREADS, heapMebibytesMax }, plan, bytes, states);
  } catch (error) {
    throw isOutside(error) && !isOutOfMemory(error) ? failure(RELEASE_GONE) : error;
  }
}

function repricingRequest(task: JobTask, states: readonly State[]): Repricing {
  const { setting, sheet, input, claims, out, fields, compare, noChargeLimit, tolerance, today } = task;
  const { release, columns, staleAfterMonths } = task;
  const state = states.find(({ code }) => code === task.state);
  if (state === undefined) throw new Error(`There is no state ${task.state}.`);
  const decided = columns.filter((entry): entry is [string, string] => entry[1] !== null);
  return {
    state,
    setting,
    release: { file: release.file, contentHash: release.description.contentHash },
    input,
    inputName: INPUT_NAME,
    sheet,
    claims: claims !== undefined && existsSync(claims) ? { path: claims, name: CLAIMS_NAME } : null,
    unpackedBytesMax: JOB_LIMITS.unpackedBytesMax,
    out,
    fields,
    decided: new Map(decided),
    advice: FORM_ADVICE,
    passThrough: columns.flatMap(([heading, role]) => (role === null ? [heading] : [])),
    compare,
    noChargeLimit,
    tolerance,
    // The command that explains a line needs the server's disk.
    explains: false,
    isBesideMedicare: task.isBesideMedicare,
    staleAfterMonths,
    resume: task.isResumed ?? false,
    force: false,
    today,
  };
}

/** Names of the downloads. */
const CALLED = { out: "results.csv", faults: "faults.csv" };

function reportOf(
  task: JobTask,
  request: Repricing,
  { states, program }: Pick<JobThreadSettings, "states" | "program">,
  mayWrite: MayWrite,
): RepricingReport {
  const { state } = request;
  const { setting, release, out, tolerance, by, workbook, today, pageOrigin, otherStates = [] } = task;
  return new RepricingReport({
    state,
    lookup: lookupOf(state, setting),
    release: release.description,
    input: `${task.fileName ?? INPUT_NAME}${task.sheet === null ? "" : `, sheet ${task.sheet}`}`,
    claims: request.claims == null ? null : (task.claimsName ?? CLAIMS_NAME),
    out,
    called: CALLED,
    tolerance,
    by,
    workbook,
    force: false,
    program,
    day: today,
    command: null,
    pageAddress: pageOrigin == null ? null : `${pageOrigin}/?state=${state.code}&setting=${setting}&`,
    notFound: (npis) => npisNotFound(npis, release.file, states, state.code, otherStates),
    advice: FORM_ADVICE,
    mayWrite,
    refusedBy: (names, { expected }) => failure(`by ${quoted(names.join(","))} is not valid: expected ${expected}.`),
  });
}

/** The client's file in messages, whatever its name is. */
const INPUT_NAME = "the file";
const CLAIMS_NAME = "the file with the claims";

/** A line number follows. */
const LINE_OF_INPUT = new RegExp(`${INPUT_NAME}:(?=[0-9])`, "g");

/** A message without server paths: the client does not know them and must not. */
export function withoutPaths(text: string, { input, release }: Pick<JobTask, "input" | "release">): string {
  return text
    .replaceAll(input, INPUT_NAME)
    .replaceAll(LINE_OF_INPUT, "line ")
    .replaceAll(`${dirname(input)}${sep}`, "")
    .replaceAll(` ${release.file}`, "")
    .replaceAll(release.file, "the release")
    .slice(0, JOB_LIMITS.noteLengthMax);
}

/** Lists of a summary that a file can make long, the least important first. */
const LISTS = ["guessed_columns", "may_be_paid", "empty_tables", "stale_tables", "tables_without_edition"] as const;

/** Texts from the file, such as headings, are cut to this length in a summary that is still too large. */
const TEXT_CHARACTERS_MAX = 200;
const CUT = "... [cut]";

/**
 * A summary within a size limit. First it loses the points of its chart and the lines of its reasons. Then each grouping loses half
 * of its groups, repeatedly: the workbook has all of them. Then the largest differences, lists of columns and tables, and long
 * headings are cut. Counts and totals always stay.
 */
export function limitedSummary(
  whole: RepricingSummary,
  bytesMax: number = JOB_LIMITS.summaryBytesMax,
): RepricingSummary {
  if (isWithin(whole, bytesMax)) return whole;
  const summary = withoutExamples(whole);
  if (isWithin(summary, bytesMax)) return summary;
  let limited: RepricingSummary = summary;
  for (let groups = longest(summary) >> 1; ; groups >>= 1) {
    limited = withGroups(summary, groups);
    if (isWithin(limited, bytesMax)) return limited;
    if (groups === 0) break;
  }
  const differences = limited.largest_differences ?? [];
  for (let kept = differences.length >> 1; differences.length > 0; kept >>= 1) {
    const note = `Largest differences after the first ${kept}. The workbook lists them.`;
    limited = { ...withGroups(summary, 0, note), largest_differences: differences.slice(0, kept) };
    if (isWithin(limited, bytesMax)) return limited;
    if (kept === 0) break;
  }
  for (const name of LISTS) {
    const listed: unknown = Reflect.get(limited, name);
    if (!Array.isArray(listed) || listed.length === 0) continue;
    limited = {
      ...limited,
      [name]: [],
      left_out: [...(limited.left_out ?? []), `The list ${name}.`],
    } as RepricingSummary;
    if (isWithin(limited, bytesMax)) return limited;
  }
  const note = `The ends of texts with more than ${TEXT_CHARACTERS_MAX} characters.`;
  return cut({ ...limited, left_out: [...(limited.left_out ?? []), note] }) as RepricingSummary;
}

function withoutExamples(summary: RepricingSummary): RepricingSummary {
  const { points, not_priced_by_reason: notPriced, not_compared_by_reason: notCompared } = summary;
  const hasPoints = points !== undefined && points.length > 0;
  const hasExamples = notPriced?.length > 0 || (notCompared ?? []).length > 0;
  const notes = [
    ...(hasPoints ? ["Paid and expected amounts by line. The results have them."] : []),
    ...(hasExamples ? ["Lines of the reasons for no price and no comparison. The workbook lists them."] : []),
  ];
  if (notes.length === 0) return summary;
  return {
    ...summary,
    ...(hasPoints ? { points: [], points_left: summary.compared } : {}),
    ...(hasExamples
      ? {
          not_priced_by_reason: notPriced.map((each) => ({
            ...each,
            messages: each.messages.map((message) => ({ ...message, examples: [] })),
          })),
          ...(notCompared === undefined
            ? {}
            : { not_compared_by_reason: notCompared.map((each) => ({ ...each, examples: [] })) }),
        }
      : {}),
    left_out: notes,
  };
}

function isWithin(summary: RepricingSummary, bytesMax: number): boolean {
  return Buffer.byteLength(JSON.stringify(summary)) <= bytesMax;
}

function longest({ totals }: RepricingSummary): number {
  return Math.max(0, ...totals.map(({ groups }) => groups.length));
}

function withGroups(summary: RepricingSummary, groupsMax: number, ...further: readonly string[]): RepricingSummary {
  const notes = summary.totals.flatMap(({ by, groups, groups_total }) => {
    const listed = Math.min(groups.length, groupsMax);
    return listed === groups.length
      ? []
      : [`Totals by ${shortened(by)}: ${listed} of ${groups_total} groups are listed. The workbook has all.`];
  });
  const totals = summary.totals.map((each) => ({ ...each, groups: each.groups.slice(0, groupsMax) }));
  return { ...summary, totals, left_out: [...(summary.left_out ?? []), ...notes, ...further] };
}

function cut(value: unknown): unknown {
  if (typeof value === "string") return shortened(value);
  if (Array.isArray(value)) return value.map(cut);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cut(each)]));
}

function shortened(text: string): string {
  return text.length <= TEXT_CHARACTERS_MAX ? text : `${text.slice(0, TEXT_CHARACTERS_MAX - CUT.length)}${CUT}`;
}
