import type { Format } from "../../../answers/answer.ts";
import { nextSlice } from "../../../core/runtime/scheduler.ts";
import { type JobFolder, summaryCells } from "../../../reprice/jobs/job-folder.ts";
import type { JobList } from "../../../reprice/jobs/job-lists.ts";
import type { FoundJob } from "../../../reprice/jobs/job-store.ts";
import { isUnderWay, type JobRecord } from "../../../reprice/jobs/record.ts";
import {
  type DeletedJob,
  jobHead,
  jobTail,
  type ListedJob,
  type ListedJobs,
  listedJob,
  newJob,
} from "../../../reprice/jobs/repricing-job.ts";
import { JSON_OR_CSV } from "../content-negotiation.ts";
import { jobRow, jobsCsv, newJobCsv } from "../csv/job.ts";
import { XLSX_MEDIA_TYPE } from "../endpoints.ts";
import { chosenFormat, sendAs, sendStoredAs } from "../formats.ts";
import { openToSend, withPlace } from "./downloads.ts";
import { type JobRequest, NO_SUCH_JOB } from "./job-answer.ts";
import { openPieces, openWhole, type Piece } from "./stored-pieces.ts";

/** A file to download. */
interface Download {
  readonly name: string;
  readonly mediaType: string;
}

const CSV = "text/csv; charset=utf-8";
const RESULTS: Download = { name: "results.csv", mediaType: CSV };
const FAULTS: Download = { name: "faults.csv", mediaType: CSV };
const WORKBOOK: Download = { name: "report.xlsx", mediaType: XLSX_MEDIA_TYPE };

/** GET /reprice/{id}: how far it is and what came of it. */
export async function answerJob(request: JobRequest): Promise<void> {
  const { exchange, key, jobs, id } = request;
  const job = await jobs.find(id, key.id);
  if (job === null) {
    exchange.sendProblem(NO_SUCH_JOB);
    return;
  }
  await sendJob(request, job, chosenFormat(exchange, JSON_OR_CSV));
}

/** Sends all that is known of a job. */
export async function sendJob(request: JobRequest, job: FoundJob, format: Format, status = 200): Promise<void> {
  const { exchange, jobs } = request;
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
  await withPlace(request, jobs.endedJobAnswers, async () => {
    const stored = await openToSend(jobs, job, () => openPieces(piecesOf(job, format)));
    if (stored !== null) sendStoredAs(exchange, format, stored, status);
    else if (job.record.status === "done") exchange.sendProblem(NO_SUCH_JOB);
    // Of a job that failed there may be no notes.
    else sendRecord();
    return stored;
  });
}

/** GET /reprice: the jobs of the key and of the keys that it replaced, the newest first, each without its notes and its summary. */
export async function answerJobs({ exchange, key, jobs }: JobRequest): Promise<void> {
  const list = await jobs.list(key.id);
  // Hundreds of requests may have waited for the same list: lookups have their turn between their answers.
  await nextSlice();
  const format = chosenFormat(exchange, JSON_OR_CSV);
  sendAs(exchange, format, format === "csv" ? jobsCsvOf(list) : jobsJsonOf(list));
}

/** The text of a list is made once for all who share the list. */
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

/** The answer about a job that has ended: its notes and its summary are sent as they were written. */
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

/** DELETE /reprice/{id}: ends the work and deletes every file of it. */
export async function deleteJob({ exchange, key, jobs, id }: JobRequest): Promise<void> {
  const job = await jobs.find(id, key.id);
  if (job === null) {
    exchange.sendProblem(NO_SUCH_JOB);
    return;
  }
  await jobs.remove(job.folder);
  exchange.sendJson(JSON.stringify({ id, status: "deleted" } satisfies DeletedJob));
}

/** GET /reprice/{id}/results: the lines with what they should have been paid. */
export function answerResults(request: JobRequest): Promise<void> {
  return sendFile(request, ({ results }) => results, RESULTS);
}

/** GET /reprice/{id}/faults: the lines that could not be read, with the reasons. */
export function answerFaults(request: JobRequest): Promise<void> {
  return sendFile(request, ({ faults }, { hasFaults }) => (hasFaults ? faults : null), FAULTS);
}

/** GET /reprice/{id}/workbook: the summary, the lists and the sources, for people. */
export function answerWorkbook(request: JobRequest): Promise<void> {
  return sendFile(request, ({ workbook }) => workbook, WORKBOOK);
}

async function sendFile(
  request: JobRequest,
  pathOf: (folder: JobFolder, record: JobRecord) => string | null,
  { name, mediaType }: Download,
): Promise<void> {
  const { exchange, key, jobs, id } = request;
  // First: a request that finds no place costs no look at the disk.
  await withPlace(request, jobs.downloads, async () => {
    const job = await jobs.find(id, key.id);
    if (job === null) {
      exchange.sendProblem(NO_SUCH_JOB);
      return null;
    }
    const { folder, record } = job;
    if (record.status !== "done") {
      exchange.sendProblem({ code: "job_not_done", detail: notDone(record) });
      return null;
    }
    const path = pathOf(folder, record);
    if (path === null) {
      exchange.sendProblem({ code: "not_found", detail: "Every line of the file could be read: there are no faults." });
      return null;
    }
    const stored = await openToSend(jobs, job, () => openWhole(path));
    if (stored === null) {
      exchange.sendProblem(NO_SUCH_JOB);
      return null;
    }
    exchange.header("content-disposition", `attachment; filename="${name}"`);
    exchange.sendStream(mediaType, stored.length, stored.stream);
    return stored;
  });
}

function notDone({ status, reason }: JobRecord): string {
  return status === "failed"
    ? `The job has failed and has no results: ${reason ?? "no reason is known."}`
    : `The job is ${status} and has no results yet. Ask for it again in a moment.`;
}
