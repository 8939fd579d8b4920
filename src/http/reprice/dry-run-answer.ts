import type { JobFolder } from "../../jobs/job-folder.ts";
import type { JobContext, RepricingJobs } from "../../jobs/jobs.ts";
import { JOB_LIMITS } from "../../jobs/limits.ts";
import type { Order } from "../../jobs/order.ts";
import type { Exchange } from "../exchange.ts";
import { HTTP_LIMITS } from "../limits.ts";
import type { Problem } from "../problem.ts";

const TOO_SLOW: Problem = {
  code: "took_too_long",
  detail: `The file was not read within ${JOB_LIMITS.dryRunMillisecondsMax / 1_000} seconds. Send it again, or its first lines alone.`,
};

const TOO_MANY: Problem = {
  code: "overloaded",
  detail: "Too many other files are being looked at. Send the file again in a moment.",
};

/** Answers with what a file would be read as, and ends the work when its client leaves. Nothing is kept of the file. */
export async function showFile(
  exchange: Exchange,
  jobs: RepricingJobs,
  folder: JobFolder,
  order: Order,
  context: JobContext,
): Promise<void> {
  const left = new AbortController();
  const leave = () => left.abort();
  exchange.response.once("close", leave);
  const work = await jobs.dryRun(folder, order, context, left.signal);
  exchange.response.off("close", leave);
  if (exchange.response.destroyed) exchange.observeLeaving();
  else if (work === "full") {
    exchange.header("retry-after", String(HTTP_LIMITS.retryAfterSecondsMax)).sendProblem(TOO_MANY);
  } else if (typeof work === "string") exchange.sendProblem(TOO_SLOW);
  else if (work.outcome.kind === "shown") {
    const { shown, table } = work.outcome;
    exchange.sendJson(JSON.stringify({ columns: shown.columns, notes: work.notes, table, lines: shown.lines }));
  } else if (work.outcome.kind === "refused") {
    const { reason, table } = work.outcome;
    exchange.sendProblem({ code: "invalid_file", detail: reason, ...(table === null ? {} : { table }) });
  }
}
