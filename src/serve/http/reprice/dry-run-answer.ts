import type { FirstNpis } from "../../../reprice/first-npis.ts";
import type { JobFolder } from "../../../reprice/jobs/job-folder.ts";
import type { JobContext, RepricingJobs } from "../../../reprice/jobs/jobs.ts";
import type { JobOutcome } from "../../../reprice/jobs/messages.ts";
import type { Order } from "../../../reprice/jobs/order.ts";
import type { DryRunAnswer, NpisOfFirstLines } from "../../../reprice/jobs/repricing-job.ts";
import { JOB_LIMITS } from "../../../reprice/limits.ts";
import type { Exchange } from "../exchange.ts";
import { HTTP_LIMITS } from "../limits.ts";
import type { Problem } from "../problems.ts";
import { refuseEnded, refuseUnwritten } from "./refusals.ts";

const TOO_SLOW: Problem = {
  code: "took_too_long",
  detail: `The file was not read within ${JOB_LIMITS.dryRunMillisecondsMax / 1_000} seconds, or not within ${JOB_LIMITS.dryRunMillisecondsWhileOthersWait / 1_000} while files of other keys waited. Send it again, save a workbook as CSV, or send its first lines alone.`,
};

const TOO_MANY: Problem = {
  code: "overloaded",
  detail: "Too many other files are being looked at. Send the file again in a moment.",
};

interface LookedAt {
  readonly folder: JobFolder;
  readonly order: Order;
  readonly context: JobContext;
  /** The NPIs of the first lines in the release in service; null where that is not to be had. */
  readonly whereProvidersAre?: (npis: FirstNpis) => NpisOfFirstLines | null;
  /** Aborted when the job is deleted or its key revoked. */
  readonly ended: AbortSignal;
}

/** Answers with how a file would be read, and ends the work when its client leaves. Nothing of the file is kept. */
export async function showFile(
  exchange: Exchange,
  jobs: RepricingJobs,
  { folder, order, context, ended, whereProvidersAre = () => null }: LookedAt,
): Promise<void> {
  const work = await whileThere(exchange, ended, (end) => jobs.dryRun(folder, order, context, end));
  if (exchange.response.destroyed) exchange.observeLeaving();
  else if (work === "full") exchange.sendProblem(tooMany(exchange));
  else if (work === "ended") refuseEnded(exchange, jobs, ended);
  else if (work === "out_of_time") exchange.sendProblem(TOO_SLOW);
  else if (work === "unwritten") await refuseUnwritten(exchange, jobs, folder, ended);
  else if (work.outcome.kind === "shown") {
    const { columns, table, lines } = work.outcome.shown;
    const { npis: first } = work.outcome;
    const npis = first === null ? null : whereProvidersAre(first);
    const answer: DryRunAnswer = { columns, notes: work.notes, table, lines, npis };
    exchange.sendJson(JSON.stringify(answer));
  } else if (work.outcome.kind === "refused") {
    exchange.sendProblem(refusedFile(work.outcome));
  }
}

interface FileLook {
  /** An error in its columns need not wait for its turn. Null if it can be priced. */
  readonly problem: Problem | null;
  /** Its largest possible number of lines; null if they were not counted. */
  readonly lines: number | null;
}

/**
 * Looks at a file before it is priced. Without memory for that it is refused for the moment, since its cost is not known. Without time
 * nothing is found, and pricing looks again.
 */
export async function lookAtFile(
  exchange: Exchange,
  jobs: RepricingJobs,
  { folder, order, context, ended }: LookedAt,
): Promise<FileLook> {
  const keyId = exchange.key?.id ?? "";
  const work = await whileThere(exchange, ended, (end) => jobs.look(keyId, folder, order, context, end));
  if (work === "full") return { problem: tooMany(exchange), lines: null };
  if (typeof work === "string") return { problem: null, lines: null };
  const { outcome } = work;
  if (outcome.kind === "refused") return { problem: refusedFile(outcome), lines: null };
  return { problem: null, lines: outcome.kind === "shown" ? outcome.lines : null };
}

function tooMany(exchange: Exchange): Problem {
  exchange.header("retry-after", String(HTTP_LIMITS.retryAfterSecondsMax));
  return TOO_MANY;
}

/** Ends work when its client leaves, or its job has ended. */
async function whileThere<Done>(
  exchange: Exchange,
  ended: AbortSignal,
  work: (end: AbortSignal) => Promise<Done>,
): Promise<Done> {
  const left = new AbortController();
  const leave = () => left.abort();
  exchange.response.once("close", leave);
  try {
    return await work(AbortSignal.any([left.signal, ended]));
  } finally {
    exchange.response.off("close", leave);
  }
}

function refusedFile({ reason, table }: Extract<JobOutcome, { readonly kind: "refused" }>): Problem {
  return { code: "invalid_file", detail: reason, ...(table === null ? {} : { table }) };
}
