import { optionsDeclaration } from "../../options/options-request.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { State } from "../../state/state.ts";
import { csvMedia } from "./csv-media.ts";
import { closedObject, type Json, responseReference, schemaReference } from "./json-schema.ts";
import { queryParameters } from "./parameters.ts";
import { answerHeaders, caveatHeaders, sharedProblems } from "./problem-responses.ts";
import type { WorkedExample } from "./worked-examples.ts";

const text = (description: string): Json => ({ type: "string", description });
const yesOrNo = (description: string): Json => ({ type: "boolean", description });
const nullableText = (description: string): Json => ({ type: ["string", "null"], description });
const value = (description: string): Json => ({ type: ["string", "integer", "boolean", "null"], description });

/** What the options of every lookup are made of: the same objects in all states. */
export const optionsSchemas: Json = {
  TriedValue: closedObject("A value, and what the lookup comes to with it", {
    value: value("The value, as a batch item carries it; null: not sent."),
    rate_found: yesOrNo("Of the first result."),
    payment_rate: nullableText("Of the first result; null where there is none."),
    difference: nullableText(
      "The first result's payment_rate less that of the lookup as sent, exactly; null where either has none.",
    ),
    results: { type: "integer", description: "How many results the lookup has with it." },
    differs: yesOrNo(
      "Whether any result, place by place, has another payment_rate, payment_rate_type or reason for having none.",
    ),
  }),
  Option: closedObject("A parameter that may be sent", {
    parameter: text("Its name."),
    description: text("What it is."),
    type: {
      type: "string",
      enum: ["flag", "choice", "count", "dollars", "modifier", "code", "text"],
      description: "What kind of value it takes.",
    },
    sent: value("The value that was sent; null: none."),
    assumed: value("What the first result assumes in its place, as the explanation says; null where nothing is."),
    matters: {
      type: ["boolean", "null"],
      description: "Whether any value that was tried changes a result. Null: not known, since some were not tried.",
    },
    values: {
      type: "array",
      items: schemaReference("TriedValue"),
      description: "The values that were tried; of counts and dollars those that differ.",
    },
  }),
  Options: closedObject("What else could be sent, and what it would do to the price", {
    rate_found: yesOrNo("Of the first result of the lookup as sent."),
    payment_rate: nullableText("Of the same; null where there is none."),
    parameters: { type: "array", items: schemaReference("Option"), description: "In the order of the parameters." },
    complete: yesOrNo("False where the provider has so many records that not every value was tried."),
  }),
};

export function optionsOperation(state: State, lookup: RateLookup, examples: readonly WorkedExample[]): Json {
  const [example] = examples;
  const schema = schemaReference("Options");
  const summary = `${lookup.about.summary}, what else could be sent`;
  const { parameters } = optionsDeclaration(state, lookup);
  return {
    operationId: `${state.code}-${lookup.setting}-rate-options`,
    tags: [state.name],
    summary,
    description:
      "The lookup of one provider priced again with other values of each optional parameter, one parameter at a time: whether it can change this price, and what each value of a choice would pay. Counts as one lookup for each result of the lookup, mostly one.",
    parameters: queryParameters({ parameters, examples }),
    responses: {
      "200": {
        description: summary,
        headers: { ...answerHeaders, ...caveatHeaders },
        content: {
          "application/json": example === undefined ? { schema } : { schema, example: example.answer },
          ...csvMedia("One row for each value that was tried, and for each parameter without any.", example?.csv),
        },
      },
      "400": responseReference("LookupRefused"),
      ...sharedProblems,
    },
  };
}
