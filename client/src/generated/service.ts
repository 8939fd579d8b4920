/* Made by npm run client-types from the declarations that serve requests. Do not edit. */

export const API_PREFIX = "/api/v1";

export const RATE_PATHS = { outpatient: "/outpatient/rate", inpatient: "/inpatient/rate" } as const;

export const BATCH_SUFFIX = "/batch";

export const ANSWERS = {
  price: { path: "", lists: null },
  explain: { path: "/explain", lists: ["assumptions", "stale", "empty_tables", "explanations"] },
  history: { path: "/history", lists: ["periods"] },
  compare: { path: "/compare", lists: ["statistics", "members"] },
  options: { path: "/options", lists: ["parameters"] },
  whatIf: { path: "/what-if", lists: ["set", "results", "figures"] },
  benchmark: { path: "/benchmark", lists: ["results"] },
  coverage: { path: "/coverage", lists: ["states", "not_held", "common"] },
  releases: { path: "/releases", lists: ["releases"] },
  releaseDiff: {
    path: "/releases/diff",
    lists: ["states_only_before", "states_only_after", "tables", "largest", "changes"],
  },
} as const;

export const SEARCH_PATH = "/providers/search";

export const PRICE_LIST_PATH = "/price-list";

export const REPRICE_PATH = "/reprice";

export const SETTINGS = {
  ca: ["outpatient", "inpatient"],
  fl: ["outpatient", "inpatient"],
  ny: ["outpatient", "inpatient"],
  ga: ["outpatient", "inpatient"],
} as const;

export const BATCH_ITEMS = "requests";

export const BATCH_ITEMS_MAX = 1000;

export const BATCH_BYTES_MAX = 4194304;

export const ANSWER_BYTES_MAX = 67108864;

export const FILE_BYTES_MAX = 268435456;

export const JOB_ID = "^[0-9a-f]{32}$";

export const IDEMPOTENCY_KEY_FORM = "^[!-~]{1,255}$";

export const PROBLEM_MEDIA_TYPE = "application/problem+json";

export const PROBLEM_STATUSES = {
  api_key_in_query: 400,
  missing_parameter: 400,
  invalid_parameter: 400,
  unknown_parameter: 400,
  missing_provider_identifier: 400,
  invalid_json: 400,
  batch_too_large: 400,
  invalid_form: 400,
  invalid_file: 400,
  malformed_request: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  state_not_enabled: 403,
  not_found: 404,
  release_unavailable: 404,
  no_such_job: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  job_not_done: 409,
  idempotency_key_in_use: 409,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  misdirected_request: 421,
  idempotency_key_reused: 422,
  rate_limited: 429,
  too_many_jobs: 429,
  too_much_at_once: 429,
  headers_too_large: 431,
  internal_error: 500,
  took_too_long: 503,
  overloaded: 503,
  not_ready: 503,
} as const;
