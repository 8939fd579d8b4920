import type { PlacesPerKey } from "../../../core/runtime/semaphore.ts";
import type { FoundJob } from "../../../reprice/jobs/job-store.ts";
import type { RepricingJobs } from "../../../reprice/jobs/jobs.ts";
import { HTTP_LIMITS } from "../limits.ts";
import type { Problem } from "../problem.ts";
import type { JobRequest } from "./job-answer.ts";
import type { StoredAnswer } from "./stored-pieces.ts";

const TOO_MANY: Problem = {
  code: "too_much_at_once",
  detail: `This API key has as many downloads of jobs under way as it may. Read them to their end and try again in ${HTTP_LIMITS.roomRetrySeconds} seconds.`,
};

/** Sends stored files of a job in one of the places of its key, which is taken until all of them are closed. `send` returns what it sends. */
export async function withPlace(
  { exchange, key }: JobRequest,
  places: PlacesPerKey,
  send: () => Promise<StoredAnswer | null>,
): Promise<void> {
  const givePlaceBack = places.take(key.id);
  if (givePlaceBack === null) {
    exchange.header("retry-after", String(HTTP_LIMITS.roomRetrySeconds)).sendProblem(TOO_MANY);
    return;
  }
  let sent: StoredAnswer | null = null;
  try {
    sent = await send();
  } finally {
    if (sent === null) givePlaceBack();
    else void sent.closed.then(givePlaceBack);
  }
}

/** Opens files of a job, to be sent. They are closed, and so is the connection, when the job is deleted or its key revoked meanwhile. */
export async function openToSend(
  jobs: RepricingJobs,
  job: FoundJob,
  open: () => Promise<StoredAnswer | null>,
): Promise<StoredAnswer | null> {
  const use = jobs.use(job);
  let stored: StoredAnswer | null = null;
  try {
    stored = await open();
  } finally {
    if (stored === null) use.close();
  }
  if (stored === null) return null;
  const { stream, closed } = stored;
  void closed.then(() => use.close());
  if (use.ended.aborted) {
    stream.destroy();
    return null;
  }
  use.ended.addEventListener("abort", () => stream.destroy());
  return stored;
}
