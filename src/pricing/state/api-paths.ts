import type { CareSetting } from "../../registry/definition.ts";

/** Where the contract's `{base_url}` begins. */
export const API_PREFIX = "/api/v1";

/** The version of the API's definition (docs/conventions.md), not of the program. */
export const API_VERSION = "1.0.0";

/** Paths below each state (contract 1). */
export const RATE_PATHS = { outpatient: "/outpatient/rate", inpatient: "/inpatient/rate" } as const satisfies Record<
  CareSetting,
  string
>;
export const BATCH_SUFFIX = "/batch";
export const EXPLAIN_SUFFIX = "/explain";
export const COVERAGE_PATH = "/coverage";
export const SEARCH_PATH = "/providers/search";
export const FIND_PATH = "/providers/find";
export const CODES_PATH = "/codes/find";
export const PRICE_LIST_PATH = "/price-list";
export const RELEASES_PATH = "/releases";
export const RELEASE_DIFF_PATH = `${RELEASES_PATH}/diff`;

/** Files are repriced under one path, whatever their state. */
export const REPRICE_PATH = `${API_PREFIX}/reprice`;

/** The lines of a repriced file with a variance, as a list: the last part of its path. */
export const JOB_VARIANCES = "variances";

/** The explanations of chosen lines of a repriced file as one document: the last part of its path. */
export const JOB_PACKET = "explanations";
