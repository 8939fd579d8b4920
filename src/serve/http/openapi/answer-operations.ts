import type { AnswerKind, ServiceAnswer } from "../../../answers/answer.ts";
import { coverage } from "../../../answers/coverage.ts";
import { kindsFor, stateKinds } from "../../../answers/index.ts";
import { rate } from "../../../answers/rate.ts";
import { search } from "../../../answers/search.ts";
import { type Json, named, reference, type Schema } from "../../../core/schema/schema.ts";
import { snakeCase } from "../../../core/text/spelling.ts";
import { releaseDiff, releases } from "../../../diff/answers.ts";
import type { Example, RateLookup } from "../../../pricing/lookup.ts";
import { itemSchema, jsonValue, type Parameters } from "../../../pricing/request/parameter.ts";
import type { Result } from "../../../pricing/result.ts";
import { BATCH_SUFFIX, RATE_PATHS } from "../../../pricing/state/api-paths.ts";
import type { State } from "../../../pricing/state/state.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { batchSchema, bodySchema, ITEMS, responseSchema } from "../long-work/batch.ts";
import {
  BATCH_ITEMS,
  changesExample,
  coverageExample,
  type ExamplesOf,
  releasesExample,
  shownAnswers,
  type WorkedExample,
} from "./examples.ts";
import {
  answerHeaders,
  batchProblems,
  caveatHeaders,
  componentName,
  csvMedia,
  definitionsOf,
  queryParameters,
  responseReference,
  sharedProblems,
} from "./operation-parts.ts";

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
    paths: Object.fromEntries([...paths, ...stateKinds.map((kind) => stateOperation(kind, state, examplesOf))]),
    schemas: {
      ...Object.fromEntries(schemas),
      ...definitionsOf(...stateKinds.map((kind) => stateSchema(kind, state))),
    },
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
    ...definitionsOf(response),
  };
}

function batchOperation(state: State, lookup: RateLookup, examples: readonly WorkedExample[]): Json {
  const { setting, about } = lookup;
  const { batchItemsMax } = HTTP_LIMITS;
  const response = reference(componentName(state, setting, "response"));
  const shown = examples.length === 0 ? lookup.examples.slice(0, BATCH_ITEMS) : examples;
  return {
    operationId: `${state.code}-${setting}-rate-batch`,
    tags: [state.name],
    summary: `${about.summary}, many at once`,
    description: `Up to ${batchItemsMax} lookups, answered in their order. Each counts as one. A refused item has an \`error\` and one result, and never fails the others.`,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: bodySchema(
            reference(componentName(state, setting, "lookup")),
            `Batch of ${state.name} ${setting} lookups`,
          ),
          example: { [ITEMS]: shown.map(itemOf(lookup)) },
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

/** The answer of lookups whose setting is not loaded; null where it is. */
export type NotLoadedIn = (state: State, setting: RateLookup["setting"]) => string | null;

/** The operations of every kind of answer for a lookup, by their paths. */
function lookupOperations(
  state: State,
  lookup: RateLookup,
  examplesOf: ExamplesOf,
  notLoadedIn: NotLoadedIn,
): readonly (readonly [string, Json])[] {
  const notLoaded = notLoadedIn(state, lookup.setting);
  const inThisData = notLoaded === null ? "" : `\n\n**Not in the loaded data.** ${notLoaded}`;
  return kindsFor(lookup).map((kind) => {
    const path = `/${state.code}${RATE_PATHS[lookup.setting]}${kind.path}`;
    const { summary } = lookup.about;
    const operation = answerOperation(kind, {
      path,
      id: `${state.code}-${lookup.setting}-rate${kind.path.replaceAll("/", "-")}`,
      tag: state.name,
      summary: kind.summary === "" ? summary : `${summary}, ${kind.summary}`,
      description: kind.description(lookup) + (kind === rate ? inThisData : ""),
      parameters: kind.parameters(state, lookup),
      examples: kind.examples(lookup),
      schema: schemaOf(kind, state, lookup),
      headers: caveatHeaders,
      refused: "LookupRefused",
      worked: examplesOf(lookup, kind),
    });
    return [path, { get: operation }];
  });
}

/** The schemas that the answers for a lookup refer to, their own included. */
function answerSchemas(state: State, lookup: RateLookup): Json {
  const schemas = kindsFor(lookup).map((kind) => schemaOf(kind, state, lookup));
  return definitionsOf(...schemas);
}

function stateOperation(kind: AnswerKind<"state">, state: State, examplesOf: ExamplesOf): readonly [string, Json] {
  const path = `/${state.code}${kind.path}`;
  const operation = answerOperation(kind, {
    path,
    id: kind === search ? `${state.code}-provider-search` : `${state.code}-${kind.name}`,
    tag: state.name,
    summary: kind === search ? state.search.about.summary : kind.summary,
    description: kind.description(state),
    parameters: kind.parameters(state),
    examples: kind.examples(state),
    schema: stateSchema(kind, state),
    headers: {},
    refused: "SearchRefused",
    worked: examplesOf(state.search, kind),
  });
  return [path, { get: operation }];
}

function stateSchema(kind: AnswerKind<"state">, state: State): Schema {
  const record = named(componentName(state, "provider"), state.search.recordSchema);
  return kind.schema(record, `${state.name} ${kind.noun}`);
}

const DATA_TAG = "Data";
const RELEASES_TAG = "Releases";

export const serviceAnswerTags: readonly Json[] = [
  { name: DATA_TAG, description: "What the loaded data is." },
  { name: RELEASES_TAG, description: "What rate data there is, and what changed in it." },
];

interface ServiceOperation {
  readonly answer: ServiceAnswer;
  readonly tag: string;
  readonly problems: Json;
  readonly table: () => string;
}

const RELEASE_PROBLEMS: Json = { "404": responseReference("ReleaseUnavailable") };

/** The answers about all states. */
const serviceAnswers: readonly ServiceOperation[] = [
  { answer: coverage, tag: DATA_TAG, problems: {}, table: coverageExample },
  { answer: releases, tag: RELEASES_TAG, problems: RELEASE_PROBLEMS, table: releasesExample },
  { answer: releaseDiff, tag: RELEASES_TAG, problems: RELEASE_PROBLEMS, table: changesExample },
];

export const serviceAnswerSchemas: Json = definitionsOf(
  ...serviceAnswers.map(({ answer }) => answer.schema({}, answer.summary)),
);

export function serviceAnswerPaths(states: readonly State[]): Json {
  const codes = states.map(({ code }) => code);
  const paths = serviceAnswers.map(({ answer, tag, problems, table }) => {
    const { path, name, summary } = answer;
    const operation = answerOperation(answer, {
      ...{ path, id: name, tag, summary, problems, headers: {}, refused: "SearchRefused" },
      description: answer.description(null),
      parameters: answer.parameters(codes),
      schema: answer.schema({}, summary),
      ...{ examples: [], worked: [], table: table() },
    });
    return [path, { get: operation }];
  });
  return Object.fromEntries(paths);
}

/** What an operation has besides what its kind of answer declares. */
interface OperationFacts {
  readonly path: string;
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: Parameters;
  readonly examples: readonly Example[];
  readonly schema: Schema;
  readonly headers: Json;
  readonly refused: "LookupRefused" | "SearchRefused";
  /** Its problems beside those of every answer. */
  readonly problems?: Json;
  readonly worked: readonly WorkedExample[];
  /** An example of its table, where no worked example has one. */
  readonly table?: string;
}

function answerOperation({ rows, formats }: Pick<AnswerKind, "rows" | "formats">, facts: OperationFacts): Json {
  const { summary, worked } = facts;
  const page = formats.includes("html")
    ? { "text/html": { schema: { type: "string", description: "To print." } } }
    : {};
  return {
    operationId: facts.id,
    tags: [facts.tag],
    summary,
    description: facts.description,
    parameters: queryParameters(facts.parameters, facts.examples),
    responses: {
      "200": {
        description: "OK",
        headers: { ...answerHeaders, ...facts.headers },
        content: {
          "application/json": { schema: facts.schema, ...shownAnswers(facts.path, worked) },
          ...csvMedia(rows, facts.table ?? worked[0]?.csv),
          ...page,
        },
      },
      "400": responseReference(facts.refused),
      ...facts.problems,
      ...sharedProblems,
    },
  };
}

/** The schema of an answer: a list as it is; an object by its name, one per lookup unless all share it. */
function schemaOf({ schema, noun }: AnswerKind, state: State, lookup: RateLookup): Schema {
  const { setting } = lookup;
  const answer = schema(resultOf(state, lookup), `${state.name} ${setting} ${noun}`);
  return "$ref" in answer || "items" in answer ? answer : named(componentName(state, setting, noun), answer);
}

function resultOf(state: State, { setting, resultSchema }: RateLookup): Schema<Result> {
  return named(componentName(state, setting, "result"), resultSchema);
}
