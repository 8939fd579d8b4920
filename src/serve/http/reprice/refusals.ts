import type { JobFolder } from "../../../reprice/jobs/job-folder.ts";
import type { RepricingJobs } from "../../../reprice/jobs/jobs.ts";
import type { EndOfUse } from "../../../reprice/jobs/open-files.ts";
import { JOB_LIMITS } from "../../../reprice/limits.ts";
import { bearerToken, refuseKey } from "../access.ts";
import type { Exchange } from "../exchange.ts";
import { HTTP_LIMITS } from "../limits.ts";
import type { Problem } from "../problems.ts";

/** Refuses a file before its end: the server stops, the key was revoked, or the job was deleted. The connection ends. */
export function refuseEnded(exchange: Exchange, jobs: RepricingJobs, ended: AbortSignal | null): void {
  const reason: EndOfUse | undefined = ended?.reason;
  if (jobs.over.aborted) {
    refuseFile(exchange, STOPPING);
    return;
  }
  exchange.header("connection", "close");
  if (reason === "revoked") refuseKey(exchange, bearerToken(exchange.request.headers.authorization));
  else exchange.sendProblem(NO_SUCH_JOB);
}

/** Refuses a file before all of it arrived. The rest may be long, so the connection ends. */
export function refuseFile(exchange: Exchange, problem: Problem): void {
  // Another node accepts it, or this one after its restart. Jobs end, or are deleted by their time; a disk is freed.
  if (problem === STOPPING || problem.code === "too_many_jobs" || problem.code === "overloaded")
    exchange.header("retry-after", String(HTTP_LIMITS.retryAfterSecondsMax));
  exchange.header("connection", "close").sendProblem(problem);
}

/**
 * Refuses a file that has arrived and whose job cannot be written. A list of jobs shows one whose file is arriving, so it may have been
 * deleted meanwhile. Otherwise the home cannot be written.
 */
export async function refuseUnwritten(
  exchange: Exchange,
  jobs: RepricingJobs,
  folder: JobFolder,
  ended: AbortSignal,
  problem: Problem = NO_DISK,
): Promise<void> {
  if (jobs.over.aborted || ended.aborted) refuseEnded(exchange, jobs, ended);
  else refuseFile(exchange, (await folder.isGone()) ? NO_SUCH_JOB : problem);
}

/** A job exists for its own key alone: another key learns nothing. */
export const NO_SUCH_JOB: Problem = {
  code: "no_such_job",
  detail:
    "This API key has no such job here: it was deleted, its hour is over, the service was restarted, or another node has it. Send the file again if you need it.",
};

export const TOO_LARGE: Problem = {
  code: "payload_too_large",
  detail: `The file is larger than ${JOB_LIMITS.fileBytesMax} bytes. Split it, or reprice it with the command.`,
};

export const STOPPING: Problem = {
  code: "not_ready",
  detail: "The service is shutting down. Send the file again in some seconds.",
};

export const NO_DISK: Problem = {
  code: "overloaded",
  detail:
    "The file cannot be kept: the disk of the service is full or cannot be written. Tell the operator of the service, and send the file again later.",
};

export const NOT_DELETED: Problem = {
  code: "overloaded",
  detail:
    "The work on the job has ended, but its files cannot be deleted now: the home of the service cannot be written. The service deletes them once it can. Tell the operator of the service.",
};
