import { JOB_LIMITS } from "../../jobs/limits.ts";
import type { JobRecord } from "../../jobs/record.ts";
import { REPRICE_PATH } from "../../state/api-paths.ts";

export function jobPath(id: string): string {
  return `${REPRICE_PATH}/${id}`;
}

/** A job as its client sees it. */
export function jobJson(record: JobRecord): Readonly<Record<string, unknown>> {
  const { id, status, state, setting, createdAt, endedAt, release, notes, summary, reason } = record;
  const isDone = status === "done";
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
    notes,
    summary,
    reason,
    results: isDone ? `${jobPath(id)}/results` : null,
    workbook: isDone ? `${jobPath(id)}/workbook` : null,
    faults: isDone && record.hasFaults ? `${jobPath(id)}/faults` : null,
  };
}
