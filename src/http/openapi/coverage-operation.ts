import { coverage } from "../../answers/coverage.ts";
import { coverageSchema } from "../../coverage/coverage.ts";
import { definitionsIn } from "../../schema/schema.ts";
import type { State } from "../../state/state.ts";
import { csvMedia } from "./csv-media.ts";
import { type Json, responseReference } from "./json-schema.ts";
import { queryParameters } from "./parameters.ts";
import { answerHeaders, sharedProblems } from "./problem-responses.ts";
import { coverageExample } from "./table-examples.ts";

const TAG = "Data";

/** The schemas that the operation refers to. */
export const coverageSchemas: Json = Object.fromEntries(definitionsIn(coverageSchema));

export function coveragePaths(states: readonly State[]): Json {
  return {
    [coverage.path]: {
      get: {
        operationId: "coverage",
        tags: [TAG],
        summary: coverage.summary,
        description: coverage.description(null),
        parameters: queryParameters({ parameters: coverage.parameters(states.map(({ code }) => code)), examples: [] }),
        responses: {
          "200": {
            description: "What is covered on the date.",
            headers: answerHeaders,
            content: {
              "application/json": { schema: coverageSchema },
              ...csvMedia(coverage.rows, coverageExample()),
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
