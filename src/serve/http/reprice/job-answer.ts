import type { ApiKey } from "../../../keys/api-key.ts";
import type { RepricingJobs } from "../../../reprice/jobs/jobs.ts";
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
