import { definitionsIn, object, reference } from "../../../core/schema/schema.ts";
import { snakeCase } from "../../../core/text/spelling.ts";
import type { Example, RateLookup } from "../../../pricing/lookup.ts";
import { itemSchema, jsonValue } from "../../../pricing/request/parameter.ts";
import { BATCH_SUFFIX, RATE_PATHS } from "../../../pricing/state/api-paths.ts";
import type { State } from "../../../pricing/state/state.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { batchSchema, responseSchema } from "../long-work/batch.ts";
import { answerSchemas, lookupOperations, type NotLoadedIn, resultOf, searchOperation } from "./answer-operation.ts";
import { componentName, type Json, responseReference } from "./json-schema.ts";
import { answerHeaders, batchProblems, caveatHeaders, sharedProblems } from "./problem-responses.ts";
import type { ExamplesOf, WorkedExample } from "./worked-examples.ts";

/** The paths of one state, and the schemas that they refer to. */
interface StatePaths {
  readonly paths: Json;
  readonly schemas: Json;
}

export function statePaths(state: State, examplesOf: ExamplesOf, notLoadedIn: NotLoadedIn): StatePaths {
  const { lookups } = state;
  const paths = lookups.flatMap((lookup) => {
    const batchPath = `/${state.code}${RATE_PATHS[lookup.setting]}${BATCH_SUFFIX}`;
    const examples = examplesOf(lookup, "batch");
    return [
      ...lookupOperations(state, lookup, examplesOf, notLoadedIn),
      [batchPath, { post: batchOperation(state, lookup, examples) }] as const,
    ];
  });
  const schemas = lookups.flatMap((lookup) => Object.entries(lookupSchemas(state, lookup)));
  return {
    paths: Object.fromEntries([...paths, searchOperation(state, examplesOf)]),
    schemas: { ...Object.fromEntries(schemas), [componentName(state, "provider")]: state.search.recordSchema },
  };
}

function lookupSchemas(state: State, lookup: RateLookup): Json {
  const { setting } = lookup;
  const title = `${state.name} ${setting} lookup`;
  const response = responseSchema(resultOf(state, lookup), `Answer to one ${title}`);
  return {
    ...answerSchemas(state, lookup),
    [componentName(state, setting, "lookup")]: itemSchema(title, lookup.parameters),
    [componentName(state, setting, "response")]: response,
    ...Object.fromEntries(definitionsIn(response)),
  };
}

function batchOperation(state: State, lookup: RateLookup, examples: readonly WorkedExample[]): Json {
  const { setting, about } = lookup;
  const { batchItemsMax } = HTTP_LIMITS;
  const response = reference(componentName(state, setting, "response"));
  const asked = examples.length === 0 ? lookup.examples : examples;
  return {
    operationId: `${state.code}-${setting}-rate-batch`,
    tags: [state.name],
    summary: `${about.summary}, many at once`,
    description: `Prices up to ${batchItemsMax} lookups in one request, answered in request order. Each counts as one lookup towards the rate limit. A faulty item gets an \`error\` of its own and never fails its neighbours.`,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: object(`Batch of ${state.name} ${setting} lookups`, {
            requests: {
              type: "array",
              maxItems: batchItemsMax,
              items: reference(componentName(state, setting, "lookup")),
              description: "The lookups.",
            },
          }),
          example: { requests: asked.map(itemOf(lookup)) },
        },
      },
    },
    responses: {
      "200": {
        description: "The answers, in the order of the requests.",
        headers: { ...answerHeaders, ...caveatHeaders },
        content: {
          "application/json": {
            schema: batchSchema(response, `Answers to a batch of ${state.name} ${setting} lookups`),
            ...(examples.length === 0 ? {} : { examples: { answers: batchExample(examples) } }),
          },
        },
      },
      "400": responseReference("BatchRefused"),
      ...batchProblems,
      ...sharedProblems,
    },
  };
}

function itemOf({ parameters }: RateLookup): (example: Example) => Json {
  const byWireName = new Map(Object.entries(parameters).map(([key, parameter]) => [snakeCase(key), parameter]));
  return ({ query }) =>
    Object.fromEntries(
      Object.entries(query).map(([name, text]) => {
        const parameter = byWireName.get(name);
        return [name, parameter === undefined ? text : jsonValue(parameter, text)];
      }),
    );
}

function batchExample(examples: readonly WorkedExample[]): Json {
  const responses = examples.map(({ query, answer }, index) => ({
    index,
    reference_id: query.reference_id ?? null,
    results: answer,
    error: null,
  }));
  return { summary: "Answers to the example request", value: { batch_size: examples.length, responses } };
}
