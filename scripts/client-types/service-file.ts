import { compare } from "../../src/answers/compare.ts";
import { history } from "../../src/answers/history.ts";
import { HTTP_LIMITS } from "../../src/http/limits.ts";
import { PROBLEM_MEDIA_TYPE, PROBLEMS } from "../../src/http/problems.ts";
import {
  API_PREFIX,
  BATCH_SUFFIX,
  COVERAGE_PATH,
  EXPLAIN_SUFFIX,
  RATE_PATHS,
  SEARCH_PATH,
} from "../../src/state/api-paths.ts";
import type { State } from "../../src/state/state.ts";

/** The paths, limits and problems of the service, as the client needs them when it runs. */
export function serviceFile(states: readonly State[]): string {
  const settings = states.map(({ code, lookups }) => [code, lookups.map(({ setting }) => setting)]);
  const statuses = Object.entries(PROBLEMS).map(([code, { status }]) => [code, status]);
  const constants = {
    API_PREFIX,
    RATE_PATHS,
    BATCH_SUFFIX,
    EXPLAIN_SUFFIX,
    HISTORY_SUFFIX: history.path,
    COMPARE_SUFFIX: compare.path,
    SEARCH_PATH,
    COVERAGE_PATH,
    SETTINGS: Object.fromEntries(settings),
    BATCH_ITEMS_MAX: HTTP_LIMITS.batchItemsMax,
    BATCH_BYTES_MAX: HTTP_LIMITS.bodyBytesMax,
    ANSWER_BYTES_MAX: HTTP_LIMITS.expectedAnswerBytesMax,
    PROBLEM_MEDIA_TYPE,
    PROBLEM_STATUSES: Object.fromEntries(statuses),
  };
  return Object.entries(constants)
    .map(
      ([name, value]) =>
        `export const ${name} = ${JSON.stringify(value)}${typeof value === "object" ? " as const" : ""};\n`,
    )
    .join("\n");
}
