import { quoted } from "../../../core/text/refusal.ts";
import type { RequestFault } from "../../../pricing/request/read.ts";
import { JOB_PACKET, JOB_VARIANCES, REPRICE_PATH } from "../../../pricing/state/api-paths.ts";
import type { RepricingJobs } from "../../../reprice/jobs/jobs.ts";
import { JOB_FILE_NAMES } from "../../../reprice/jobs/repricing-job.ts";
import { withKey, withKeyUncharged } from "../access.ts";
import type { AppDependencies } from "../dependencies.ts";
import type { Endpoint, Exchange } from "../exchange.ts";
import { type Problem, problemOfFaults } from "../problems.ts";
import { bodyBytesMaxOf, encodingProblem, readBody } from "../request-body.ts";
import { decodedPath, JOB_PATTERN, jobIdIn, type Methods, readBy } from "../router.ts";
import { sendPacket } from "./appeal-packet.ts";
import { answerJob, answerJobs, deleteJob, type JobRequest, sendFile } from "./job-endpoints.ts";
import { FORM_BYTES_MAX } from "./receive-form.ts";
import { refuseFile, STOPPING, TOO_LARGE } from "./refusals.ts";
import { takeFile } from "./upload-endpoint.ts";
import { sendVariances } from "./variances.ts";

const FORM_MEDIA_TYPE = /^multipart\/form-data\s*(?:;|$)/i;

type JobEndpoint = (request: JobRequest) => Promise<void>;

/** The paths of repricing with their methods. A service without a folder for files has none of them. */
export function repricingMethods(dependencies: AppDependencies): readonly [path: string, methods: Methods][] {
  const { jobs } = dependencies;
  if (jobs === undefined) return [];
  const about = (answer: JobEndpoint): Endpoint =>
    withKeyUncharged(dependencies, (exchange, key) => {
      const problem = queryProblem(exchange);
      if (problem === null) return answer({ exchange, key, jobs, id: jobIdIn(decodedPath(exchange.url) ?? "") });
      exchange.sendProblem(problem);
      return undefined;
    });
  const packet = withKey(dependencies, (exchange, key) => {
    const request = { exchange, key, jobs, id: jobIdIn(decodedPath(exchange.url) ?? "") };
    return sendPacket(request, dependencies);
  });
  const variances = withKeyUncharged(dependencies, (exchange, key) =>
    sendVariances({ exchange, key, jobs, id: jobIdIn(decodedPath(exchange.url) ?? "") }),
  );
  return [
    [`${JOB_PATTERN}/${JOB_PACKET}`, readBy(packet)],
    [`${JOB_PATTERN}/${JOB_VARIANCES}`, readBy(variances)],
    [REPRICE_PATH, new Map([...readBy(about(answerJobs)), ["POST", uploadEndpoint(jobs, dependencies)]])],
    [JOB_PATTERN, new Map([...readBy(about(answerJob)), ["DELETE", about(afterBody(deleteJob, dependencies))]])],
    ...JOB_FILE_NAMES.map((file): [string, Methods] => [
      `${JOB_PATTERN}/${file}`,
      readBy(about((request) => sendFile(request, file))),
    ]),
  ];
}

/** `takeFile` reads the form piece by piece, once its head has been checked. */
function uploadEndpoint(jobs: RepricingJobs, dependencies: AppDependencies): Endpoint {
  return withKey(dependencies, (exchange) => {
    // A job ends with its process: another node, or the next process, can finish the upload.
    const problem = dependencies.isStopping() ? STOPPING : (queryProblem(exchange) ?? headProblem(exchange));
    if (problem === null) return takeFile(exchange, jobs, dependencies);
    refuseFile(exchange, problem);
    return undefined;
  });
}

/** The parameters of a file are in its form: in the query they would be overlooked. */
function queryProblem({ query }: Exchange): Problem | null {
  const faults = Object.keys(query).map((field): RequestFault => {
    const message = `${quoted(field)} is not a parameter here: what is asked of a file is sent as a field of its form.`;
    return { field, code: "unknown_parameter", message };
  });
  return faults.length === 0 ? null : problemOfFaults(faults);
}

/** A deletion ignores its body, if that is valid. */
function afterBody(answer: JobEndpoint, dependencies: AppDependencies): JobEndpoint {
  const bytesMax = bodyBytesMaxOf(dependencies);
  return async (request) => {
    if ((await readBody(request.exchange, bytesMax)) !== null) await answer(request);
  };
}

/** Errors in the head of a form, before any of it is read. */
function headProblem({ request: { headers } }: Exchange): Problem | null {
  const mediaType = headers["content-type"] ?? "";
  if (!FORM_MEDIA_TYPE.test(mediaType)) {
    const detail = `The media type ${quoted(mediaType)} is not accepted here. Send a form: Content-Type: multipart/form-data.`;
    return { code: "unsupported_media_type", detail };
  }
  return (
    encodingProblem(headers, "form") ?? (Number(headers["content-length"] ?? 0) > FORM_BYTES_MAX ? TOO_LARGE : null)
  );
}
