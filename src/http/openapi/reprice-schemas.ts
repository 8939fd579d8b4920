import { JOB_STATUSES } from "../../jobs/record.ts";
import { closedObject, type Json, schemaReference } from "./json-schema.ts";
import { repricingSummarySchema } from "./repricing-summary-schema.ts";
import { shownTableSchema } from "./shown-table-schema.ts";

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

/** What every answer about a job has. */
const always: Json = {
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
  reason: nullableText("Why it failed."),
  results: nullableText("Where the results are, when it is done."),
  workbook: nullableText("Where the report is as a workbook (XLSX), when it is done."),
  faults: nullableText("Where the lines are that could not be read; null when there are none."),
};

const job = closedObject("Repricing job", {
  ...always,
  notes: { type: "array", items: { type: "string" }, description: "What the columns were taken for, and warnings." },
  summary: repricingSummarySchema,
});

/** The jobs of a key. */
export const jobsSchema = closedObject("Repricing jobs", {
  jobs: {
    type: "array",
    items: closedObject("Listed repricing job", always),
    description: "The newest first, each without its notes and its summary.",
  },
});

/** How a file would be read. */
export const dryRunSchema = closedObject("Dry run", {
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

export const deletedJobSchema = closedObject("Deleted job", {
  id: text("Its number."),
  status: { type: "string", const: "deleted", description: "It is deleted." },
});

/** The schemas that operations refer to. */
export const repriceSchemas: Json = { RepricingJob: job, ShownTable: shownTableSchema };
