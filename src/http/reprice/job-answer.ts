import { JOB_LIMITS } from "../../jobs/limits.ts";
import type { JobRecord } from "../../jobs/record.ts";
import { REPRICE_PATH } from "../../state/api-paths.ts";

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
