import type { RepricingJobs } from "../../jobs/jobs.ts";
import type { EndOfUse } from "../../jobs/open-files.ts";
import { bearerToken, refuseKey } from "../access.ts";
import type { Exchange } from "../exchange.ts";
import { NO_SUCH_JOB } from "./job-endpoints.ts";
import { STOPPING } from "./receive-form.ts";

/** Refuses a file that is not taken to its end: the server stops, the key was revoked, or the job was deleted. The connection ends. */
export function refuseEnded(exchange: Exchange, jobs: RepricingJobs, ended: AbortSignal | null): void {
  exchange.header("connection", "close");
  const reason: EndOfUse | undefined = ended?.reason;
  if (jobs.over.aborted) exchange.sendProblem(STOPPING);
  else if (reason === "revoked") refuseKey(exchange, bearerToken(exchange.request.headers.authorization));
  else exchange.sendProblem(NO_SUCH_JOB);
}
