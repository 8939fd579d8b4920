import {
  array,
  boolean,
  choice,
  day,
  either,
  integer,
  named,
  nullable,
  nullableBoolean,
  nullableChoice,
  nullableDay,
  nullableInteger,
  nullableString,
  object,
  plainValue,
  record,
  recursive,
  type Schema,
  string,
  type ValueOf,
} from "../../core/schema/schema.ts";
import { NO_RATE_CODES, type NoRateCode } from "../../pricing/no-rate.ts";
import type { Result } from "../../pricing/result.ts";
import { releaseSchema } from "../../pricing/state/release-json.ts";
import { COMPARISON_OPERATORS, OPERATORS, type Operator, UNITS } from "../../pricing/worksheet/calculation.ts";

/* The explanation of a lookup in JSON. All of it comes from the record of the calculation that priced the results. */

export type Expression = { readonly op: Operator; readonly of: readonly Expression[] } | { readonly ref: string };

const expression = recursive<Expression>("Expression", (itself) =>
  either(
    [
      object("Reference", { ref: string("The id of a step or an input.") }),
      object("Operation", {
        op: choice(OPERATORS, "What is done."),
        of: array(itself, "The arguments, left to right."),
      }),
    ],
    "What was computed: a reference to a step or an input, or an operation on expressions, left to right.",
  ),
);

const decision = object("Decision", {
  compare: choice(COMPARISON_OPERATORS, "How the first is compared with the second."),
  of: array(expression, "The two values."),
  outcome: boolean("Whether it is so."),
});

const step = named(
  "ExplainedStep",
  object("Step of a calculation", {
    id: string("s1, s2 ... in order."),
    section: string("The rule's section of the methodology."),
    expression: nullable(expression),
    value: nullableString("The result as printed: the exact expression, rounded half-up to `decimals`."),
    decimals: nullableInteger("The digits it was rounded to; null: not rounded."),
    unit: nullableChoice(UNITS, "What the value counts."),
    applied: boolean("False where the amount was computed and then not used."),
    text: nullableString("What `calculation_method` says of the step."),
    decision: nullable(decision),
  }),
);

const origin = either(
  [
    object("Cell", { row: string("The id of a row."), column: string("The column of the CSV file.") }),
    object("Sent", { parameter: string("The parameter of the request.") }),
    object("Built in", {
      default: string("What has no value in the dataset."),
      section: string("Where the page has it."),
    }),
    object("Constant", { rule: string("The section of the formula.") }),
  ],
  "Where the figure comes from.",
);

const input = named(
  "ExplainedInput",
  object("Figure of a calculation", {
    id: string("i1, i2 ..."),
    name: string("As the methodology says it."),
    value: string("The published digits."),
    unit: choice(UNITS, "What it counts."),
    from: origin,
  }),
);

const key = record(plainValue("The cell."), "The columns that it is found by.");

const row = named(
  "ExplainedRow",
  object("Row that was looked at", {
    id: string("r1, r2 ..."),
    table: string("Such as ca/conversion_factors."),
    line: integer("The line of the CSV file, the header being 1."),
    key,
    effective_start_date: nullableDay("First day of its period."),
    effective_end_date: nullableDay("Last day of its period."),
    used: boolean("Whether the result is made of it."),
    why_not: nullableString("Why it was not used."),
    publication: nullable(
      object("Publication", {
        name: nullableString("What was published."),
        publisher: nullableString("By whom."),
        published: nullableString("The day it was published, where the dataset names one."),
        synthetic: nullableBoolean(
          "True where its figures are made up, for trials; null where the dataset does not say which of several sources the row is from, and they differ in it.",
        ),
        edition: nullableString("The day that the edition is as of."),
        file: nullableString("The imported file."),
        sha256: nullableString("Its SHA-256."),
        place: nullableString("Sheet and row, or line, of that file."),
        confirmed_by_edition: nullableString(
          "The newest later edition of the publication, not after the day priced, which says the same; null when there is none.",
        ),
      }),
    ),
  }),
);

/** Why there is no rate, as a word, wherever a result may have one. */
export const noRateSchema = named(
  "NoRateWord",
  nullableChoice(Object.keys(NO_RATE_CODES) as NoRateCode[], "Why there is no rate; null where there is one."),
);

export const remedySchema = named(
  "Remedy",
  object("Remedy", {
    parameter: string("The parameter that would help."),
    value: nullableString("A value of it that would give a price, where one is known."),
    why: string("Why."),
  }),
);

const noRate = named(
  "ExplainedNoRate",
  object("Why there is no price", {
    code: choice(Object.keys(NO_RATE_CODES) as NoRateCode[], "A word that programs can rely on."),
    message: nullableString("The result's error_message."),
    sought: object("Sought", { table: string("The table."), key, date: day("The day.") }),
    nearest: nullable(
      object("Nearest period", { start: day("First day."), end: nullableDay("Last day; null while active.") }),
    ),
    remedy: array(remedySchema, "What would help."),
  }),
);

/** The record of a calculation. */
export const calculationMembers = {
  payment: nullableString("The step or input whose value is the payment_rate."),
  steps: array(step, "What was computed, in order."),
  inputs: array(input, "The figures that it starts from."),
  rows: array(row, "The rows that were looked at."),
  rows_left_out: integer("How many unused rows are not listed."),
};

function explainedResult<Of>(result: Schema<Of>) {
  return object("Explanation of one result", {
    result,
    units: nullable(rateUnits),
    period: nullable(period),
    ...calculationMembers,
    no_rate: nullable(noRate),
  });
}

/** Null where the rate is for the whole line or stay, and without a rate. */
const rateUnits = named(
  "RateUnits",
  object("Units of a rate per unit", {
    max: nullableString("The most units that are paid, where the state publishes it."),
  }),
);

const period = named(
  "PricePeriod",
  object("Period of the price", {
    start: day("Its first day."),
    end: nullableDay("Its last day, also where that lies ahead; null: without an end."),
  }),
);

/** The request as understood, by the names of its parameters. */
export const understoodSchema = named(
  "UnderstoodRequest",
  record(
    { type: ["string", "number", "boolean"] } as Schema<string | number | boolean>,
    "What was understood: every parameter that was sent or that a default stands for.",
  ),
);

export const assumptionSchema = named(
  "Assumption",
  object("Assumption", {
    parameter: string("The parameter that was not sent."),
    value: string("What was taken for it."),
    reason: string("Why."),
  }),
);

const staleTable = named(
  "StaleTable",
  object("Stale table", {
    table: string("Such as ca/outpatient_rates."),
    edition: day("The day of the edition that the day is priced from."),
    months: integer("By how many whole months the edition is older than the day."),
    message: string("The same in words."),
  }),
);

const emptyTable = named(
  "EmptyTable",
  object("Empty table", { table: string("Such as ny/apg_fees."), message: string("What it means, in words.") }),
);

export function explanationSchema<Of>(result: Schema<Of>, title: string) {
  return object(title, {
    release: releaseSchema,
    engine_version: string("The version of Ratebook."),
    request: understoodSchema,
    assumptions: array(assumptionSchema, "The defaults that played a part."),
    stale: array(
      staleTable,
      "The tables that prices were made of and whose editions are older than the day by more than the limit.",
    ),
    empty_tables: array(
      emptyTable,
      "The tables that the prices looked into and that are not loaded: without any row, or without an edition for the day.",
    ),
    explanations: array(explainedResult(result), "One for each result of the lookup, in its order."),
  });
}

export type Explanation = ValueOf<ReturnType<typeof explanationSchema<Result>>>;
export type ResultExplanation = Explanation["explanations"][number];
/** What follows from the record of the calculation alone. */
export type ExplainedCalculation = Omit<ResultExplanation, "units">;
export type RateUnits = ValueOf<typeof rateUnits>;
export type ExplainedStep = ValueOf<typeof step>;
export type ExplainedDecision = ValueOf<typeof decision>;
export type ExplainedInput = ValueOf<typeof input>;
export type InputOrigin = ValueOf<typeof origin>;
export type ExplainedRow = ValueOf<typeof row>;
export type ExplainedNoRate = ValueOf<typeof noRate>;
