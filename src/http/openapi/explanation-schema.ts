import { NO_RATE_CODES } from "../../pricing/no-rate.ts";
import { closedObject, type Json, schemaReference } from "./json-schema.ts";

const text = (description: string): Json => ({ type: "string", description });
const nullableText = (description: string): Json => ({ type: ["string", "null"], description });
const listOf = (items: Json, description: string): Json => ({ type: "array", items, description });
const nullable = (schema: Json): Json => ({ anyOf: [schema, { type: "null" }] });

const UNIT = { type: "string", enum: ["dollars", "factor", "days", "units"] };
const CELLS = {
  type: "object",
  additionalProperties: { type: ["string", "number", "boolean", "null"] },
  description: "The columns that it is found by.",
};

/** What the explanations of all lookups are made of. */
export const explanationSchemas: Json = {
  Expression: {
    title: "Expression",
    description: "What was computed: a reference to a step or an input, or an operation on expressions, left to right.",
    anyOf: [
      closedObject("Reference", { ref: text("The id of a step or an input.") }),
      closedObject("Operation", {
        op: {
          type: "string",
          enum: ["add", "subtract", "multiply", "divide", "min", "max"],
          description: "What is done.",
        },
        of: listOf(schemaReference("Expression"), "The arguments, left to right."),
      }),
    ],
  },
  ExplainedStep: closedObject("Step of a calculation", {
    id: text("s1, s2 ... in order."),
    section: text("The rule's section of the methodology."),
    expression: nullable(schemaReference("Expression")),
    value: nullableText("The result as printed: the exact expression, rounded half-up to `decimals`."),
    decimals: { type: ["integer", "null"], description: "The digits it was rounded to; null: not rounded." },
    unit: { anyOf: [UNIT, { type: "null" }], description: "What the value counts." },
    applied: { type: "boolean", description: "False where the amount was computed and then not used." },
    text: nullableText("What `calculation_method` says of the step."),
    decision: nullable(
      closedObject("Decision", {
        compare: {
          type: "string",
          enum: ["greater", "less", "at_least", "at_most", "equal"],
          description: "How the first is compared with the second.",
        },
        of: listOf(schemaReference("Expression"), "The two values."),
        outcome: { type: "boolean", description: "Whether it is so." },
      }),
    ),
  }),
  ExplainedInput: closedObject("Figure of a calculation", {
    id: text("i1, i2 ..."),
    name: text("As the methodology says it."),
    value: text("The published digits."),
    unit: UNIT,
    from: {
      description: "Where the figure comes from.",
      anyOf: [
        closedObject("Cell", { row: text("The id of a row."), column: text("The column of the CSV file.") }),
        closedObject("Sent", { parameter: text("The parameter of the request.") }),
        closedObject("Built in", {
          default: text("What has no value in the dataset."),
          section: text("Where the page has it."),
        }),
        closedObject("Constant", { rule: text("The section of the formula.") }),
      ],
    },
  }),
  ExplainedRow: closedObject("Row that was looked at", {
    id: text("r1, r2 ..."),
    table: text("Such as ca/conversion_factors."),
    line: { type: "integer", description: "The line of the CSV file, the header being 1." },
    key: CELLS,
    effective_start_date: nullableText("First day of its period."),
    effective_end_date: nullableText("Last day of its period."),
    used: { type: "boolean", description: "Whether the result is made of it." },
    why_not: nullableText("Why it was not used."),
    publication: nullable(
      closedObject("Publication", {
        name: nullableText("What was published."),
        publisher: nullableText("By whom."),
        edition: nullableText("The day that the edition is as of."),
        file: nullableText("The imported file."),
        sha256: nullableText("Its SHA-256."),
        place: nullableText("Sheet and row, or line, of that file."),
        confirmed_by_edition: nullableText(
          "The newest later edition of the publication, not after the day priced, which says the same; null when there is none.",
        ),
      }),
    ),
  }),
  ExplainedNoRate: closedObject("Why there is no price", {
    code: { type: "string", enum: Object.keys(NO_RATE_CODES), description: "A word that programs can rely on." },
    message: nullableText("The result's error_message."),
    sought: closedObject("Sought", { table: text("The table."), key: CELLS, date: text("The day.") }),
    nearest: nullable(
      closedObject("Nearest period", { start: text("First day."), end: nullableText("Last day; null while active.") }),
    ),
    remedy: listOf(
      closedObject("Remedy", {
        parameter: text("The parameter that would help."),
        value: nullableText("A value of it that would give a price, where one is known."),
        why: text("Why."),
      }),
      "What would help.",
    ),
  }),
};

/** The schema of one lookup's explanation, whose results are the lookup's own. */
export function explanationSchema(title: string, result: Json): Json {
  return closedObject(title, {
    release: closedObject("Release", {
      name: text("The dataset's name."),
      version: text("Its version."),
      content_hash: text("SHA-256 of its content."),
    }),
    engine_version: text("The version of Ratebook."),
    request: {
      type: "object",
      additionalProperties: { type: ["string", "number", "boolean"] },
      description: "What was understood: every parameter that was sent or that a default stands for.",
    },
    assumptions: listOf(
      closedObject("Assumption", {
        parameter: text("The parameter that was not sent."),
        value: text("What was taken for it."),
        reason: text("Why."),
      }),
      "The defaults that played a part.",
    ),
    stale: listOf(
      closedObject("Stale table", {
        table: text("Such as ca/outpatient_rates."),
        edition: text("The day of the edition that the day is priced from."),
        months: { type: "integer", description: "By how many whole months the edition is older than the day." },
        message: text("The same in words."),
      }),
      "The tables that prices were made of and whose editions are older than the day by more than the limit.",
    ),
    empty_tables: listOf(
      closedObject("Empty table", {
        table: text("Such as ny/apg_fees."),
        message: text("What it means, in words."),
      }),
      "The tables that the prices looked into and that are not loaded: without any row, or without an edition for the day.",
    ),
    explanations: listOf(
      closedObject("Explanation of one result", {
        result,
        period: nullable(
          closedObject("Period of the price", {
            start: text("Its first day."),
            end: nullableText("Its last day, also where that lies ahead; null: without an end."),
          }),
        ),
        payment: nullableText("The step or input whose value is the payment_rate."),
        steps: listOf(schemaReference("ExplainedStep"), "What was computed, in order."),
        inputs: listOf(schemaReference("ExplainedInput"), "The figures that it starts from."),
        rows: listOf(schemaReference("ExplainedRow"), "The rows that were looked at."),
        rows_left_out: { type: "integer", description: "How many unused rows are not listed." },
        no_rate: nullable(schemaReference("ExplainedNoRate")),
      }),
      "One for each result of the lookup, in its order.",
    ),
  });
}
