import type { FastifyInstance, FastifyRequest } from "fastify";
import { quoted } from "../../text/refusal.ts";
import { withKey } from "../access.ts";
import type { AppDependencies } from "../dependencies.ts";
import { READING_METHODS, REPRICE_PATH } from "../endpoints.ts";
import { type Endpoint, type Exchange, NO_ROUTE, run } from "../exchange.ts";
import type { Problem } from "../problem.ts";
import { FORM_BYTES_MAX } from "./form-limits.ts";
import { answerFaults, answerJob, answerResults, answerWorkbook, deleteJob, type JobRequest } from "./job-endpoints.ts";
import { TOO_LARGE } from "./receive-form.ts";
import { takeFile } from "./upload-endpoint.ts";

const FORM_MEDIA_TYPE = /^multipart\/form-data\s*(?:;|$)/i;

const JOB_ROUTE = `${REPRICE_PATH}/:id`;

/** The paths of jobs that are read, by what follows the id. */
const READ: Readonly<Record<string, (request: JobRequest) => Promise<void> | undefined>> = {
  "": answerJob,
  "/results": answerResults,
  "/faults": answerFaults,
  "/workbook": answerWorkbook,
};

/** Adds the paths of repricing. A service without a place for files has none of them. */
export function addRepricing(app: FastifyInstance, dependencies: AppDependencies): void {
  const { jobs } = dependencies;
  if (jobs === undefined) return;
  const repricing = jobs;

  // The body stays where it is: the endpoint reads it piece by piece.
  app.addContentTypeParser(FORM_MEDIA_TYPE, (_request, _body, done) => done(null));
  app.route({
    method: "POST",
    url: REPRICE_PATH,
    config: { facts: { ...NO_ROUTE, route: REPRICE_PATH } },
    onRequest: ({ exchange }, _reply, done) => run(letIn(done), exchange),
    handler: ({ exchange }) => run(() => takeFile(exchange, jobs, dependencies), exchange),
  });
  for (const [suffix, answer] of Object.entries(READ)) {
    const url = JOB_ROUTE + suffix;
    app.route({
      method: [...READING_METHODS],
      url,
      config: { facts: { ...NO_ROUTE, route: url } },
      handler: (request) => run(about(request, answer), request.exchange),
    });
  }
  app.route({
    method: "DELETE",
    url: JOB_ROUTE,
    config: { facts: { ...NO_ROUTE, route: JOB_ROUTE } },
    handler: (request) => run(about(request, deleteJob), request.exchange),
  });
  // Before connections are waited for: a file that is arriving would hold up the end.
  app.addHook("preClose", () => jobs.end());

  /** Everything that is checked before a form is read, and before it is asked for. */
  function letIn(done: () => void): Endpoint {
    return withKey(dependencies, (exchange) => {
      const problem = headProblem(exchange);
      if (problem === null) done();
      else exchange.header("connection", "close").sendProblem(problem);
      return undefined;
    });
  }

  function about({ params }: FastifyRequest, answer: (request: JobRequest) => Promise<void> | undefined): Endpoint {
    const { id } = params as { readonly id: string };
    return withKey(dependencies, (exchange, key) => answer({ exchange, key, jobs: repricing, id }));
  }
}

/** What is wrong with a form before any of it is read. */
function headProblem({ request: { headers } }: Exchange): Problem | null {
  const mediaType = headers["content-type"] ?? "";
  if (!FORM_MEDIA_TYPE.test(mediaType)) {
    const detail = `The media type ${quoted(mediaType)} is not accepted here. Send a form: Content-Type: multipart/form-data.`;
    return { code: "unsupported_media_type", detail };
  }
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    const detail = `The content encoding ${quoted(encoding)} is not accepted. Send the form uncompressed.`;
    return { code: "unsupported_media_type", detail };
  }
  return Number(headers["content-length"] ?? 0) > FORM_BYTES_MAX ? TOO_LARGE : null;
}
