import { JOB_LIMITS } from "../../jobs/limits.ts";
import { JOB_STATUSES } from "../../jobs/record.ts";
import type { State } from "../../pricing/state.ts";
import { XLSX_MEDIA_TYPE } from "../endpoints.ts";
import { LOOKUPS_PER_JOB } from "../reprice/upload-endpoint.ts";
import { csvMedia } from "./csv-media.ts";
import { closedObject, type Json, responseReference, schemaReference } from "./json-schema.ts";
import { answerHeaders, batchProblems, sharedProblems } from "./problem-responses.ts";
import { shownTableSchema } from "./shown-table-schema.ts";
import { jobExample } from "./table-examples.ts";

const TAG = "Repricing";

export const repriceTag: Json = {
  name: TAG,
  description: "Files of claims, priced line by line. A job belongs to the key that sent its file.",
};

const text = (description: string): Json => ({ type: "string", description });
const nullableText = (description: string): Json => ({ type: ["string", "null"], description });
const count = (description: string): Json => ({ type: "integer", description });

const release: Json = {
  ...closedObject("Release of a job", {
    name: text("Name of the dataset."),
    version: text("Version of the dataset."),
    content_hash: text("SHA-256 of the compiled content."),
  }),
  type: ["object", "null"],
  description: "The release that the file is priced with: the one in service when it was accepted.",
};

const job = closedObject("Repricing job", {
  id: text("Its number, 32 hexadecimal digits."),
  status: {
    type: "string",
    enum: JOB_STATUSES,
    description: "How far it is.",
  },
  state: nullableText("Code of the state."),
  setting: nullableText("Outpatient or inpatient."),
  created_at: text("When the file began to arrive."),
  ended_at: nullableText("When it was done, or failed."),
  deleted_at: nullableText("When its files will be deleted."),
  release,
  lines_done: count("Lines that are priced."),
  bytes_done: count("How much of the file that is."),
  bytes_total: count("Size of the file."),
  notes: { type: "array", items: { type: "string" }, description: "What the columns were taken for, and warnings." },
  summary: {
    type: ["object", "null"],
    additionalProperties: true,
    description: "When it is done: what `ratebook reprice --json` prints.",
  },
  reason: nullableText("Why it failed."),
  results: nullableText("Where the results are, when it is done."),
  workbook: nullableText("Where the report is as a workbook (XLSX), when it is done."),
  faults: nullableText("Where the lines are that could not be read; null when there are none."),
});

const dryRun = closedObject("Dry run", {
  columns: text("What the columns were taken for."),
  notes: { type: "array", items: { type: "string" }, description: "What the file was taken for, and warnings." },
  table: schemaReference("ShownTable"),
  lines: {
    type: "array",
    description: "The first lines as they would be read.",
    items: closedObject("Line of a dry run", {
      line: count("The line of the file."),
      values: { type: "object", additionalProperties: { type: "string" }, description: "What was read, by parameter." },
      readings: { type: "array", items: { type: "string" }, description: "How cells were read, in words." },
      faults: { type: "array", items: { type: "string" }, description: "What is wrong with the line." },
    }),
  },
});

const deleted = closedObject("Deleted job", {
  id: text("Its number."),
  status: { type: "string", const: "deleted", description: "It is deleted." },
});

export const repriceSchemas: Json = { RepricingJob: job, ShownTable: shownTableSchema };

const idParameter: Json = {
  name: "id",
  in: "path",
  required: true,
  description: "The id of a job.",
  schema: { type: "string", pattern: "^[0-9a-f]{32}$", minLength: 32, maxLength: 32 },
};

const { "403": _none, ...withoutState } = sharedProblems;
const problems: Json = { "404": responseReference("NoSuchJob"), ...withoutState };

function settingsOf(states: readonly State[]): readonly string[] {
  return [...new Set(states.flatMap(({ lookups }) => lookups.map(({ setting }) => setting)))];
}

/** The operations of files that are repriced. */
export function repricePaths(states: readonly State[]): Json {
  const { fileBytesMax, linesMax, underWayPerKeyMax, keptPerKeyMax } = JOB_LIMITS;
  const form: Json = {
    type: "object",
    title: "File to reprice",
    required: ["file", "state", "setting"],
    properties: {
      file: { type: "string", contentMediaType: "application/octet-stream", description: "The file." },
      state: { type: "string", enum: states.map(({ code }) => code), description: "Code of the state." },
      setting: { type: "string", enum: settingsOf(states), description: "What its lines are." },
      sheet: text("The name or the number of the sheet of a workbook; the first one when it is absent."),
      columns: text('What columns are, as JSON: `{"DOS": "date_of_service", "Payer": null}`; null is passed through.'),
      compare: text("The heading of the column with what was paid, where it is not recognised."),
      fields: text("The fields of the result to write, separated by commas; `all` for every field."),
      tolerance: text(
        "Differences up to this much are as expected: dollars such as `0.50`, or a percentage such as `1%`.",
      ),
      by: text("What totals are made by: `code`, `provider`, `month` and headings of the file, separated by commas."),
      dry_run: { type: "boolean", description: "Only show how the file would be read." },
    },
  };
  const fileOperation = (name: string, summary: string, description: string, mediaType = "text/csv"): Json => ({
    get: {
      operationId: `repricing-${name}`,
      tags: [TAG],
      summary,
      description,
      parameters: [idParameter],
      responses: {
        "200": {
          description: "The file.",
          headers: answerHeaders,
          content: { [mediaType]: { schema: { type: "string" } } },
        },
        "409": responseReference("JobNotDone"),
        ...problems,
      },
    },
  });
  return {
    "/reprice": {
      post: {
        operationId: "reprice-file",
        tags: [TAG],
        summary: "Reprice a file",
        description: `Takes a file of claims (at most ${fileBytesMax} bytes and ${linesMax} lines) and answers with a job; ask for the job until it is done. A key has at most ${underWayPerKeyMax} files under way and ${keptPerKeyMax} jobs. Each counts as ${LOOKUPS_PER_JOB} lookups towards the rate limit, a dry run as one.`,
        requestBody: { required: true, content: { "multipart/form-data": { schema: form } } },
        responses: {
          "200": {
            description: "Of a dry run: how the file would be read.",
            headers: answerHeaders,
            content: { "application/json": { schema: dryRun } },
          },
          "202": {
            description: "The job.",
            headers: { ...answerHeaders, Location: { schema: { type: "string" }, description: "Its path." } },
            content: { "application/json": { schema: schemaReference("RepricingJob") } },
          },
          "400": responseReference("FormRefused"),
          ...batchProblems,
          ...sharedProblems,
          "429": responseReference("TooManyJobs"),
        },
      },
    },
    "/reprice/{id}": {
      get: {
        operationId: "repricing-job",
        tags: [TAG],
        summary: "How far a job is",
        description: "Its progress; when it is done the summary, when it failed the reason.",
        parameters: [idParameter],
        responses: {
          "200": {
            description: "The job.",
            headers: answerHeaders,
            content: {
              "application/json": { schema: schemaReference("RepricingJob") },
              ...csvMedia("One row.", jobExample()),
            },
          },
          ...problems,
        },
      },
      delete: {
        operationId: "delete-repricing-job",
        tags: [TAG],
        summary: "End and delete a job",
        description: "Ends the work, if it is under way, and deletes every file of it at once.",
        parameters: [idParameter],
        responses: {
          "200": {
            description: "It is deleted.",
            headers: answerHeaders,
            content: { "application/json": { schema: deleted } },
          },
          ...problems,
        },
      },
    },
    "/reprice/{id}/results": fileOperation(
      "results",
      "The results of a job",
      "The lines of the file, each with its result, as CSV: the same bytes that `ratebook reprice` writes.",
    ),
    "/reprice/{id}/faults": fileOperation(
      "faults",
      "The faulty lines of a job",
      "The lines that could not be read or compared, with the reasons, as CSV. There is none when every line could be read.",
    ),
    "/reprice/{id}/workbook": fileOperation(
      "workbook",
      "The workbook of a job",
      "Summary, underpaid and overpaid lines, lines without a price, faults, totals and sources, as XLSX: what `ratebook reprice --workbook` writes.",
      XLSX_MEDIA_TYPE,
    ),
  };
}
