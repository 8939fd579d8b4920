import type { AnswerKind, ServiceAnswer } from "../../../answers/answer.ts";
import { coverage } from "../../../answers/coverage.ts";
import { kindsFor, stateKinds } from "../../../answers/index.ts";
import { search } from "../../../answers/search.ts";
import { type Json, named, type Schema } from "../../../core/schema/schema.ts";
import { snakeCase } from "../../../core/text/spelling.ts";
import { releaseDiff, releases } from "../../../diff/answers.ts";
import type { Example, RateLookup } from "../../../pricing/lookup.ts";
import { itemSchema, jsonValue, type Parameters } from "../../../pricing/request/parameter.ts";
import type { Result } from "../../../pricing/result.ts";
import { BATCH_SUFFIX, RATE_PATHS } from "../../../pricing/state/api-paths.ts";
import type { State } from "../../../pricing/state/state.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { batchSchema, bodySchema, ITEMS, responseSchema } from "../long-work/batch.ts";
import { componentName } from "./components.ts";
import { answered, caveatHeaders, problems, queryParameters, stateProblems } from "./operation-parts.ts";

type PathItem = readonly [path: string, item: Json];

/** The paths of one state. */
export function statePaths(state: State): Json {
  const ofLookups = state.lookups.flatMap((lookup) => [
    ...kindsFor(lookup).map((kind) => lookupPath(state, lookup, kind)),
    batchPath(state, lookup),
  ]);
  return Object.fromEntries([...ofLookups, ...stateKinds.map((kind) => statePath(state, kind))]);
}

function lookupPath(state: State, lookup: RateLookup, kind: AnswerKind): PathItem {
  const { setting, about } = lookup;
  const operation = answerOperation(kind, {
    id: `${state.code}-${setting}-rate${kind.path.replaceAll("/", "-")}`,
    tag: state.name,
    summary: kind.summary === "" ? about.summary : `${about.summary}, ${kind.summary}`,
    description: kind.description(lookup),
    parameters: kind.parameters(state, lookup),
    examples: kind.examples(lookup),
    schema: answerSchema(state, lookup, kind),
    headers: caveatHeaders,
    problems: stateProblems,
  });
  return [`/${state.code}${RATE_PATHS[setting]}${kind.path}`, { get: operation }];
}

/** The schema of an answer: a list as it is; an object by its name, one per lookup unless all share it. */
function answerSchema(state: State, lookup: RateLookup, { schema, noun }: AnswerKind): Schema {
  const answer = schema(resultSchema(state, lookup), `${state.name} ${lookup.setting} ${noun}`);
  const isNamed = "$ref" in answer || "items" in answer;
  return isNamed ? answer : named(componentName(state.code, lookup.setting, noun), answer);
}

function resultSchema(state: State, lookup: RateLookup): Schema<Result> {
  return named(componentName(state.code, lookup.setting, "result"), lookup.resultSchema);
}

/** Two items show what a batch is. */
const EXAMPLE_ITEMS = 2;

function batchPath(state: State, lookup: RateLookup): PathItem {
  const { setting, about, parameters, examples } = lookup;
  const lookups = `${state.name} ${setting} lookup`;
  const nameOf = (noun: string) => componentName(state.code, setting, noun);
  const item = named(nameOf("lookup"), itemSchema(lookups, parameters) as Schema);
  const response = named(nameOf("response"), responseSchema(resultSchema(state, lookup), `Answer to one ${lookups}`));
  const operation = {
    operationId: `${state.code}-${setting}-rate-batch`,
    tags: [state.name],
    summary: `${about.summary}, many at once`,
    description: `Up to ${HTTP_LIMITS.batchItemsMax} lookups, answered in their order. Each counts as one. A refused item has an \`error\` and one result, and never fails the others.`,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: bodySchema(item, `Batch of ${lookups}s`),
          example: { [ITEMS]: examples.slice(0, EXAMPLE_ITEMS).map((example) => itemOf(example, parameters)) },
        },
      },
    },
    responses: {
      "200": answered(
        "The answers, in the order of the requests.",
        batchSchema(response, `Answers to a batch of ${lookups}s`),
        caveatHeaders,
      ),
      ...stateProblems,
      ...problems(413, 415),
    },
  };
  return [`/${state.code}${RATE_PATHS[setting]}${BATCH_SUFFIX}`, { post: operation }];
}

/** An example request as an item of a batch. */
function itemOf({ query }: Example, parameters: Parameters): Json {
  const fields = Object.entries(parameters).map(([key, parameter]) => ({ name: snakeCase(key), parameter }));
  const sent = fields.filter(({ name }) => query[name] !== undefined);
  return Object.fromEntries(sent.map(({ name, parameter }) => [name, jsonValue(parameter, query[name] as string)]));
}

function statePath(state: State, kind: AnswerKind<"state">): PathItem {
  const record = named(componentName(state.code, "provider"), state.search.recordSchema);
  const operation = answerOperation(kind, {
    id: kind === search ? `${state.code}-provider-search` : `${state.code}-${kind.name}`,
    tag: state.name,
    summary: kind === search ? state.search.about.summary : kind.summary,
    description: kind.description(state),
    parameters: kind.parameters(state),
    examples: kind.examples(state),
    schema: kind.schema(record, `${state.name} ${kind.noun}`),
    headers: {},
    problems: stateProblems,
  });
  return [`/${state.code}${kind.path}`, { get: operation }];
}

const DATA_TAG = "Data";
const RELEASES_TAG = "Releases";

export const serviceAnswerTags: readonly Json[] = [
  { name: DATA_TAG, description: "What the loaded data is." },
  { name: RELEASES_TAG, description: "What rate data there is, and what changed in it." },
];

/** The paths of the answers about all states. */
export function serviceAnswerPaths(states: readonly State[]): Json {
  const codes = states.map(({ code }) => code);
  const path = (answer: ServiceAnswer, tag: string, refusals: Json): PathItem => {
    const { name, summary } = answer;
    const operation = answerOperation(answer, {
      ...{ id: name, tag, summary, headers: {}, problems: refusals, examples: [] },
      description: answer.description(null),
      parameters: answer.parameters(codes),
      schema: answer.schema({}, summary),
    });
    return [answer.path, { get: operation }];
  };
  const ofReleases = { ...stateProblems, ...problems(404) };
  return Object.fromEntries([
    path(coverage, DATA_TAG, stateProblems),
    path(releases, RELEASES_TAG, ofReleases),
    path(releaseDiff, RELEASES_TAG, ofReleases),
  ]);
}

/** What an operation has besides what its kind of answer declares. */
interface OperationFacts {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: Parameters;
  readonly examples: readonly Example[];
  readonly schema: Schema;
  readonly headers: Json;
  readonly problems: Json;
}

/** The other formats of an answer are in words alone: client generators type two media types as `string | Result[]`. */
function answerOperation({ rows, formats }: Pick<AnswerKind, "rows" | "formats">, facts: OperationFacts): Json {
  const { id, tag, summary, description, parameters, examples, schema } = facts;
  const others = formats.includes("html") ? "HTML, to print, and as CSV" : "CSV";
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description} Also as ${others}. ${rows}`,
    parameters: queryParameters(parameters, examples),
    responses: { "200": answered("OK", schema, facts.headers), ...facts.problems },
  };
}
