import type { Json } from "../../../core/schema/schema.ts";
import { releaseDiffSchema, releasesSchema } from "../../../diff/wire.ts";
import type { State } from "../../../pricing/state/state.ts";
import { diffParameters } from "../releases/endpoints.ts";
import { changesExample, releasesExample } from "./examples.ts";
import {
  answered,
  csvMedia,
  definitionsOf,
  queryParameters,
  responseReference,
  sharedProblems,
} from "./operation-parts.ts";

const TAG = "Releases";

export const releaseSchemas: Json = definitionsOf(releasesSchema, releaseDiffSchema);

export function releasePaths(states: readonly State[]): Json {
  return {
    "/releases": {
      get: {
        operationId: "releases",
        tags: [TAG],
        summary: "The releases that can be compared",
        description: "Names the release in service and the earlier ones that the service keeps.",
        responses: {
          "200": answered("The releases.", releasesSchema, csvMedia("One row for each release.", releasesExample())),
          "400": responseReference("SearchRefused"),
          "404": responseReference("ReleaseUnavailable"),
          ...sharedProblems,
        },
      },
    },
    "/releases/diff": {
      get: {
        operationId: "releases-diff",
        tags: [TAG],
        summary: "What changed from one release to another",
        description:
          "Compares two releases row by row over all their days: what was added, ended, raised and cut, with amounts and percentages. The first request for a pair may take half a minute; a 503 with Retry-After says to ask again.",
        parameters: queryParameters(diffParameters(states)),
        responses: {
          "200": answered(
            "A page of changes.",
            releaseDiffSchema,
            csvMedia("One row for each cell that differs.", changesExample()),
          ),
          "400": responseReference("SearchRefused"),
          "404": responseReference("ReleaseUnavailable"),
          ...sharedProblems,
        },
      },
    },
  };
}

export const releasesTag: Json = { name: TAG, description: "What rate data there is, and what changed in it." };
