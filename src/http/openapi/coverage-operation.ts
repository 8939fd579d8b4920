import { coverageSchema } from "../../coverage/coverage.ts";
import { definitionsIn } from "../../schema/schema.ts";
import { COVERAGE_PATH } from "../../state/api-paths.ts";
import type { State } from "../../state/state.ts";
import { coverageParameters } from "../coverage-endpoint.ts";
import { type Json, responseReference } from "./json-schema.ts";
import { csvMedia } from "./media-types.ts";
import { queryParameters } from "./parameters.ts";
import { answerHeaders, sharedProblems } from "./problem-responses.ts";
import { coverageExample } from "./table-examples.ts";

const TAG = "Data";

/** The schemas that the operation refers to. */
export const coverageSchemas: Json = Object.fromEntries(definitionsIn(coverageSchema));

export function coveragePaths(states: readonly State[]): Json {
  return {
    [COVERAGE_PATH]: {
      get: {
        operationId: "coverage",
        tags: [TAG],
        summary: "What the loaded data covers",
        description:
          "Per state, setting and table: rows, periods, editions and their age, gaps between periods, what lacks its counterpart, what is synthetic and what is not loaded. Only states that the key is enabled for. Counts as one lookup.",
        parameters: queryParameters({ parameters: coverageParameters(states), examples: [] }),
        responses: {
          "200": {
            description: "What is covered on the date.",
            headers: answerHeaders,
            content: {
              "application/json": { schema: coverageSchema },
              ...csvMedia("One row for each table.", coverageExample()),
            },
          },
          "400": responseReference("SearchRefused"),
          ...sharedProblems,
        },
      },
    },
  };
}

export const coverageTag: Json = { name: TAG, description: "What the loaded data is." };
