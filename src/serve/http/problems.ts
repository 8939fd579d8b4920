import { randomBytes } from "node:crypto";
import { array, choice, integer, named, object, optional, string, type ValueOf } from "../../core/schema/schema.ts";
import { withoutTokens } from "../../keys/api-key.ts";
import { faultSchema, faultsText, type RequestFault } from "../../pricing/request/read.ts";
import { REPRICE_PATH } from "../../pricing/state/api-paths.ts";
import { shownTableSchema } from "../../reprice/shown-table.ts";

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly remedy: string;
}

/** Every problem the service answers with (conventions 4). Responses, OpenAPI and their page come from here. */
export const PROBLEMS = {
  api_key_in_query: {
    status: 400,
    title: "API key in the query string",
    remedy:
      "Send the key as the header `Authorization: Bearer <API_KEY>`. Replace a key that was sent in a URL: it may have been recorded.",
  },
  missing_parameter: {
    status: 400,
    title: "A required parameter is missing",
    remedy: "Add the parameters that `errors` names. An empty value counts as absent.",
  },
  invalid_parameter: {
    status: 400,
    title: "A parameter is not valid",
    remedy: "`errors` has every faulty field with what was expected. Correct them, and send the request again.",
  },
  unknown_parameter: {
    status: 400,
    title: "A parameter is not known here",
    remedy: "Correct the name, or leave the parameter out: a misspelt one would misprice a claim.",
  },
  missing_provider_identifier: {
    status: 400,
    title: "No provider is named",
    remedy: "Send at least one of the provider identifiers that the message lists.",
  },
  invalid_json: {
    status: 400,
    title: "The body is not a batch in JSON",
    remedy: 'Send `{"requests": [ ... ]}` in UTF-8, with one object per lookup.',
  },
  batch_too_large: {
    status: 400,
    title: "The batch has too many items",
    remedy: "Split the batch. The answers are in the order of the requests.",
  },
  invalid_form: {
    status: 400,
    title: "The form cannot be read",
    remedy:
      "Send one file as `file`, with a file name, and each other field once. An HTTP library or curl's `-F` builds the form.",
  },
  invalid_file: {
    status: 400,
    title: "The file cannot be repriced",
    remedy: "The message says what is wrong. Name the columns in the field `columns`, or correct the file.",
  },
  malformed_request: {
    status: 400,
    title: "The request is not well-formed HTTP",
    remedy: "Build the request with an HTTP library, and percent-encode what goes into a URL.",
  },
  missing_api_key: {
    status: 401,
    title: "No API key",
    remedy: "Send the header `Authorization: Bearer <API_KEY>`.",
  },
  invalid_api_key: {
    status: 401,
    title: "The API key is not valid",
    remedy:
      "The key is unknown, expired or revoked. Send the whole key, or ask the operator of the service for a new one.",
  },
  state_not_enabled: {
    status: 403,
    title: "The state is not enabled",
    remedy:
      "Ask the operator of the service to enable the state on your key. No key helps if the service does not serve the state.",
  },
  not_found: {
    status: 404,
    title: "No such path",
    remedy: "/docs lists every path. Paths are lower case and have no slash at the end.",
  },
  release_unavailable: {
    status: 404,
    title: "The release is not available",
    remedy: "GET /api/v1/releases lists the releases. The operator adds one with `ratebook releases push`.",
  },
  no_such_job: {
    status: 404,
    title: "No such job",
    remedy: `The job was deleted, has expired or belongs to another key. GET ${REPRICE_PATH} lists the jobs of your key; send the file again if it is not among them.`,
  },
  method_not_allowed: {
    status: 405,
    title: "The method is not allowed here",
    remedy: "Use one of the methods that the `Allow` header names.",
  },
  request_timeout: {
    status: 408,
    title: "The request took too long to arrive",
    remedy: "Send the request again; over a slow line, in smaller batches.",
  },
  job_not_done: {
    status: 409,
    title: "The job is not done",
    remedy: "GET the job itself: it shows how far it is, or why it failed.",
  },
  idempotency_key_in_use: {
    status: 409,
    title: "The first request with this Idempotency-Key is under way",
    remedy:
      "Its file is still arriving. Send the request again after as long as `Retry-After` says, with the same Idempotency-Key.",
  },
  payload_too_large: {
    status: 413,
    title: "The body is too large",
    remedy: "Split the batch. Send a body with a Content-Length, or in chunks of 512 bytes or more.",
  },
  uri_too_long: {
    status: 414,
    title: "The URL is too long",
    remedy: "Leave out what the endpoint does not need, or send the lookup as a batch of one.",
  },
  unsupported_media_type: {
    status: 415,
    title: "The body is not declared as JSON",
    remedy: "Send `Content-Type: application/json` and no Content-Encoding.",
  },
  misdirected_request: {
    status: 421,
    title: "The service is not known by this name",
    remedy: "Call the service by `localhost` or its address. The operator allows another name with `--allowed-host`.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "The Idempotency-Key was sent with another form",
    remedy: "Send every new upload with a new Idempotency-Key, and the same one only with the same file and fields.",
  },
  rate_limited: {
    status: 429,
    title: "Too many lookups",
    remedy: "Wait as long as `Retry-After` says. A batch counts its items; the RateLimit headers show what is left.",
  },
  too_many_jobs: {
    status: 429,
    title: "Too many jobs",
    remedy: `Wait until a job is done, or download its results and delete it. GET ${REPRICE_PATH} lists the jobs of your key.`,
  },
  too_much_at_once: {
    status: 429,
    title: "Too much at once",
    remedy:
      "Read the answers, send fewer requests side by side, and send this one again after as long as `Retry-After` says.",
  },
  headers_too_large: {
    status: 431,
    title: "The headers are too large",
    remedy: "Send fewer or shorter headers, and a shorter URL.",
  },
  internal_error: {
    status: 500,
    title: "The service failed",
    remedy:
      "The request is not at fault. Send it again; if it fails again, report its request_id to the operator of the service.",
  },
  took_too_long: {
    status: 503,
    title: "The answer took too long",
    remedy: "Send fewer items, periods or members at once, more of a name, or an identifier beside it.",
  },
  overloaded: {
    status: 503,
    title: "Too much at once for the service",
    remedy: "Send the request again after as long as `Retry-After` says.",
  },
  not_ready: {
    status: 503,
    title: "Not ready",
    remedy: "Send the request again a little later. /readyz shows what is wrong, /release which data is loaded.",
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

export const PROBLEM_MEDIA_TYPE = "application/problem+json";

export const PROBLEM_INDEX = "/docs/problems";

/** What `type` refers to. It leads to the problem's line of the page. */
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
