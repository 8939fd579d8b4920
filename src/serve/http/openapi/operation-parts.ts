import { definitionsIn, type Json, type Schema } from "../../../core/schema/schema.ts";
import type { Example } from "../../../pricing/lookup.ts";
import {
  descriptionOf,
  identifierNames,
  jsonValue,
  namedParameters,
  type Parameters,
  withExample,
} from "../../../pricing/request/parameter.ts";
import type { FaultCode } from "../../../pricing/request/read.ts";
import type { State } from "../../../pricing/state/state.ts";
import { HASH_CHARACTERS } from "../../../release/release.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemCode, problemPage, problemSchema } from "../problems.ts";

export function responseReference(name: string): Json {
  return { $ref: `#/components/responses/${name}` };
}

/** The name of a state's component: `CaOutpatientResult`. */
export function componentName(state: State, ...words: readonly string[]): string {
  return [state.code, ...words]
    .flatMap((word) => word.split("-"))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** The schemas that these refer to by name, directly or through one another. */
export function definitionsOf(...schemas: readonly Schema[]): Json {
  return Object.fromEntries(schemas.flatMap((schema) => [...definitionsIn(schema)]));
}

/**
 * The parameters of a GET, in the contract's order. A form sends every example at once, so they are the fields of one valid request, the
 * endpoint's first example.
 */
export function queryParameters(parameters: Parameters, [first]: readonly Example[] = []): readonly Json[] {
  const identifiers = identifierNames(parameters);
  return namedParameters(parameters).map(({ name, parameter }) => {
    const value = first?.query[name];
    const description = descriptionOf(parameter, identifiers);
    return {
      name,
      in: "query",
      ...(parameter.required ? { required: true } : {}),
      description: value === undefined ? withExample(description, parameter) : description,
      schema: parameter.schema,
      ...(value === undefined ? {} : { example: jsonValue(parameter, value) }),
    };
  });
}

/** The second media type of every answer: its rows, and an example if there is one. */
export function csvMedia(rows: string, example: string | null | undefined): Json {
  const schema = { type: "string", description: rows };
  return { "text/csv": example == null ? { schema } : { schema, example } };
}

/** The answer of an operation from a release, as JSON and in its other media types. */
export function answered(description: string, schema: object, others: Json = {}, headers: Json = {}): Json {
  return {
    description,
    headers: { ...answerHeaders, ...headers },
    content: { "application/json": { schema }, ...others },
  };
}

/** A field for each code. */
const FAULT_EXAMPLES: Partial<Record<ProblemCode, string>> & Record<FaultCode, string> = {
  missing_parameter: "billing_code",
  invalid_parameter: "npi",
  unknown_parameter: "bilingcode",
  missing_provider_identifier: "npi",
};

export const problemSchemas: Json = definitionsOf(problemSchema);

const rateLimitHeaders: Json = {
  "RateLimit-Limit": { schema: { type: "integer" }, description: "Lookups per window; absent when there is no limit." },
  "RateLimit-Remaining": { schema: { type: "integer" }, description: "Lookups left in this window." },
  "RateLimit-Reset": { schema: { type: "integer" }, description: "Seconds until the window ends." },
};

const retryAfter: Json = {
  "Retry-After": {
    schema: { type: "integer" },
    description: `Seconds to wait, at most ${HTTP_LIMITS.retryAfterSecondsMax}; where waiting helps.`,
  },
};

const requestId: Json = {
  "X-Request-Id": { schema: { type: "string" }, description: "Identifies the request when you report it." },
};

/** The headers of every answer from a release. The document describes common headers once, at its head. */
export const answerHeaders: Json = {
  "Ratebook-Release": {
    schema: { type: "string" },
    description: `The release that answered: its version and the first ${HASH_CHARACTERS} characters of its content hash.`,
  },
};

export const caveatHeaders: Json = {
  "Ratebook-Incomplete": {
    schema: { type: "string" },
    description:
      "The tables that prices looked into and that are not loaded (without any row, or without an edition for the day), as if the state published nothing there; absent when there are none. Of a batch, a history or a comparison: those of all its prices.",
  },
  "Ratebook-Stale": {
    schema: { type: "string" },
    description:
      "The tables that prices were made of and whose editions are older than the day priced by more than the limit, each with the day of its edition; absent when there are none. Of a batch, a history or a comparison: those of all its prices, with the oldest edition.",
  },
};

function problemExample(code: ProblemCode): Json {
  const { title, status, example } = PROBLEMS[code];
  const field = FAULT_EXAMPLES[code];
  const value = { type: problemPage(code), title, status, detail: example, code, request_id: "5f0c2a9b1e-7k" };
  const errors = field === undefined ? {} : { errors: [{ field, code, message: example }] };
  return { summary: title, value: { ...value, ...errors } };
}

function response(description: string, codes: readonly ProblemCode[], headers: Json = {}): Json {
  return {
    description,
    headers: { ...requestId, ...headers },
    content: {
      [PROBLEM_MEDIA_TYPE]: {
        schema: problemSchema,
        examples: Object.fromEntries(codes.map((code) => [code, problemExample(code)])),
      },
    },
  };
}

const FIELD_FAULTS: readonly ProblemCode[] = ["invalid_parameter", "unknown_parameter"];

/** Every problem response, by the name that operations refer to. */
export const problemResponses: Json = {
  LookupRefused: response(
    "The request is at fault.",
    ["api_key_in_query", "missing_parameter", "missing_provider_identifier", ...FIELD_FAULTS],
    rateLimitHeaders,
  ),
  SearchRefused: response(
    "The request is at fault.",
    ["api_key_in_query", "missing_parameter", ...FIELD_FAULTS],
    rateLimitHeaders,
  ),
  BatchRefused: response(
    "The batch as a whole is at fault. A faulty item gets an error of its own and does not fail the batch.",
    ["api_key_in_query", "invalid_json", "batch_too_large", "unknown_parameter"],
    rateLimitHeaders,
  ),
  FormRefused: response(
    "The form or the file is at fault.",
    ["api_key_in_query", "invalid_form", "invalid_file", "missing_parameter", ...FIELD_FAULTS],
    rateLimitHeaders,
  ),
  NoSuchJob: response("The key has no such job, or the job no such file.", ["no_such_job"], rateLimitHeaders),
  UploadUnderWay: response("The first upload with this Idempotency-Key is under way.", ["idempotency_key_in_use"], {
    ...retryAfter,
    ...rateLimitHeaders,
  }),
  OtherUpload: response(
    "The Idempotency-Key was sent with another form.",
    ["idempotency_key_reused"],
    rateLimitHeaders,
  ),
  JobNotDone: response("The job is under way, or has failed.", ["job_not_done"], rateLimitHeaders),
  TooManyJobs: response(
    "The key has used up its lookups for now, or has too many jobs.",
    ["rate_limited", "too_many_jobs"],
    { ...retryAfter, ...rateLimitHeaders },
  ),
  Unauthenticated: response("There is no valid API key.", ["missing_api_key", "invalid_api_key"], {
    "WWW-Authenticate": { schema: { type: "string" }, description: "Always `Bearer`." },
  }),
  StateNotEnabled: response("The key is not enabled for the state.", ["state_not_enabled"], rateLimitHeaders),
  NoExplanations: response(
    "There is no such job, or the service has another release now.",
    ["no_such_job", "release_unavailable"],
    rateLimitHeaders,
  ),
  ReleaseUnavailable: response("A release is not there or cannot be read.", ["release_unavailable"], rateLimitHeaders),
  PayloadTooLarge: response("The body is too large.", ["payload_too_large"], rateLimitHeaders),
  UnsupportedMediaType: response("The body is not declared as JSON.", ["unsupported_media_type"], rateLimitHeaders),
  RateLimited: response(
    "The key has used up its lookups for now, or has too much under way.",
    ["rate_limited", "too_much_at_once"],
    { ...retryAfter, ...rateLimitHeaders },
  ),
  NotReady: response(
    "There is no data to answer from, the service is shutting down, or it has too much under way.",
    ["not_ready", "overloaded"],
    retryAfter,
  ),
  Unanswered: response(
    "There is nothing to answer from now, the service has too much under way, or the answer took too long.",
    ["not_ready", "overloaded", "took_too_long"],
    retryAfter,
  ),
  OtherProblem: response("The service failed, or the request did not reach any operation.", [
    "internal_error",
    "api_key_in_query",
    "malformed_request",
    "not_found",
    "method_not_allowed",
    "request_timeout",
    "uri_too_long",
    "misdirected_request",
    "headers_too_large",
  ]),
};

/** Answers of every operation of a state besides its own refusal. */
export const sharedProblems: Json = {
  "401": responseReference("Unauthenticated"),
  "403": responseReference("StateNotEnabled"),
  "429": responseReference("RateLimited"),
  "503": responseReference("Unanswered"),
  default: responseReference("OtherProblem"),
};

export const batchProblems: Json = {
  "413": responseReference("PayloadTooLarge"),
  "415": responseReference("UnsupportedMediaType"),
};
