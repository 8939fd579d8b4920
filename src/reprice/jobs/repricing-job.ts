import {
  array,
  choice,
  integer,
  named,
  nullable,
  nullableString,
  object,
  string,
  stringArray,
  type ValueOf,
} from "../../core/schema/schema.ts";
import { REPRICE_PATH } from "../../pricing/state/api-paths.ts";
import { releaseJson, releaseSchema } from "../../pricing/state/release-json.ts";
import { dryRunLine } from "../dry-run.ts";
import { JOB_LIMITS } from "../limits.ts";
import { npisOfFile, summarySchema } from "../report/summary.ts";
import { shownTableSchema } from "../shown-table.ts";
import { JOB_STATUSES, type JobRecord } from "./record.ts";

/** The media type of workbooks (ECMA-376). */
const XLSX_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The files of a job that is done, by the last parts of their paths. */
export const JOB_FILES = {
  results: {
    ...{ ending: "-results.csv", mediaType: "text/csv", summary: "The results of a job" },
    description:
      "The lines of the file, each with its result, as CSV: the same bytes that `ratebook reprice` writes. To the page of the service (a session in place of a key) with a byte order mark.",
  },
  faults: {
    ...{ ending: "-rejected.csv", mediaType: "text/csv", summary: "The rejected lines of a job" },
    description:
      "The lines that could not be read or compared, with the reasons, as CSV. There is none when every line could be read. To the page of the service with a byte order mark.",
  },
  workbook: {
    ...{ ending: ".xlsx", mediaType: XLSX_MEDIA_TYPE, summary: "The workbook of a job" },
    description:
      "Summary, every line in the sheet of its outcome, totals and sources, as XLSX: what `ratebook reprice --workbook` writes, with a link to the explanation of each line.",
  },
} as const;

export type JobFile = keyof typeof JOB_FILES;

export const JOB_FILE_NAMES = Object.keys(JOB_FILES) as readonly JobFile[];

/** Endings of files that people send. */
const FILE_ENDING = /\.(?:csv|txt|tsv|xlsx|xls|835|837|x12|edi|zip)$/i;

/** Characters that a file name cannot have on some system, or that a header cannot carry. */
const NOT_IN_FILE_NAMES = /[<>:"/\\|?*%;,\s\p{Cc}]+/gu;

/** The longest beginning that a download keeps of the client's name. */
const NAME_CHARACTERS_MAX = 80;

/** The name of a download without its ending: `claims-ca-2026-11-17`, after the client's file, the state and the day it was sent. */
export function downloadName({ fileName, state, createdAt }: JobRecord): string {
  const named = (fileName ?? "")
    .replace(FILE_ENDING, "")
    .replace(NOT_IN_FILE_NAMES, "-")
    .replace(/^[-.]+|-+$/g, "");
  const beginning = named.slice(0, NAME_CHARACTERS_MAX).toWellFormed() || "claims";
  return [beginning, state, createdAt.slice(0, "YYYY-MM-DD".length)].filter((part) => part !== null).join("-");
}

// A job as JSON. Notes and summary come between head and tail: they are files, sent as they were written.

const head = {
  id: string("Its number, 32 hexadecimal digits."),
  status: choice(JOB_STATUSES, "How far it is."),
  state: nullableString("Code of the state."),
  setting: nullableString("Outpatient or inpatient."),
  file_name: nullableString("The client's name of the file, without its folder; null where the form has none."),
  claims_name: nullableString("The same of the file with the claims of a remittance."),
  created_at: string("When the file began to arrive."),
  ended_at: nullableString("When it was done, or failed."),
  deleted_at: nullableString("When its files will be deleted."),
  release: nullable(
    releaseSchema,
    "The release that the file is priced with: the one in service when it was accepted.",
  ),
  lines_done: integer("Lines that are priced."),
  bytes_done: integer("How much of the file that is."),
  bytes_total: integer("Size of the file."),
  variance: nullableString(
    "When it is done: expected minus paid, of all lines that were compared, as `summary.total_difference`; null where nothing was compared.",
  ),
};

const tail = {
  reason: nullableString("Why it failed."),
  results: nullableString("Where the results are, when it is done."),
  workbook: nullableString("Where the report is as a workbook (XLSX), when it is done."),
  faults: nullableString("Where the lines are that could not be read; null when there are none."),
};

const repricingJob = object("Repricing job", {
  ...head,
  notes: stringArray("What the columns were taken for, and warnings."),
  summary: nullable(summarySchema, "When it is done: what `ratebook reprice --json` prints."),
  ...tail,
});

const listedJobSchema = object("Listed repricing job", { ...head, ...tail });

const jobs = object("Repricing jobs", {
  jobs: array(
    named("ListedRepricingJob", listedJobSchema),
    "The newest first, each without its notes and its summary.",
  ),
});

const deletedJob = object("Deleted job", {
  id: string("Its number."),
  status: choice(["deleted"], "It is deleted."),
});

const npisOfFirstLines = object("NPIs of the first lines", {
  ...npisOfFile,
  lines: nullable(integer("How many."), "Of how many first lines; null where that is the whole file."),
});

const dryRunAnswer = object("Dry run", {
  columns: string("What the columns were taken for."),
  notes: stringArray("What the file was taken for, and warnings."),
  table: shownTableSchema,
  lines: array(dryRunLine, "The first lines as they would be read."),
  npis: nullable(
    npisOfFirstLines,
    "Whether the providers are in the release, before anything is priced; null where the first lines have no NPI.",
  ),
});

export const jobHeadSchema = object("Head of a job", head);
export const jobTailSchema = object("Tail of a job", tail);
export const jobSchema = named("RepricingJob", repricingJob);
export const jobsSchema = named("RepricingJobs", jobs);
export const deletedJobSchema = named("DeletedRepricingJob", deletedJob);
export const dryRunSchema = named("RepricingDryRun", dryRunAnswer);

export type RepricingJob = ValueOf<typeof repricingJob>;
export type ListedJob = ValueOf<typeof listedJobSchema>;
export type ListedJobs = ValueOf<typeof jobs>;
export type DeletedJob = ValueOf<typeof deletedJob>;
export type NpisOfFirstLines = ValueOf<typeof npisOfFirstLines>;
export type DryRunAnswer = ValueOf<typeof dryRunAnswer>;

export function jobPath(id: string): string {
  return `${REPRICE_PATH}/${id}`;
}

export function jobHead(record: JobRecord): ValueOf<typeof jobHeadSchema> {
  const { id, status, state, setting, fileName, claimsName = null, createdAt, endedAt, release, variance } = record;
  return {
    id,
    status,
    state,
    setting,
    file_name: fileName,
    claims_name: claimsName,
    created_at: createdAt,
    ended_at: endedAt,
    deleted_at: endedAt === null ? null : new Date(Date.parse(endedAt) + JOB_LIMITS.keptMillisecondsMax).toISOString(),
    release: release === null ? null : releaseJson(release),
    lines_done: record.linesDone,
    bytes_done: record.bytesDone,
    bytes_total: record.bytesTotal,
    variance,
  };
}

export function jobTail({ id, status, reason, hasFaults }: JobRecord): ValueOf<typeof jobTailSchema> {
  const pathOf = (file: JobFile) => (status === "done" ? `${jobPath(id)}/${file}` : null);
  return {
    reason,
    results: pathOf("results"),
    workbook: pathOf("workbook"),
    faults: hasFaults ? pathOf("faults") : null,
  };
}

/** A job in a list: without notes and summary. */
export function listedJob(record: JobRecord): ListedJob {
  return { ...jobHead(record), ...jobTail(record) };
}

export function newJob(record: JobRecord): RepricingJob {
  return { ...jobHead(record), notes: [], summary: null, ...jobTail(record) };
}
