import { EXAMPLES_MAX } from "../../coverage/limits.ts";
import { COVERAGE_PATH } from "../../state/api-paths.ts";
import type { State } from "../../state/state.ts";
import { coverageParameters } from "../coverage-endpoint.ts";
import { csvMedia } from "./csv-media.ts";
import { closedObject, type Json, responseReference, schemaReference } from "./json-schema.ts";
import { queryParameters } from "./parameters.ts";
import { answerHeaders, sharedProblems } from "./problem-responses.ts";
import { coverageExample } from "./table-examples.ts";

const TAG = "Data";

const text = (description: string): Json => ({ type: "string", description });
const nullableText = (description: string): Json => ({ type: ["string", "null"], description });
const count = (description: string): Json => ({ type: "integer", description });
const nullableCount = (description: string): Json => ({ type: ["integer", "null"], description });
const listOf = (items: Json, description: string): Json => ({ type: "array", items, description });
const texts = (description: string): Json => listOf({ type: "string" }, description);
const yesOrNo = (description: string): Json => ({ type: "boolean", description });
const nullable = (schema: Json): Json => ({ anyOf: [schema, { type: "null" }] });

const gaps = closedObject("Gaps", {
  keys: count("How many keys have days between their periods."),
  examples: listOf(
    closedObject("Gap", {
      key: { type: "object", additionalProperties: true, description: "The columns that the rows share." },
      from: text("The first day without a row."),
      to: text("The last day without a row."),
    }),
    `The first ${EXAMPLES_MAX}.`,
  ),
});

const publication = closedObject("Publication of a table", {
  publication: nullableText(
    "As imports call it, such as fl/practitioner, else its title; null where neither is known.",
  ),
  newest: text("The day of its newest edition that was imported."),
  in_use: nullableText("The day of its newest edition that is not after the date; null when all are."),
  age_months: nullableCount("By how many whole months that edition is older than the date."),
  stale: yesOrNo("Whether that is more than the limit."),
});

const settingCoverage = closedObject("Coverage of a setting", {
  setting: text("outpatient or inpatient."),
  loaded: yesOrNo("Whether any of its tables has rows."),
  not_loaded_tables: texts("Its tables without rows and without built-in values."),
  stale_tables: texts("Its tables that are fed by a publication whose editions are stale on the date."),
});

const counterpartCoverage = closedObject("Coverage of counterparts", {
  what: text("What is lacking, in words."),
  of: text("The table of those that need a counterpart."),
  needs: texts("The tables where it may stand."),
  loaded: yesOrNo("False where nothing is loaded that could be one; then nothing is counted as lacking."),
  checked: count("How many need one on the date."),
  lacking: count("How many lack it."),
  examples: texts(`The first ${EXAMPLES_MAX} of those.`),
});

/** The schemas that the operation refers to. */
export const coverageSchemas: Json = {
  TableCoverage: closedObject("Coverage of a table", {
    table: text("Such as ca/outpatient_rates."),
    settings: texts("The settings whose prices are made of it."),
    rows: count("Rows of all periods."),
    built_in: yesOrNo("Whether values are built in that count where it has no rows."),
    keys: count("Codes, hospitals or whatever its rows are about."),
    first_day: nullableText("The first day of any period; null in tables whose rows hold at every date."),
    last_day: nullableText("The last day of any period; null also where a row has no end."),
    rows_in_force: nullableCount("Rows in force on the date; null in tables whose rows hold at every date."),
    gaps: nullable(gaps),
    publications: listOf(publication, "Those imported into it; none where no import says of which day its rows are."),
    stale: yesOrNo("Whether the edition in use of any of them is stale."),
    synthetic: {
      type: ["string", "null"],
      enum: ["all", "some", "none", null],
      description: "Whether its rows are invented, as its sources say; null when they say nothing.",
    },
  }),
  Coverage: closedObject("Coverage", {
    release: closedObject("Release", {
      name: text("The dataset's name."),
      version: text("Its version."),
      content_hash: text("SHA-256 of its content."),
    }),
    date: text("The day asked about."),
    stale_after_months: nullableCount("How old an edition may be before it is called stale; null: nothing is."),
    states: listOf(
      closedObject("Coverage of a state", {
        state: text("Its code."),
        name: text("Its name."),
        settings: listOf(settingCoverage, "The settings that it is priced in."),
        tables: listOf(schemaReference("TableCoverage"), "Its tables."),
        counterparts: listOf(counterpartCoverage, "What is of use only together with something else."),
      }),
      "The states that were asked about and that the release holds.",
    ),
    not_held: texts("The states that were asked about and that the release does not hold."),
    common: listOf(schemaReference("TableCoverage"), "The tables that states share."),
  }),
};

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
              "application/json": { schema: schemaReference("Coverage") },
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
