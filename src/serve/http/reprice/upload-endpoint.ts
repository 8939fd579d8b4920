import { isFailure, isOutside } from "../../../core/runtime/failure.ts";
import type { ApiKey } from "../../../keys/api-key.ts";
import type { Release } from "../../../release/release.ts";
import type { FirstNpis } from "../../../reprice/first-npis.ts";
import type { JobFolder } from "../../../reprice/jobs/job-folder.ts";
import type { ArrivingBytes } from "../../../reprice/jobs/job-progress.ts";
import type { JobContext, RepricingJobs } from "../../../reprice/jobs/jobs.ts";
import type { ReleaseInService } from "../../../reprice/jobs/kept-releases.ts";
import { type Order, readBoolean, readOrder } from "../../../reprice/jobs/order.ts";
import { npisBeforePricing } from "../../../reprice/jobs/other-states.ts";
import { FormHash, markOf } from "../../../reprice/jobs/record.ts";
import { jobPath, type NpisOfFirstLines, newJob } from "../../../reprice/jobs/repricing-job.ts";
import type { JobsLimit } from "../../../reprice/jobs/shared-limits.ts";
import { type SharedSpaceLimit, spaceText } from "../../../reprice/jobs/space.ts";
import { JOB_LIMITS } from "../../../reprice/limits.ts";
import { hostNameIn, isLoopbackName } from "../../operations/address.ts";
import { sendRateLimited, stateRefused, writeRateLimit } from "../access.ts";
import { type AppDependencies, staleAfter } from "../dependencies.ts";
import { type Exchange, MEDIA_TYPES } from "../exchange.ts";
import { type Problem, problemOfFaults } from "../problems.ts";
import { withState } from "../readiness.ts";
import { requestBody } from "../request-body.ts";
import { lookAtFile, showFile } from "./dry-run-answer.ts";
import { type FileNames, type FormOutcome, receiveForm } from "./receive-form.ts";
import { NO_DISK, NO_SUCH_JOB, refuseEnded, refuseFile, refuseUnwritten, STOPPING } from "./refusals.ts";
import { answerRepeated, idempotencyKeyOf } from "./repeated-upload.ts";

/** Limits that the client can free by itself; for the others it can only wait. */
const OF_KEY: readonly JobsLimit[] = ["under_way", "key_bytes"];

const TOO_MANY: Readonly<Record<Exclude<JobsLimit, SharedSpaceLimit>, string>> = {
  under_way: `This API key has ${JOB_LIMITS.underWayPerKeyMax} files under way. Wait until one is done, or delete it. One more is looked at (dry_run, before the file in the form).`,
  all: `The service keeps ${JOB_LIMITS.keptMax} jobs of all keys, and no more. Try again later.`,
};

/** POST /reprice, once the request has been admitted: receives the file and answers with a job, or with how it would be read. */
export async function takeFile(exchange: Exchange, jobs: RepricingJobs, dependencies: AppDependencies): Promise<void> {
  const key = exchange.key as ApiKey;
  const idempotencyKey = idempotencyKeyOf(exchange);
  if (typeof idempotencyKey === "object" && idempotencyKey !== null) {
    refuseFile(exchange, idempotencyKey.problem);
    return;
  }
  const mark = idempotencyKey === null ? null : markOf(idempotencyKey);
  const folder = await jobs.reserve({ keyId: key.id, bytes: declaredBytes(exchange), mark });
  if (typeof folder === "string") {
    refuseFile(exchange, problemOfLimit(folder, jobs));
    return;
  }
  if ("record" in folder) {
    await answerRepeated(exchange, key, jobs, folder);
    return;
  }
  let bytes: ArrivingBytes | null = null;
  let isAccepted = false;
  try {
    bytes = jobs.arriving(folder);
    const hash = mark === null ? null : new FormHash();
    isAccepted = await takeInto(folder, bytes, { exchange, key, jobs, dependencies, hash, ended: bytes.ended });
  } catch (error) {
    // An error from a file that was deleted meanwhile is no bug.
    if (!bytes?.ended.aborted && !(isOutside(error) && (await folder.isGone()))) throw error;
    refuseEnded(exchange, jobs, bytes?.ended ?? null);
  } finally {
    bytes?.close();
    if (!isAccepted) await jobs.remove(folder);
  }
}

/** Receives the form with the file; returns whether a job now keeps the files. */
async function takeInto(folder: JobFolder, bytes: ArrivingBytes, where: UploadContext): Promise<boolean> {
  const { exchange, jobs, hash, ended } = where;
  // A client that left while the folder was created sends no event any more.
  if (exchange.response.destroyed) {
    exchange.observeLeaving();
    return false;
  }
  requestBody(exchange);
  const form = await receiveForm(
    exchange.request,
    { file: folder.input, claims: folder.claims },
    AbortSignal.any([jobs.over, ended]),
    {
      before: (fields) => {
        const isDryRun = readBoolean(fields.get("dry_run") ?? "") === true;
        return isDryRun || !jobs.hasTooMany(folder) ? null : problemOfLimit("under_way", jobs);
      },
      piece: (piece) => {
        hash?.add(piece);
        const limit = bytes.add(piece.length);
        return limit === null ? null : problemOfLimit(limit, jobs);
      },
    },
  );
  return await answerForm(form, folder, where);
}

/** The declared size of a form, a little more than its file; 0 when it is sent in chunks. */
function declaredBytes({ request: { headers } }: Exchange): number {
  return Math.min(Number(headers["content-length"] ?? 0), JOB_LIMITS.fileBytesMax);
}

function problemOfLimit(limit: JobsLimit, { space }: RepricingJobs): Problem {
  const code = OF_KEY.includes(limit) ? "too_many_jobs" : "overloaded";
  const isOfSpace = limit === "key_bytes" || limit === "all_bytes" || limit === "disk";
  return { code, detail: isOfSpace ? spaceText(limit, space) : TOO_MANY[limit] };
}

interface UploadContext {
  readonly exchange: Exchange;
  readonly key: ApiKey;
  readonly jobs: RepricingJobs;
  readonly dependencies: AppDependencies;
  /** Null where the request has no Idempotency-Key. */
  readonly hash: FormHash | null;
  /** Aborted when the job is deleted or its key revoked. */
  readonly ended: AbortSignal;
}

/** Returns whether a job now keeps the files. */
async function answerForm(form: FormOutcome, folder: JobFolder, where: UploadContext): Promise<boolean> {
  const { exchange, key, dependencies } = where;
  if (form.kind === "left") {
    exchange.observeLeaving();
    return false;
  }
  if (form.kind === "refused") {
    // A job may be deleted before its file is created: then the folder is missing, and the disk is not full.
    const isGone = form.problem === NO_DISK && (await folder.isGone());
    refuseFile(exchange, isGone ? NO_SUCH_JOB : form.problem);
    return false;
  }
  if (form.kind === "stopped") {
    refuseEnded(exchange, where.jobs, where.ended);
    return false;
  }
  const order = readOrder(form.fields, dependencies.states);
  if (!("state" in order)) {
    exchange.sendProblem(problemOfFaults(order));
    return false;
  }
  const { state, setting } = order;
  exchange.route = { ...exchange.route, state: state.code, setting };
  if (!key.states.includes(state.code)) {
    exchange.sendProblem(stateRefused(state.code, key, dependencies));
    return false;
  }
  const otherStates = key.states.filter((code) => code !== state.code);
  const found: { context: JobContext | null } = { context: null };
  await withState(state, dependencies, exchange, async (_source, release) => {
    found.context = contextOf(release, dependencies);
  });
  // The thread opens the release by its path: the one in service is not kept open while the file is looked at.
  const { context } = found;
  if (context === null) return false;
  if (order.isDryRun) {
    const whereProvidersAre = (npis: FirstNpis) => providersIn(dependencies, npis, state.code, otherStates);
    await showFile(exchange, where.jobs, { folder, order, context, ended: where.ended, whereProvidersAre });
    return false;
  }
  const { problem, lines } = await lookAtFile(exchange, where.jobs, { folder, order, context, ended: where.ended });
  if (exchange.response.destroyed) {
    exchange.observeLeaving();
    return false;
  }
  if (where.jobs.over.aborted || where.ended.aborted) {
    refuseEnded(exchange, where.jobs, where.ended);
    return false;
  }
  if (problem !== null) {
    exchange.sendProblem(problem);
    return false;
  }
  if (await where.jobs.hasTooManyNow(folder)) {
    refuseFile(exchange, problemOfLimit("under_way", where.jobs));
    return false;
  }
  let isAccepted = false;
  // The release may have been replaced meanwhile: the file is priced with the one in service now.
  await withState(state, dependencies, exchange, async (_source, release) => {
    isAccepted = await acceptFile(folder, order, release, where, {
      lines,
      formHash: where.hash?.of(form.fields) ?? null,
      fileName: form.fileName,
      claimsName: form.claimsName,
      pageOrigin: pageOrigin(exchange, dependencies),
      otherStates,
    });
  });
  return isAccepted;
}

/** Looked up here and not in the thread of the file: opening a release of full size takes seconds, and more memory than a preview has. */
function providersIn(
  { releases }: AppDependencies,
  npis: FirstNpis,
  state: string,
  otherStates: readonly string[],
): NpisOfFirstLines | null {
  const borrowed = releases.borrow();
  if (borrowed === null) return null;
  try {
    return npisBeforePricing(npis, borrowed.release, state, otherStates);
  } finally {
    borrowed.giveBack();
  }
}

interface FormFacts extends FileNames {
  /** Null if they could not be counted. */
  readonly lines: number | null;
  /** The hash of its fields and its file; null without an Idempotency-Key. */
  readonly formHash: string | null;
  /** Null when the service has no page. */
  readonly pageOrigin: string | null;
  /** Other states that the key is enabled for. */
  readonly otherStates: readonly string[];
}

/** Keeps the release in service for the file, charges the key and creates the job. */
async function acceptFile(
  folder: JobFolder,
  order: Order,
  release: Release,
  { exchange, key, jobs, dependencies, ended }: UploadContext,
  { lines, ...form }: FormFacts,
): Promise<boolean> {
  try {
    const context = await jobs.keepRelease(folder, contextOf(release, dependencies), inService(release));
    if (jobs.over.aborted) {
      refuseFile(exchange, STOPPING);
      return false;
    }
    // One was charged on arrival (`access.ts`).
    const admission = await dependencies.limits.takeFurther(key, (await lookupsOf(lines, key, dependencies)) - 1);
    writeRateLimit(exchange, admission);
    if (!admission.admitted) {
      sendRateLimited(exchange, admission);
      return false;
    }
    const record = await jobs.accept(folder, order, context, form);
    exchange.header("location", jobPath(record.id));
    exchange.send(202, MEDIA_TYPES.json, JSON.stringify(newJob(record)));
    return true;
  } catch (error) {
    if (!isOutside(error)) throw error;
    await refuseUnwritten(exchange, jobs, folder, ended, notKept(error));
    return false;
  }
}

/**
 * What a file counts towards the rate limit of its key: a lookup for each line, but no more than the key has in one window. Otherwise a
 * longer file would never be accepted. A file with uncounted lines costs as much.
 */
async function lookupsOf(lines: number | null, key: ApiKey, { limits }: AppDependencies): Promise<number> {
  const { limit } = await limits.take(key, 0);
  return Math.max(Math.min(lines ?? limit, limit), 1);
}

function inService({ description: { contentHash }, shared, guard }: Release): ReleaseInService {
  const bytes = Number(shared.identity.bytes);
  return {
    contentHash,
    bytes,
    linkAt: (path) => guard.linkAt(path),
    copyTo: (path, end) => guard.copyTo(path, end),
  };
}

/**
 * Where the client reaches the page of this service: its workbook links to explanations there. A browser names the address. Other
 * clients name the host alone, which decides it on this machine only: elsewhere a proxy may add TLS, and a wrong link is worse than none.
 */
function pageOrigin({ request: { headers } }: Exchange, { page }: AppDependencies): string | null {
  const { host = "", origin } = headers;
  const name = hostNameIn(host);
  if (page == null || name === null) return null;
  if (origin !== undefined) return [`http://${host}`, `https://${host}`].find((own) => own === origin) ?? null;
  return isLoopbackName(name) ? `http://${host}` : null;
}

/** Failures are written for clients; errors of the system name paths of the server. */
function notKept(error: Error): Problem {
  return isFailure(error) ? { code: "overloaded", detail: error.message } : NO_DISK;
}

function contextOf({ file, description }: Release, dependencies: AppDependencies): JobContext {
  return { release: { file, description }, today: dependencies.today(), staleAfterMonths: staleAfter(dependencies) };
}
