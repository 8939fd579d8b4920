import { answerKinds } from "../../answers/index.ts";
import type { Example, RateLookup } from "../../pricing/lookup.ts";
import type { CareSetting } from "../../providers/definition.ts";
import { itemSchema, jsonValue } from "../../request/json-schema.ts";
import { BATCH_SUFFIX, EXPLAIN_SUFFIX, RATE_PATHS, SEARCH_PATH } from "../../state/api-paths.ts";
import type { State } from "../../state/state.ts";
import { snakeCase } from "../../text/spelling.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { answerOperation, answerSchemas } from "./answer-operation.ts";
import { csvMedia } from "./csv-media.ts";
import { closedObject, componentName, type Json, responseReference, schemaReference } from "./json-schema.ts";
import { queryParameters } from "./parameters.ts";
import { answerHeaders, batchProblems, caveatHeaders, sharedProblems } from "./problem-responses.ts";
import type { ExamplesOf, WorkedExample } from "./worked-examples.ts";

/** The paths of one state, and the schemas that they refer to. */
interface StatePaths {
  readonly paths: Json;
  readonly schemas: Json;
}

/** What lookups of a setting answer that is not loaded; null where it is. */
export type NotLoadedIn = (state: State, setting: CareSetting) => string | null;

export function statePaths(state: State, examplesOf: ExamplesOf, notLoadedIn: NotLoadedIn): StatePaths {
  const { lookups } = state;
  const paths = lookups.flatMap((lookup) => {
    const path = `/${state.code}${RATE_PATHS[lookup.setting]}`;
    const examples = examplesOf(lookup);
    return [
      [path, { get: lookupOperation(state, lookup, path, examples, notLoadedIn(state, lookup.setting)) }],
      [
        `${path}${EXPLAIN_SUFFIX}`,
        { get: explainOperation(state, lookup, `${path}${EXPLAIN_SUFFIX}`, examplesOf(lookup, "explanation")) },
      ],
      ...answerKinds.map((kind) => [
        `${path}${kind.path}`,
        { get: answerOperation(kind, state, lookup, examplesOf(lookup, kind)) },
      ]),
      [`${path}${BATCH_SUFFIX}`, { post: batchOperation(state, lookup, examples) }],
    ];
  });
  const searchPath = `/${state.code}${SEARCH_PATH}`;
  const schemas = lookups.flatMap((lookup) => Object.entries(lookupSchemas(state, lookup)));
  return {
    paths: {
      ...Object.fromEntries(paths),
      [searchPath]: { get: searchOperation(state, searchPath, examplesOf(state.search)) },
    },
    schemas: { ...Object.fromEntries(schemas), [componentName(state, "provider")]: state.search.recordSchema },
  };
}

function lookupSchemas(state: State, lookup: RateLookup): Json {
  const { setting } = lookup;
  const title = `${state.name} ${setting} lookup`;
  return {
    ...answerSchemas(state, lookup),
    [componentName(state, setting, "lookup")]: itemSchema(title, lookup.parameters),
    [componentName(state, setting, "response")]: closedObject(`Answer to one ${title}`, {
      index: { type: "integer", description: "The item's place in the request, from 0." },
      reference_id: { type: ["string", "null"], description: "Echo of the item's reference_id." },
      results: {
        type: "array",
        items: schemaReference(componentName(state, setting, "result")),
        description: "What the single lookup returns for the same fields; empty when the item is faulty.",
      },
      error: schemaReference("ItemError"),
    }),
  };
}

const IN_NAME_LOOKUPS =
  "A lookup by `provider_name` alone returns the first 20 providers that can be priced; `provider_matches_total` says how many there are.";
const WITHOUT_RATE =
  "What cannot be priced is a result too: `rate_found` is false and `error_message` says why and what would help.";

function lookupOperation(
  state: State,
  lookup: RateLookup,
  path: string,
  examples: readonly WorkedExample[],
  notLoaded: string | null,
): Json {
  const { setting, about } = lookup;
  const inThisData = notLoaded === null ? "" : `\n\n**Not in the loaded data.** ${notLoaded}`;
  return {
    operationId: `${state.code}-${setting}-rate`,
    tags: [state.name],
    summary: about.summary,
    description: `${about.description}\n\n${IN_NAME_LOOKUPS} ${WITHOUT_RATE}${inThisData}`,
    parameters: queryParameters(lookup),
    responses: {
      "200": withPrices(
        "The results, one per matching provider and rate; at least one.",
        { type: "array", minItems: 1, items: schemaReference(componentName(state, setting, "result")) },
        Object.fromEntries(examples.map((example) => [slug(example.title), getExample(path, example)])),
        csvMedia("One row for each result, with its fields in their order.", examples[0]?.csv),
      ),
      "400": responseReference("LookupRefused"),
      ...sharedProblems,
    },
  };
}

function explainOperation(state: State, lookup: RateLookup, path: string, examples: readonly WorkedExample[]): Json {
  const { setting, about } = lookup;
  const answer = withPrices(
    "The results with their explanations, in the order of the lookup's results.",
    schemaReference(componentName(state, setting, "explanation")),
    Object.fromEntries(examples.map((example) => [slug(example.title), getExample(path, example)])),
    csvMedia("One row for each step and each figure, with its source.", examples[0]?.csv),
  );
  return {
    operationId: `${state.code}-${setting}-rate-explain`,
    tags: [state.name],
    summary: `${about.summary}, explained`,
    description:
      "The lookup of the same parameters with the record of its calculation: every step, every figure with the row, publication and place it comes from, what was assumed and what else was considered. Anyone can recompute the price from it. A client that accepts `text/html` gets a page to print, one that accepts `text/csv` a table. Counts as one lookup.",
    parameters: queryParameters(lookup),
    responses: {
      "200": {
        ...answer,
        content: { ...(answer.content as Json), "text/html": { schema: { type: "string" } } },
      },
      "400": responseReference("LookupRefused"),
      ...sharedProblems,
    },
  };
}

function searchOperation(state: State, path: string, examples: readonly WorkedExample[]): Json {
  const { about } = state.search;
  return {
    operationId: `${state.code}-provider-search`,
    tags: [state.name],
    summary: about.summary,
    description: `${about.description}\n\nNo match is an empty list, not an error.`,
    parameters: queryParameters(state.search),
    responses: {
      "200": success(
        "The providers found, in the order of their names.",
        closedObject(`${state.name} providers`, {
          providers: {
            type: "array",
            items: schemaReference(componentName(state, "provider")),
            description: "The first providers, as many as `limit` allows.",
          },
          total_results: { type: "integer", description: "How many match, returned or not." },
          limit_applied: { type: "integer", description: "The limit that was applied." },
        }),
        Object.fromEntries(examples.map((example) => [slug(example.title), getExample(path, example)])),
        csvMedia("One row for each provider.", examples[0]?.csv),
      ),
      "400": responseReference("SearchRefused"),
      ...sharedProblems,
    },
  };
}

function batchOperation(state: State, lookup: RateLookup, examples: readonly WorkedExample[]): Json {
  const { setting, about } = lookup;
  const { batchItemsMax } = HTTP_LIMITS;
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
          schema: {
            ...closedObject(`Batch of ${state.name} ${setting} lookups`, {
              requests: {
                type: "array",
                maxItems: batchItemsMax,
                items: schemaReference(componentName(state, setting, "lookup")),
                description: "The lookups.",
              },
            }),
          },
          example: { requests: asked.map(itemOf(lookup)) },
        },
      },
    },
    responses: {
      "200": withPrices(
        "The answers, in the order of the requests.",
        closedObject(`Answers to a batch of ${state.name} ${setting} lookups`, {
          batch_size: { type: "integer", description: "How many lookups were sent." },
          responses: {
            type: "array",
            items: schemaReference(componentName(state, setting, "response")),
            description: "One answer per lookup.",
          },
        }),
        examples.length === 0 ? {} : { answers: batchExample(examples) },
      ),
      "400": responseReference("BatchRefused"),
      ...batchProblems,
      ...sharedProblems,
    },
  };
}

/** A successful answer that may be made of stale tables. */
function withPrices(description: string, schema: Json, examples: Json, otherMedia: Json = {}): Json {
  return { ...success(description, schema, examples, otherMedia), headers: { ...answerHeaders, ...caveatHeaders } };
}

function success(description: string, schema: Json, examples: Json, otherMedia: Json): Json {
  const media = Object.keys(examples).length === 0 ? { schema } : { schema, examples };
  return { description, headers: answerHeaders, content: { "application/json": media, ...otherMedia } };
}

function getExample(path: string, { title, query, answer }: WorkedExample): Json {
  return { summary: title, description: `GET ${path}?${new URLSearchParams(query)}`, value: answer };
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

/** A title as the key of an example. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
