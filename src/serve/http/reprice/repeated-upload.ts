import { PlacesPerKey } from "../../../core/runtime/semaphore.ts";
import type { ApiKey } from "../../../keys/api-key.ts";
import type { FoundJob } from "../../../reprice/jobs/job-store.ts";
import type { RepricingJobs } from "../../../reprice/jobs/jobs.ts";
import { FormHash, IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_FORM } from "../../../reprice/jobs/record.ts";
import { jobPath } from "../../../reprice/jobs/repricing-job.ts";
import { JOB_LIMITS } from "../../../reprice/limits.ts";
import type { Exchange } from "../exchange.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { type Problem, problemOfFaults } from "../problems.ts";
import { requestBody } from "../request-body.ts";
import { type JobRequest, sendJob } from "./job-endpoints.ts";
import { receiveForm } from "./receive-form.ts";
import { NO_SUCH_JOB, refuseEnded } from "./refusals.ts";

export function idempotencyKeyOf({ request: { headers } }: Exchange): string | null | { readonly problem: Problem } {
  const value = headers[IDEMPOTENCY_KEY.toLowerCase()];
  if (value === undefined) return null;
  if (typeof value === "string" && IDEMPOTENCY_KEY_FORM.test(value)) return value;
  const message = `${IDEMPOTENCY_KEY} is not valid: expected one header with 1 to 255 characters of ASCII and no space, such as a UUID.`;
  return { problem: problemOfFaults([{ field: IDEMPOTENCY_KEY, code: "invalid_parameter", message }]) };
}

const STILL_ARRIVING: Problem = {
  code: "idempotency_key_in_use",
  detail: `The file of the first request with this ${IDEMPOTENCY_KEY} is still arriving or being looked at. Send the request again in a moment, or list the jobs of the key.`,
};

const ANOTHER_FORM: Problem = {
  code: "idempotency_key_reused",
  detail: `Another file or other fields were sent with this ${IDEMPOTENCY_KEY} before. Send this form with a new ${IDEMPOTENCY_KEY}.`,
};

const TOO_MANY: Problem = {
  code: "too_many_jobs",
  detail:
    "This API key sends as many uploads again at once as it may have files under way. Send this one again in a moment.",
};

/** Repeated uploads under way. They are compared and take no place among the jobs, so they have their own limit. */
const underWay = new PlacesPerKey(JOB_LIMITS.underWayPerKeyMax + JOB_LIMITS.dryRunsPerKeyMax);

/** Answers a repeated upload with the job of the first one. The form is compared by its hash, and not kept. */
export async function answerRepeated(
  exchange: Exchange,
  key: ApiKey,
  jobs: RepricingJobs,
  found: FoundJob,
): Promise<void> {
  const formHash = found.record.mark?.formHash ?? null;
  const givePlaceBack = formHash === null ? null : underWay.take(key.id);
  if (formHash === null || givePlaceBack === null) {
    exchange.header("retry-after", String(HTTP_LIMITS.retryAfterSecondsMax)).header("connection", "close");
    exchange.sendProblem(formHash === null ? STILL_ARRIVING : TOO_MANY);
    return;
  }
  const use = jobs.use(found);
  try {
    await compareForm({ exchange, key, jobs, id: found.record.id }, formHash, use.ended);
  } finally {
    use.close();
    givePlaceBack();
  }
}

async function compareForm(request: JobRequest, formHash: string, ended: AbortSignal): Promise<void> {
  const { exchange, key, jobs, id } = request;
  requestBody(exchange);
  const hash = new FormHash();
  const piece = (bytes: Buffer) => {
    hash.add(bytes);
    return null;
  };
  const form = await receiveForm(exchange.request, null, AbortSignal.any([jobs.over, ended]), {
    before: () => null,
    piece,
  });
  if (form.kind === "left") exchange.observeLeaving();
  else if (form.kind === "refused") exchange.header("connection", "close").sendProblem(form.problem);
  else if (form.kind === "stopped") refuseEnded(exchange, jobs, ended);
  else if (hash.of(form.fields) !== formHash) exchange.sendProblem(ANOTHER_FORM);
  else {
    // Read now: the form took its time.
    const job = await jobs.find(id, key.id);
    if (job === null) exchange.sendProblem(NO_SUCH_JOB);
    else await sendJob({ ...request, exchange: exchange.header("location", jobPath(id)) }, job, "json", 202);
  }
}
