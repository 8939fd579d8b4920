import { CHANGE_KINDS } from "../../diff/release-change.ts";
import type { State } from "../../state/state.ts";
import { LISTED_MAX } from "../releases/compared.ts";
import { diffParameters } from "../releases/parameters.ts";
import { closedObject, type Json, responseReference } from "./json-schema.ts";
import { csvMedia } from "./media-types.ts";
import { queryParameters } from "./parameters.ts";
import { answerHeaders, sharedProblems } from "./problem-responses.ts";
import { changesExample, releasesExample } from "./table-examples.ts";

const TAG = "Releases";

const text = (description: string): Json => ({ type: "string", description });
const nullableText = (description: string): Json => ({ type: ["string", "null"], description });
const count = (description: string): Json => ({ type: "integer", description });
const list = (items: Json, description: string): Json => ({ type: "array", items, description });

const releaseProperties: Json = {
  name: text("Name of the dataset."),
  version: text("Version of the dataset."),
  content_hash: text("SHA-256 of the compiled content."),
};

const listSchema = closedObject("Releases", {
  releases: list(
    closedObject("ListedRelease", {
      ...releaseProperties,
      in_service: { type: "boolean", description: "Whether lookups are answered from it." },
    }),
    "The release in service, then those of the archive, the newest file first.",
  ),
  unreadable_files: count("Files of the archive that are no release that this version can read."),
});

const amounts: Json = {
  before: nullableText("What the earlier release says; null: nothing."),
  after: nullableText("What the later release says; null: nothing."),
  difference: nullableText("After minus before, of figures on both sides."),
  percent: nullableText("The difference in percent of the figure before, to two decimals; null from zero."),
};

const changeSchema = closedObject("Change", {
  table: text("The table, such as ca/outpatient_rates."),
  kind: { type: "string", enum: [...CHANGE_KINDS], description: "What became of the key on these days." },
  key: { type: "object", additionalProperties: { type: ["string", "null"] }, description: "The key, by column." },
  from: nullableText("The first day on which the releases differ so; null in tables without periods."),
  to: nullableText("The last such day; null: from then on."),
  before_until: nullableText(
    "The last day of what is compared with, where the earlier release says nothing of these days.",
  ),
  figure: nullableText("The column that the kind is judged by."),
  ...amounts,
  cells: list(closedObject("CellChange", { column: text("The column."), ...amounts }), "Every cell that differs."),
});

const diffSchema = closedObject("ReleaseDiff", {
  from: { ...closedObject("EarlierRelease", releaseProperties), description: "The earlier release." },
  to: { ...closedObject("LaterRelease", releaseProperties), description: "The later release." },
  states_only_before: list({ type: "string" }, "States of the key that the earlier release alone holds."),
  states_only_after: list({ type: "string" }, "States of the key that the later release alone holds."),
  tables: list(
    closedObject("TableDiff", {
      table: text("The table."),
      rows_before: count("Rows in the earlier release."),
      rows_after: count("Rows in the later release."),
      ...Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, count(`Changes of the kind ${kind}.`)])),
      listed: count(`How many of them can be paged through: the ${LISTED_MAX} largest.`),
    }),
    "Every table that was compared, with the number of its changes by kind.",
  ),
  changes_listed: count("How many changes can be paged through."),
  offset: count("How many were left out before the first."),
  changes: list(changeSchema, "Changes table by table, the largest of each first."),
});

function answered(description: string, schema: Json, asCsv: Json): Json {
  return { description, headers: answerHeaders, content: { "application/json": { schema }, ...asCsv } };
}

/** The operations about releases: what there is, and what changed. */
export function releasePaths(states: readonly State[]): Json {
  return {
    "/releases": {
      get: {
        operationId: "releases",
        tags: [TAG],
        summary: "The releases that can be compared",
        description: "Names the release in service and the earlier ones that the service keeps.",
        responses: {
          "200": answered("The releases.", listSchema, csvMedia("One row for each release.", releasesExample())),
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
        parameters: queryParameters({ parameters: diffParameters(states), examples: [] }),
        responses: {
          "200": answered(
            "A page of changes.",
            diffSchema,
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
