import type { RepricingJobs } from "../../../reprice/jobs/jobs.ts";
import type { EndOfUse } from "../../../reprice/jobs/open-files.ts";
import { bearerToken, refuseKey } from "../access.ts";
import type { Exchange } from "../exchange.ts";
import { HTTP_LIMITS } from "../limits.ts";
import type { Problem } from "../problem.ts";
import { NO_SUCH_JOB } from "./job-answer.ts";
import { STOPPING } from "./receive-form.ts";

/** Refuses a file that is not taken to its end: the server stops, the key was revoked, or the job was deleted. The connection ends. */
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

/** Of a file that is refused before all of it arrived the rest may be long. */
export function refuseFile(exchange: Exchange, problem: Problem): void {
  // Another node takes it, or this one when it is there again.
  if (problem === STOPPING) exchange.header("retry-after", String(HTTP_LIMITS.retryAfterSecondsMax));
  exchange.header("connection", "close").sendProblem(problem);
}
