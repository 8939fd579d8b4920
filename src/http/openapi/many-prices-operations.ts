import { COMPARED_MAX } from "../../comparing/limits.ts";
import { comparisonDeclaration } from "../../comparing/rate-comparison-request.ts";
import { historyDeclaration } from "../../history/history-request.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { NO_RATE_CODES } from "../../pricing/no-rate.ts";
import type { State } from "../../state/state.ts";
import { csvMedia } from "./csv-media.ts";
import { closedObject, componentName, type Json, responseReference, schemaReference } from "./json-schema.ts";
import { queryParameters } from "./parameters.ts";
import { answerHeaders, caveatHeaders, sharedProblems } from "./problem-responses.ts";
import type { WorkedExample } from "./worked-examples.ts";

const text = (description: string): Json => ({ type: "string", description });
const nullableText = (description: string): Json => ({ type: ["string", "null"], description });
const listOf = (items: Json, description: string): Json => ({ type: "array", items, description });
const nullable = (schema: Json): Json => ({ anyOf: [schema, { type: "null" }] });
const NO_RATE_CODE: Json = { type: ["string", "null"], enum: [...Object.keys(NO_RATE_CODES), null] };

function resultsOf(state: State, { setting }: RateLookup, description: string): Json {
  return listOf(schemaReference(componentName(state, setting, "result")), description);
}

const figure = nullable(
  closedObject("Figure with its origin", {
    value: text("The published digits."),
    from: {
      type: "object",
      description:
        "A cell: `table`, `line`, `key`, `column`, the period and the publication of its row. Or `default` with its `section`.",
    },
  }),
);

function beforeAndAfter(title: string, schema: Json): Json {
  return closedObject(title, { before: schema, after: schema });
}

/** What histories and comparisons of all lookups are made of. */
export const manyPricesSchemas: Json = {
  HistoryChange: closedObject("What changed about one result", {
    result: { type: ["integer", "null"], description: "Its place among the results; null: it is gone." },
    previous_result: { type: ["integer", "null"], description: "Its place in the period before; null: it is new." },
    payment_rate: beforeAndAfter("Payment before and after", { type: ["string", "null"] }),
    no_rate: beforeAndAfter("Reason before and after", NO_RATE_CODE),
    inputs: listOf(
      closedObject("Figure that changed", {
        name: text("As the methodology says it."),
        unit: text("dollars, factor, days or units."),
        before: figure,
        after: figure,
      }),
      "The figures of the calculation that differ; null where the calculation has none.",
    ),
    fields: listOf(
      closedObject("Field that changed", {
        name: text("The field of the result."),
        before: { description: "Its value in the period before." },
        after: { description: "Its value in this period." },
      }),
      "The other fields of the result that differ, dates and messages aside.",
    ),
  }),
  Statistics: closedObject("How the prices of one kind are spread", {
    payment_rate_type: text("Prices of different kinds have no median in common."),
    priced: { type: "integer", description: "How many prices there are." },
    minimum: text("The lowest."),
    lower_quartile: text("In proportion between neighbours, rounded half-up to cents."),
    median: text("The middle, by the same rule."),
    upper_quartile: text("By the same rule."),
    maximum: text("The highest."),
  }),
  Standing: {
    ...closedObject("Where a price stands among those of its kind", {
      rank: { type: "integer", description: "1 is the lowest; equal prices share a rank." },
      of: { type: "integer", description: "How many prices there are." },
      percentile: nullableText("Percent of the other prices that are lower, with one decimal; null without others."),
      difference_from_median: text("The price less the median."),
    }),
    type: ["object", "null"],
    description: "Null where there is no price.",
  },
};

/** The answers of one lookup's history and comparison. */
export function manyPricesAnswers(state: State, lookup: RateLookup): Json {
  const { setting } = lookup;
  return {
    [componentName(state, setting, "history")]: closedObject(`${state.name} ${setting} history`, {
      periods: listOf(
        closedObject("Period", {
          start_date: nullableText("First day; null: from the beginning."),
          end_date: nullableText("Last day; null: without an end."),
          date: text("The day that the results are of: the first of the period, else its last, else today."),
          results: resultsOf(state, lookup, "What the lookup answers on `date`."),
          no_rate: listOf(NO_RATE_CODE, "Of each result, why there is no rate; null where there is one."),
          changes: {
            ...nullable(listOf(schemaReference("HistoryChange"), "Result by result.")),
            description: "What is different from the period before; null where none before is part of the history.",
          },
        }),
        "The newest first, without a day between two.",
      ),
      next_to: nullableText("What to send as `to` for the periods before these; null when there is none."),
    }),
    [componentName(state, setting, "comparison")]: closedObject(`${state.name} ${setting} comparison`, {
      compared: { type: "string", enum: ["providers", "codes"], description: "What differs between the members." },
      total_results: {
        type: "integer",
        description: `Records of providers that match, of which the first ${COMPARED_MAX} are compared; or the codes sent.`,
      },
      statistics: listOf(schemaReference("Statistics"), "One for each payment_rate_type with a price."),
      members: listOf(
        closedObject("Member of a comparison", {
          billing_code: nullableText("The code, as sent."),
          identifiers: {
            type: "object",
            additionalProperties: { type: ["string", "null"] },
            description: "The provider's identifiers, by parameter.",
          },
          results: resultsOf(state, lookup, "What the lookup of that code by these identifiers answers."),
          standings: listOf(schemaReference("Standing"), "One for each result."),
        }),
        "Providers in the order of the search, or codes in the order sent.",
      ),
    }),
  };
}

export function historyOperation(state: State, lookup: RateLookup, examples: readonly WorkedExample[]): Json {
  return operation(state, lookup, "history", {
    summary: `${lookup.about.summary}, in every period`,
    description: `The lookup of one provider without \`${lookup.dayParameter}\`: its price in every published period, the newest first, with the figures that changed from one to the next. Days without a rate are periods too. Counts as \`limit\` lookups.`,
    parameters: historyDeclaration(state, lookup).parameters,
    examples,
  });
}

export function comparisonOperation(state: State, lookup: RateLookup, examples: readonly WorkedExample[]): Json {
  return operation(state, lookup, "comparison", {
    summary: `${lookup.about.summary}, compared`,
    description: `One code (\`billing_code\`) over the first ${COMPARED_MAX} providers that the parameters of the provider search choose, or one provider over up to ${COMPARED_MAX} codes (\`billing_codes\`): each price, how they are spread, and where each stands. Counts as one lookup for each provider or code.`,
    parameters: comparisonDeclaration(state, lookup).parameters,
    examples,
  });
}

const ROWS = {
  history: "One row for each result of each period, with what it was before.",
  comparison: "One row for each result of each member, with where it stands.",
} as const;

const SUFFIXES = { history: "history", comparison: "compare" } as const;

function operation(
  state: State,
  { setting }: RateLookup,
  kind: keyof typeof SUFFIXES,
  about: {
    readonly summary: string;
    readonly description: string;
    readonly parameters: RateLookup["parameters"];
    readonly examples: readonly WorkedExample[];
  },
): Json {
  const { summary, description, parameters, examples } = about;
  const [example] = examples;
  const schema = schemaReference(componentName(state, setting, kind));
  return {
    operationId: `${state.code}-${setting}-rate-${SUFFIXES[kind]}`,
    tags: [state.name],
    summary,
    description,
    parameters: queryParameters({ parameters, examples }),
    responses: {
      "200": {
        description: summary,
        headers: { ...answerHeaders, ...caveatHeaders },
        content: {
          "application/json": example === undefined ? { schema } : { schema, example: example.answer },
          ...csvMedia(ROWS[kind], example?.csv),
        },
      },
      "400": responseReference("LookupRefused"),
      ...sharedProblems,
    },
  };
}
