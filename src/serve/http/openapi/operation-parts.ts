import type { Json } from "../../../core/schema/schema.ts";
import type { Example } from "../../../pricing/lookup.ts";
import {
  descriptionOf,
  identifierNames,
  jsonValue,
  namedParameters,
  type Parameters,
  withExample,
} from "../../../pricing/request/parameter.ts";
import { HASH_CHARACTERS } from "../../../release/release.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { PROBLEM_CODES, PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemCode, problemSchema } from "../problems.ts";

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

/** The answer of an operation from a release. */
export function answered(description: string, schema: object, headers: Json = {}): Json {
  return {
    description,
    headers: { ...answerHeaders, ...headers },
    content: { "application/json": { schema } },
  };
}

const RELEASE_HEADER = "Ratebook-Release";
const CAVEAT_HEADERS = ["Ratebook-Incomplete", "Ratebook-Stale"];

/** The headers of successful answers. The document describes those of every answer once, at its head. */
export const headers: Json = {
  [RELEASE_HEADER]: {
    schema: { type: "string" },
    description: `The release that answered: its version and the first ${HASH_CHARACTERS} characters of its content hash.`,
  },
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

/** The headers of every answer from a release. */
export const answerHeaders = references("headers", [RELEASE_HEADER]);

/** The headers of answers with prices. */
export const caveatHeaders = references("headers", CAVEAT_HEADERS);

function references(kind: string, names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]));
}

/** The statuses that operations name one by one: client generators do not support `4XX`. */
type RefusedStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503;

const DEFAULT = "OtherProblem";

/** Responses of an operation: these statuses, and every other one. */
export function problems(...statuses: readonly RefusedStatus[]): Json {
  const response = (name: string) => ({ $ref: `#/components/responses/${name}` });
  return {
    ...Object.fromEntries(statuses.map((status) => [status, response(`Problem${status}`)])),
    default: response(DEFAULT),
  };
}

/** The problems of every operation of a state. */
export const stateProblems = problems(400, 401, 403, 429, 503);

const integer = { type: "integer" };
const requestId: Json = {
  "X-Request-Id": { schema: { type: "string" }, description: "Identifies the request when you report it." },
};
const retryAfter: Json = {
  "Retry-After": {
    schema: integer,
    description: `Seconds to wait, at most ${HTTP_LIMITS.retryAfterSecondsMax}; where waiting helps.`,
  },
};
const rateLimit: Json = {
  "RateLimit-Limit": { schema: integer, description: "Lookups per window; absent when there is no limit." },
  "RateLimit-Remaining": { schema: integer, description: "Lookups left in this window." },
  "RateLimit-Reset": { schema: integer, description: "Seconds until the window ends." },
};
const authenticate: Json = {
  "WWW-Authenticate": { schema: { type: "string" }, description: "Always `Bearer`." },
};

const HEADERS_OF: Readonly<Record<RefusedStatus, Json>> = {
  400: rateLimit,
  401: authenticate,
  403: rateLimit,
  404: rateLimit,
  409: { ...rateLimit, ...retryAfter },
  413: rateLimit,
  415: rateLimit,
  422: rateLimit,
  429: { ...rateLimit, ...retryAfter },
  503: retryAfter,
};

/** Every problem response, by the name that operations refer to. Its description has the codes. */
export const problemResponses: Json = Object.fromEntries([
  ...Object.entries(HEADERS_OF).map(([status, own]) => [
    `Problem${status}`,
    problemResponse((code) => PROBLEMS[code].status === Number(status), own),
  ]),
  [DEFAULT, problemResponse((code) => !(PROBLEMS[code].status in HEADERS_OF), {})],
]);

function problemResponse(has: (code: ProblemCode) => boolean, own: Json): Json {
  return {
    description: PROBLEM_CODES.filter(has)
      .map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`)
      .join(" "),
    headers: { ...requestId, ...own },
    content: { [PROBLEM_MEDIA_TYPE]: { schema: problemSchema } },
  };
}
