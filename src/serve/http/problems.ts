import { randomBytes } from "node:crypto";
import { array, choice, integer, named, object, optional, string, type ValueOf } from "../../core/schema/schema.ts";
import { withoutTokens } from "../../keys/api-key.ts";
import { faultSchema, faultsText, type RequestFault } from "../../pricing/request/read.ts";
import { REPRICE_PATH } from "../../pricing/state/api-paths.ts";
import { shownTableSchema } from "../../reprice/shown-table.ts";

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly explanation: string;
  readonly remedy: string;
  /** A `detail` as the service writes it, for the documentation. */
  readonly example: string;
}

/** Every problem the service answers with (conventions 4). Responses, OpenAPI and the pages come from here. */
export const PROBLEMS = {
  api_key_in_query: {
    status: 400,
    title: "API key in the query string",
    explanation:
      "The URL has an api_key parameter. URLs end up in logs, histories and proxies, so the service refuses every such request, whether the key is valid or not.",
    remedy:
      "Send the key as the header `Authorization: Bearer <API_KEY>` and take it out of the URL. Replace a key that has been sent in a URL: it may have been recorded on the way.",
    example: "The query string has an api_key. Send the key as the header Authorization: Bearer <API_KEY> instead.",
  },
  missing_parameter: {
    status: 400,
    title: "A required parameter is missing",
    explanation: "The lookup lacks a parameter without which it cannot be answered.",
    remedy: "Add the parameter that `errors` names. An empty value counts as absent.",
    example: "billing_code is required: HCPCS procedure code.",
  },
  invalid_parameter: {
    status: 400,
    title: "A parameter is not valid",
    explanation:
      "A value is malformed, out of range, not one of the allowed values, given twice, or of the wrong JSON type. In a batch this is also the code of an item that is not an object.",
    remedy: "`errors` names every faulty field with what was expected. Correct them all and send the request again.",
    example: 'npi "12345" is not valid: expected 10 digits.',
  },
  unknown_parameter: {
    status: 400,
    title: "A parameter is not known here",
    explanation:
      "The endpoint does not list this parameter, or the body of a batch has another member than `requests`. It is refused rather than ignored, since a misspelt parameter that is silently ignored would misprice a claim.",
    remedy:
      "The message names the parameter that was most likely meant, or all that there are. Correct the name or leave the parameter out.",
    example: '"bilingcode" is not a parameter of this endpoint; did you mean billing_code?',
  },
  missing_provider_identifier: {
    status: 400,
    title: "No provider is named",
    explanation: "A rate lookup prices a provider, and the request names none.",
    remedy: "Send at least one of the provider identifiers that the message lists.",
    example: "Send at least one of npi, state_provider_id, provider_name.",
  },
  invalid_json: {
    status: 400,
    title: "The body is not a batch in JSON",
    explanation:
      "The body is empty, is not JSON in UTF-8, is nested too deeply, has a name twice, or is not an object with an array `requests`.",
    remedy: 'Send `{"requests": [ ... ]}` with one object per lookup.',
    example: 'The body has no array "requests". Send {"requests": [ ... ]} with one object per lookup.',
  },
  batch_too_large: {
    status: 400,
    title: "The batch has too many items",
    explanation: "A batch holds at most 1,000 lookups.",
    remedy: "Split the batch. The order of the answers is that of the requests, so the parts are easily joined again.",
    example: "The batch has 1,200 items; at most 1,000 are allowed. Split it.",
  },
  invalid_form: {
    status: 400,
    title: "The form cannot be read",
    explanation:
      "The form of a file to reprice (multipart/form-data) has no file or a third one, has a field twice, too long or too many of them, ends early, or has a line inside a part that begins with its boundary.",
    remedy:
      "Send one file as `file`, with a file name, and each other field once. Use an HTTP library or curl's `-F` to build the form.",
    example: "The form cannot be read. It has no file. Send the file as file, with a file name.",
  },
  invalid_file: {
    status: 400,
    title: "The file cannot be repriced",
    explanation: "The file that was sent is no table of claims, or its columns are not understood.",
    remedy: "The message says what is wrong. Say what columns are with the field `columns`, or correct the file.",
    example:
      'line 1: There is no column billing_code: HCPCS, CPT or Medi-Cal local procedure code. Say which one it is with the field columns: {"Its heading":"billing_code"}.',
  },
  malformed_request: {
    status: 400,
    title: "The request is not well-formed HTTP",
    explanation:
      "The request line, a header, the percent-encoding of the path or the framing of the body does not follow the HTTP specification, or leaves open what is meant, as two Host or Authorization headers do.",
    remedy: "Use an HTTP library to build the request, and percent-encode what goes into a URL.",
    example: "The path is not valid percent-encoding.",
  },
  missing_api_key: {
    status: 401,
    title: "No API key",
    explanation: "The request carries no API key.",
    remedy: "Send the header `Authorization: Bearer <API_KEY>`.",
    example: "Send your API key as the header Authorization: Bearer <API_KEY>.",
  },
  invalid_api_key: {
    status: 401,
    title: "The API key is not valid",
    explanation: "The API key is unknown, has expired or has been revoked.",
    remedy: "Check that the whole key is sent, or ask the operator of the service for a new one.",
    example: "The API key is unknown, expired or revoked.",
  },
  state_not_enabled: {
    status: 403,
    title: "The state is not enabled",
    explanation:
      "API keys are scoped to states, and this key does not include the state in the path. The service answers the same for a state that it does not serve; the message says which of the two it is.",
    remedy:
      "Ask the operator of the service to enable the state on your key. No key helps if the service does not serve the state.",
    example: "This API key is not enabled for ca. It is enabled for fl, ny.",
  },
  not_found: {
    status: 404,
    title: "No such path",
    explanation: "The service has nothing under this path. A path prefix that is no state counts as such too.",
    remedy:
      "The message names the paths that were most likely meant. The documentation under /docs lists all of them. Paths are lower case and have no slash at the end.",
    example: "There is nothing under this path; did you mean /api/v1/ca/outpatient/rate?",
  },
  release_unavailable: {
    status: 404,
    title: "The release is not available",
    explanation:
      "A release that is to be compared is not there or cannot be read: the server has no other release in its home, none has this version or hash, or it was built by another version of the program. Or the service has another release now than the one that a file was priced with, and its lines cannot be explained.",
    remedy:
      "GET /api/v1/releases lists what can be compared. The operator adds an earlier release to the home of the server with `ratebook releases push`; one that cannot be read is rebuilt with `ratebook build`. Send a file of claims again to have its lines explained.",
    example: 'There is no release "2025.01" here (from); GET /releases lists those that there are.',
  },
  no_such_job: {
    status: 404,
    title: "No such job",
    explanation:
      "The API key has no job of this id: it was deleted, its hour is over, the service was restarted, or it belongs to another key. A key has the jobs of the keys that it replaced.",
    remedy: `GET ${REPRICE_PATH} lists the jobs of the key. If it is not among them, send the file again.`,
    example:
      "This API key has no such job: it was deleted, its hour is over, or the service was restarted. Send the file again.",
  },
  method_not_allowed: {
    status: 405,
    title: "The method is not allowed here",
    explanation: "The path exists, but not for this HTTP method.",
    remedy: "Use one of the methods that the `Allow` header names.",
    example: "DELETE is not allowed here. Use GET or HEAD.",
  },
  request_timeout: {
    status: 408,
    title: "The request took too long to arrive",
    explanation: "The headers or the body of the request did not arrive completely in time.",
    remedy: "Send the request again; over a slow line, in smaller batches.",
    example: "The request did not arrive completely in time. Send it again.",
  },
  job_not_done: {
    status: 409,
    title: "The job is not done",
    explanation: "Results can be downloaded when the job is done. This one is still under way, or has failed.",
    remedy: "Ask for the job itself: it says how far it is, or why it failed.",
    example: "The job is running and has no results yet. Ask for it again in a moment.",
  },
  idempotency_key_in_use: {
    status: 409,
    title: "The first request with this Idempotency-Key is under way",
    explanation:
      "The file of an earlier upload with the same Idempotency-Key is still arriving or being looked at, so there is no job yet to answer with.",
    remedy: `Send the request again after as long as \`Retry-After\` says, with the same Idempotency-Key. GET ${REPRICE_PATH} lists the jobs of the key.`,
    example:
      "The file of the first request with this Idempotency-Key is still arriving or being looked at. Send the request again in a moment, or list the jobs of the key.",
  },
  payload_too_large: {
    status: 413,
    title: "The body is too large",
    explanation:
      "The body of the request is larger than the service accepts, or comes in too many small chunks: each counts as 512 bytes at least.",
    remedy: "Split the batch into smaller ones. Send a body with a Content-Length, or in chunks of 512 bytes or more.",
    example: "The body is larger than 4194304 bytes. Split the batch.",
  },
  uri_too_long: {
    status: 414,
    title: "The URL is too long",
    explanation: "The URL is longer than any lookup needs.",
    remedy: "Leave out what the endpoint does not ask for, or send the lookup as a batch of one.",
    example: "The URL has 9000 characters; at most 8192 are allowed.",
  },
  unsupported_media_type: {
    status: 415,
    title: "The body is not declared as JSON",
    explanation: "The Content-Type of the request is not JSON, or its body is compressed.",
    remedy: "Send `Content-Type: application/json` and no Content-Encoding.",
    example: "text/csv is not accepted. Send Content-Type: application/json.",
  },
  misdirected_request: {
    status: 421,
    title: "The service is not known by this name",
    explanation:
      "The Host header, or the URL's own authority, names another host. A service that listens on its own machine alone answers to that machine's names only, so that no web page can reach it through a name of its own (DNS rebinding).",
    remedy:
      "Call the service by `localhost` or its address. If it has another name, its operator allows that with `--allowed-host`.",
    example:
      'The service does not answer to the host "rates.example". Call it localhost, or allow the name with --allowed-host.',
  },
  idempotency_key_reused: {
    status: 422,
    title: "The Idempotency-Key was sent with another form",
    explanation:
      "An upload with this Idempotency-Key had another file or other fields. The service takes neither for the other.",
    remedy: "Send every new upload with a new Idempotency-Key, and the same one only with the same file and fields.",
    example:
      "Another file or other fields were sent with this Idempotency-Key before. Send this form with a new Idempotency-Key.",
  },
  rate_limited: {
    status: 429,
    title: "Too many lookups",
    explanation: "The API key has used up its lookups for now. A batch counts its items.",
    remedy: "Wait as long as `Retry-After` says and send the request again. The RateLimit headers show what is left.",
    example: "This API key has used its 6000 lookups of this window. Try again in 7 seconds.",
  },
  too_many_jobs: {
    status: 429,
    title: "Too many jobs",
    explanation:
      "The API key has as many files under way, jobs that are not deleted, or bytes of files and results, as it may.",
    remedy: `Wait until one is done, or download its results and delete it. GET ${REPRICE_PATH} lists the jobs of the key.`,
    example: "This API key has 2 files under way. Wait until one is done, or delete it.",
  },
  too_much_at_once: {
    status: 429,
    title: "Too much at once",
    explanation:
      "The requests that the API key has under way and the answers that its clients have not read yet fill the memory that a key may use, or it has as many downloads of jobs or price lists under way as it may.",
    remedy:
      "Read the answers, send fewer batches, downloads and price lists side by side, and send this request again after as long as `Retry-After` says.",
    example:
      "This API key has as many bytes of requests and answers under way as it may (167772160). Read its answers and try again in 2 seconds.",
  },
  headers_too_large: {
    status: 431,
    title: "The headers are too large",
    explanation: "The request line and the headers are larger than the service accepts.",
    remedy: "Send fewer or shorter headers, and a shorter URL.",
    example: "The URL and headers are larger than 16384 bytes together.",
  },
  internal_error: {
    status: 500,
    title: "The service failed",
    explanation: "Something went wrong in the service. The request is not at fault.",
    remedy: "Send the request again. If it fails again, tell the operator of the service its request_id.",
    example: "Something went wrong here. Send the request again; if it fails again, report its request_id.",
  },
  took_too_long: {
    status: 503,
    title: "The answer took too long",
    explanation:
      "A batch, a search, a history, a comparison of prices, coverage, options or a lookup by name was not answered within the time that clients wait, and the work for it was given up; or a comparison of releases was not, whose work goes on.",
    remedy:
      "Ask for less at once (fewer items, periods or members), send more of the name, or send an identifier beside it; ask for a comparison of releases again, as `Retry-After` says. If a small request is answered so, the service is overloaded: send it again later.",
    example:
      "The answer was not complete after 20 seconds and was given up. Ask for less at once (fewer items, periods or members), send more of the name, or send an identifier beside it.",
  },
  overloaded: {
    status: 503,
    title: "Too much at once for the service",
    explanation:
      "The requests and unread answers of all clients together fill the memory that the service may use, or other releases are being compared.",
    remedy: "Send the request again after as long as `Retry-After` says.",
    example:
      "The service has as many bytes of requests and answers under way as it may (335544320). Try again in 2 seconds.",
  },
  not_ready: {
    status: 503,
    title: "Not ready",
    explanation:
      "The service has no rate data loaded yet, its data was damaged or does not hold the state, it cannot read its API keys, or it is shutting down; for batches, searches, histories, comparisons, coverage, options and lookups by name also that what answers them is being restarted.",
    remedy:
      "Send the request again a little later, as `Retry-After` says if it is there. /readyz says what is wrong; /release says which data is loaded.",
    example: "The loaded data does not hold California (ca). It holds fl, ny.",
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

export const PROBLEM_MEDIA_TYPE = "application/problem+json";

export const PROBLEM_INDEX = "/docs/problems";

/** The documentation page of a problem: what `type` refers to, and where the page is served. */
export function problemPage(code: ProblemCode): string {
  return `${PROBLEM_INDEX}/${code}`;
}

const problemDocument = {
  ...object("Problem", {
    type: { ...string("The page that documents this kind of problem."), format: "uri-reference" },
    title: string("The kind of problem in words."),
    status: integer("The HTTP status."),
    detail: string("What went wrong this time, and what to do."),
    code: choice(PROBLEM_CODES, "Stable code of the kind of problem."),
    request_id: string("Identifies the request when you report it."),
    errors: optional(array(faultSchema, "Every fault of the request's fields; only where the fields are at fault.")),
    table: optional({
      ...shownTableSchema,
      description: "Of a file whose columns are not understood: what was understood of it.",
    }),
  }),
  description: "A problem document (RFC 9457).",
};

/** A problem as answers carry it. */
export const problemSchema = named("Problem", problemDocument);

export type ProblemDocument = ValueOf<typeof problemDocument>;

export interface Problem extends Pick<ProblemDocument, "code" | "detail" | "errors" | "table"> {
  /** For metrics: no key could have the state. The answer does not have it. */
  readonly isStateUnserved?: true;
}

/** The problem of a request's errors: the first gives the code, an unknown parameter begins the detail (conventions 4). */
export function problemOfFaults(faults: readonly RequestFault[]): Problem {
  const [first] = faults as readonly [RequestFault];
  return { code: first.code, detail: faultsText(faults), errors: faults };
}

/** RFC 9457, with the members of conventions 4. */
export function problemBody({ code, detail, errors, table }: Problem, requestId: string): string {
  const { status, title } = PROBLEMS[code];
  const body = { type: problemPage(code), title, status, detail, code, request_id: requestId, errors, table };
  return withoutTokens(JSON.stringify(body));
}

const nextRequestId = requestIds();

/** The problem of a service without a release yet, as the service itself would send it. */
export function notReadyAnswer(detail: string): { readonly mediaType: string; readonly body: string } {
  return { mediaType: PROBLEM_MEDIA_TYPE, body: problemBody({ code: "not_ready", detail }, nextRequestId()) };
}

/** Short identifiers that are unique across processes: a random prefix and a count. */
export function requestIds(): () => string {
  const prefix = randomBytes(5).toString("hex");
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
