import type { RepricingJobs } from "../../jobs/jobs.ts";
import { JOB_LIMITS } from "../../jobs/limits.ts";
import type { JobRecord } from "../../jobs/record.ts";
import type { ApiKey } from "../../keys/api-key.ts";
import { REPRICE_PATH } from "../../state/api-paths.ts";
import type { Exchange } from "../exchange.ts";
import type { Problem } from "../problem.ts";

/** A request about one job. */
export interface JobRequest {
  readonly exchange: Exchange;
  readonly key: ApiKey;
  readonly jobs: RepricingJobs;
  readonly id: string;
}

/** Whose job it is decides whether there is one: another key learns nothing. */
export const NO_SUCH_JOB: Problem = {
  code: "no_such_job",
  detail:
    "This API key has no such job here: it was deleted, its hour is over, the service was restarted, or another node has it. Send the file again if you need it.",
};

export function jobPath(id: string): string {
  return `${REPRICE_PATH}/${id}`;
}

type Members = Readonly<Record<string, unknown>>;

/** The members of a job that stand before its notes and its summary. */
export function jobHead(record: JobRecord): Members {
  const { id, status, state, setting, createdAt, endedAt, release } = record;
  return {
    id,
    status,
    state,
    setting,
    created_at: createdAt,
    ended_at: endedAt,
    deleted_at: endedAt === null ? null : new Date(Date.parse(endedAt) + JOB_LIMITS.keptMillisecondsMax).toISOString(),
    release:
      release === null ? null : { name: release.name, version: release.version, content_hash: release.contentHash },
    lines_done: record.linesDone,
    bytes_done: record.bytesDone,
    bytes_total: record.bytesTotal,
  };
}

/** The members of a job that stand after its notes and its summary. */
export function jobTail({ id, status, reason, hasFaults }: JobRecord): Members {
  const isDone = status === "done";
  return {
    reason,
    results: isDone ? `${jobPath(id)}/results` : null,
    workbook: isDone ? `${jobPath(id)}/workbook` : null,
    faults: isDone && hasFaults ? `${jobPath(id)}/faults` : null,
  };
}

/** A job as a list has it: without its notes and its summary. */
export function listedJob(record: JobRecord): Members {
  return { ...jobHead(record), ...jobTail(record) };
}

/** A job of which nothing is known yet but its record. */
export function newJobJson(record: JobRecord): string {
  return JSON.stringify({ ...jobHead(record), notes: [], summary: null, ...jobTail(record) });
}
