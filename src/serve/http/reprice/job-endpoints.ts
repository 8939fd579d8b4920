import type { Format } from "../../../answers/answer.ts";
import { csvOf, LINE_END } from "../../../answers/csv-table.ts";
import { nextSlice } from "../../../core/runtime/scheduler.ts";
import { type SingleValue, singleValues } from "../../../core/schema/schema.ts";
import { BYTE_ORDER_MARK } from "../../../core/text/csv.ts";
import { safeCell } from "../../../dataset/safe-cell.ts";
import type { ApiKey } from "../../../keys/api-key.ts";
import { SUMMARY_HEADINGS, summaryCells } from "../../../reprice/jobs/job-folder.ts";
import type { JobList } from "../../../reprice/jobs/job-lists.ts";
import type { FoundJob } from "../../../reprice/jobs/job-store.ts";
import type { RepricingJobs } from "../../../reprice/jobs/jobs.ts";
import { isUnderWay, type JobRecord } from "../../../reprice/jobs/record.ts";
import {
  type DeletedJob,
  downloadName,
  JOB_FILES,
  type JobFile,
  jobHead,
  jobHeadSchema,
  jobTail,
  jobTailSchema,
  type ListedJob,
  type ListedJobs,
  listedJob,
  newJob,
} from "../../../reprice/jobs/repricing-job.ts";
import { isFromPage } from "../access.ts";
import type { Exchange } from "../exchange.ts";
import { chosenFormat, JSON_OR_CSV, sendAs, sendStoredAs } from "../formats.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { openPieces, openToSend, openWhole, type Piece, withPlace } from "./downloads.ts";
import { NO_SUCH_JOB, NOT_DELETED } from "./refusals.ts";

export interface JobRequest {
  readonly exchange: Exchange;
  readonly key: ApiKey;
  readonly jobs: RepricingJobs;
  readonly id: string;
}

/** The finished job of a request; null when the request has been answered that there is none. */
export async function finishedJobOf(request: JobRequest): Promise<FoundJob | null> {
  const job = await jobOf(request);
  if (job === null || job.record.status === "done") return job;
  request.exchange.sendProblem({ code: "job_not_done", detail: notDone(job.record) });
  return null;
}

/** The job of a request; null when the request has been answered that there is none. */
async function jobOf({ exchange, key, jobs, id }: JobRequest): Promise<FoundJob | null> {
  const job = await jobs.find(id, key.id);
  if (job === null) exchange.sendProblem(NO_SUCH_JOB);
  return job;
}

/** GET /reprice/{id}: its progress and its outcome. */
export async function answerJob(request: JobRequest): Promise<void> {
  const job = await jobOf(request);
  if (job !== null) await sendJob(request, job, chosenFormat(request.exchange, JSON_OR_CSV));
}

export async function sendJob(request: JobRequest, job: FoundJob, format: Format, status = 200): Promise<void> {
  const { exchange, key, jobs } = request;
  const sendRecord = () =>
    sendAs(
      exchange,
      format,
      format === "csv" ? newJobCsv(listedJob(job.record)) : JSON.stringify(newJob(job.record)),
      status,
    );
  if (isUnderWay(job.record)) {
    sendRecord();
    return;
  }
  await withPlace(exchange, key, jobs.endedJobAnswers, async () => {
    const stored = await openToSend(jobs, job, () => openPieces(piecesOf(job, format)));
    if (stored !== null) sendStoredAs(exchange, format, stored, status);
    else if (job.record.status === "done") exchange.sendProblem(NO_SUCH_JOB);
    // A failed job may have no notes.
    else sendRecord();
    return stored;
  });
}

/** GET /reprice: the jobs of the key and of the keys that it replaced, the newest first, each without its notes and its summary. */
export async function answerJobs({ exchange, key, jobs }: JobRequest): Promise<void> {
  const list = await jobs.list(key.id);
  // Hundreds of requests may have waited for one list: lookups have their turn between their answers.
  await nextSlice();
  const format = chosenFormat(exchange, JSON_OR_CSV);
  sendAs(exchange, format, format === "csv" ? jobsCsvOf(list) : jobsJsonOf(list));
}

/** The text of a list is made once for all requests that share the list. */
function oncePerList(make: (listed: readonly ListedJob[]) => string): (list: JobList) => string {
  const made = new WeakMap<JobList, string>();
  return (list) => {
    const text = made.get(list) ?? make(list.map(listedJob));
    made.set(list, text);
    return text;
  };
}

const jobsCsvOf = oncePerList(jobsCsv);
const jobsJsonOf = oncePerList((jobs) => JSON.stringify({ jobs } satisfies ListedJobs));

/** The answer for an ended job: its notes and its summary are sent as they were written. */
function piecesOf(job: FoundJob, format: Format): readonly Piece[] {
  const { record, folder } = job;
  const { notesJson, notesCsv, summaryJson, summaryCsv } = folder.findings;
  const hasSummary = record.status === "done";
  if (format === "csv") {
    const { beforeNotes, beforeSummary, end } = jobRow(listedJob(record));
    return [
      beforeNotes,
      { file: notesCsv },
      beforeSummary,
      hasSummary ? { file: summaryCsv } : summaryCells(null),
      end,
    ];
  }
  const head = JSON.stringify(jobHead(record)).slice(0, -1);
  const tail = JSON.stringify(jobTail(record)).slice(1);
  return [
    `${head},"notes":`,
    { file: notesJson },
    ',"summary":',
    hasSummary ? { file: summaryJson } : "null",
    `,${tail}`,
  ];
}

/** DELETE /reprice/{id}: ends the work and deletes all its files. */
export async function deleteJob(request: JobRequest): Promise<void> {
  const job = await jobOf(request);
  if (job === null) return;
  const { exchange, jobs } = request;
  if (!(await jobs.remove(job.folder))) {
    exchange.header("retry-after", String(HTTP_LIMITS.retryAfterSecondsMax)).sendProblem(NOT_DELETED);
    return;
  }
  exchange.sendJson(JSON.stringify({ id: request.id, status: "deleted" } satisfies DeletedJob));
}

/** Null where the job has no such file. */
const FILE_PATHS: Readonly<Record<JobFile, (job: FoundJob) => string | null>> = {
  results: ({ folder }) => folder.results,
  faults: ({ folder, record }) => (record.hasFaults ? folder.faults : null),
  workbook: ({ folder }) => folder.workbook,
};

/** GET /reprice/{id}/results and the other files of a job. */
export async function sendFile(request: JobRequest, file: JobFile): Promise<void> {
  const { exchange, key, jobs } = request;
  const { ending, mediaType } = JOB_FILES[file];
  const isCsv = mediaType === "text/csv";
  // First: a request without a place costs no read of the disk.
  await withPlace(exchange, key, jobs.downloads, async () => {
    const job = await finishedJobOf(request);
    if (job === null) return null;
    const path = FILE_PATHS[file](job);
    if (path === null) {
      exchange.sendProblem({ code: "not_found", detail: "Every line of the file could be read: there are no faults." });
      return null;
    }
    // Excel reads a CSV as UTF-8 only with the mark; programs would take it for part of the first heading.
    const isMarked = isCsv && isFromPage(exchange);
    const open = () => (isMarked ? openPieces([BYTE_ORDER_MARK, { file: path }]) : openWhole(path));
    const stored = await openToSend(jobs, job, open);
    if (stored === null) {
      exchange.sendProblem(NO_SUCH_JOB);
      return null;
    }
    exchange.header("content-disposition", attachment(`${downloadName(job.record)}${ending}`));
    exchange.sendStream(isCsv ? `${mediaType}; charset=utf-8` : mediaType, stored.length, stored.stream);
    return stored;
  });
}

/** A header that names a file (RFC 6266): names beyond ASCII have a second form, which every browser prefers. */
export function attachment(name: string, disposition: "attachment" | "inline" = "attachment"): string {
  const plain = name.replace(/[^\x20-\x7e]/g, "_");
  const further = plain === name ? "" : `; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", "%27")}`;
  return `${disposition}; filename="${plain}"${further}`;
}

function notDone({ status, reason }: JobRecord): string {
  return status === "failed"
    ? `The job has failed and has no results: ${reason ?? "no reason is known."}`
    : `The job is ${status} and has no results yet. Ask for it again in a moment.`;
}

/** The columns before the notes, and those between the notes and the summary. */
const BEFORE_NOTES = singleValues(jobHeadSchema);
const AFTER_NOTES = singleValues(jobTailSchema);

const NOTES = "notes";

/** A row of a job around its notes and its summary, which are in separate files. */
interface JobRow {
  readonly beforeNotes: string;
  readonly beforeSummary: string;
  readonly end: string;
}

/** A job: its headings and the one row. */
function jobRow(job: ListedJob): JobRow {
  const headings = [...headingsOf(BEFORE_NOTES), NOTES, ...headingsOf(AFTER_NOTES), ...SUMMARY_HEADINGS];
  return {
    beforeNotes: `${headings.join(",")}${LINE_END}${cellsOf(BEFORE_NOTES, job)},`,
    beforeSummary: `,${cellsOf(AFTER_NOTES, job)},`,
    end: LINE_END,
  };
}

/** A job without a summary yet. */
function newJobCsv(job: ListedJob, notes: readonly string[] = []): string {
  const { beforeNotes, beforeSummary, end } = jobRow(job);
  return `${beforeNotes}${safeCell(notes)}${beforeSummary}${summaryCells(null)}${end}`;
}

/** Jobs without their notes and summaries: a row each. */
function jobsCsv(jobs: readonly ListedJob[]): string {
  return csvOf({ columns: [...BEFORE_NOTES, ...AFTER_NOTES], rows: jobs });
}

function headingsOf(columns: readonly SingleValue[]): readonly string[] {
  return columns.map(({ heading }) => heading);
}

function cellsOf(columns: readonly SingleValue[], job: ListedJob): string {
  return columns.map(({ of }) => safeCell(of(job))).join(",");
}
