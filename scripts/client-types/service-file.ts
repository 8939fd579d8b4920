import type { ServiceAnswer } from "../../src/answers/answer.ts";
import { lookupKinds } from "../../src/answers/index.ts";
import { type Json, objectIn, type Schema } from "../../src/core/schema/schema.ts";
import {
  API_PREFIX,
  BATCH_SUFFIX,
  PRICE_LIST_PATH,
  RATE_PATHS,
  REPRICE_PATH,
  SEARCH_PATH,
} from "../../src/pricing/state/api-paths.ts";
import type { State } from "../../src/pricing/state/state.ts";
import { IDEMPOTENCY_KEY_FORM, JOB_ID } from "../../src/reprice/jobs/record.ts";
import { JOB_LIMITS } from "../../src/reprice/limits.ts";
import { HTTP_LIMITS } from "../../src/serve/http/limits.ts";
import { ITEMS } from "../../src/serve/http/long-work/batch.ts";
import { serviceAnswers } from "../../src/serve/http/openapi/answer-operations.ts";
import { PROBLEM_MEDIA_TYPE, PROBLEMS } from "../../src/serve/http/problems.ts";
import { methodName, serviceTypes } from "./answers-file.ts";

/** The paths, limits and problems of the service, as the client needs them when it runs. */
export function serviceFile(states: readonly State[]): string {
  const settings = states.map(({ code, lookups }) => [code, lookups.map(({ setting }) => setting)]);
  const statuses = Object.entries(PROBLEMS).map(([code, { status }]) => [code, status]);
  const constants = {
    API_PREFIX,
    RATE_PATHS,
    BATCH_SUFFIX,
    ANSWERS: answersOf(states),
    SEARCH_PATH,
    PRICE_LIST_PATH,
    REPRICE_PATH: REPRICE_PATH.slice(API_PREFIX.length),
    SETTINGS: Object.fromEntries(settings),
    BATCH_ITEMS: ITEMS,
    BATCH_ITEMS_MAX: HTTP_LIMITS.batchItemsMax,
    BATCH_BYTES_MAX: HTTP_LIMITS.bodyBytesMax,
    // The largest legal batch: 1,000 names with 20 providers each.
    ANSWER_BYTES_MAX: 64 * 1024 * 1024,
    FILE_BYTES_MAX: JOB_LIMITS.fileBytesMax,
    JOB_ID: JOB_ID.source,
    IDEMPOTENCY_KEY_FORM: IDEMPOTENCY_KEY_FORM.source,
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

/** Each answer about a lookup or about all states: its path, and the lists by which the client recognises an answer; null where it is a list. */
function answersOf(states: readonly State[]): Json {
  const lookup = states[0]?.lookups[0];
  if (lookup === undefined) throw new Error("There is no state to make the client from.");
  const of = ({ path, schema }: Pick<ServiceAnswer, "path" | "schema">) => ({
    path,
    lists: listsIn(schema(lookup.resultSchema, "")),
  });
  return Object.fromEntries([
    ...lookupKinds.map((kind) => [methodName(kind), of(kind)]),
    ...serviceAnswers.map(({ answer }) => [serviceTypes(answer).method, of(answer)]),
  ]);
}

function listsIn(schema: Schema): readonly string[] | null {
  const answer = objectIn(schema);
  return answer?.required.filter((name) => answer.properties[name]?.type === "array") ?? null;
}
