import type { AnswerKind } from "../../../answers/answer.ts";
import { coverage } from "../../../answers/coverage.ts";
import { lookupKinds } from "../../../answers/index.ts";
import { rate } from "../../../answers/rate.ts";
import { search } from "../../../answers/search.ts";
import { definitionsIn, named, type Schema } from "../../../core/schema/schema.ts";
import type { Example, RateLookup } from "../../../pricing/lookup.ts";
import type { Parameters } from "../../../pricing/request/parameter.ts";
import type { Result } from "../../../pricing/result.ts";
import { RATE_PATHS } from "../../../pricing/state/api-paths.ts";
import type { State } from "../../../pricing/state/state.ts";
import { componentName, type Json, responseReference } from "./json-schema.ts";
import { csvMedia } from "./media-types.ts";
import { queryParameters } from "./parameters.ts";
import { answerHeaders, caveatHeaders, sharedProblems } from "./problem-responses.ts";
import { shownAnswers } from "./shown-examples.ts";
import { coverageExample } from "./table-examples.ts";
import type { ExamplesOf, WorkedExample } from "./worked-examples.ts";

/*
 * The operations of the declared kinds of answers.
 */

/** What lookups of a setting answer that is not loaded; null where it is. */
export type NotLoadedIn = (state: State, setting: RateLookup["setting"]) => string | null;

/** The operations of every kind of answer about a lookup, by their paths. */
export function lookupOperations(
  state: State,
  lookup: RateLookup,
  examplesOf: ExamplesOf,
  notLoadedIn: NotLoadedIn,
): readonly (readonly [string, Json])[] {
  const notLoaded = notLoadedIn(state, lookup.setting);
  const inThisData = notLoaded === null ? "" : `\n\n**Not in the loaded data.** ${notLoaded}`;
  return lookupKinds.map((kind) => {
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

/** The schemas that the answers about a lookup refer to, their own included. */
export function answerSchemas(state: State, lookup: RateLookup): Json {
  const schemas = lookupKinds.map((kind) => schemaOf(kind, state, lookup));
  return Object.fromEntries(schemas.flatMap((schema) => [...definitionsIn(schema)]));
}

/** The provider search of a state. */
export function searchOperation(state: State, examplesOf: ExamplesOf): readonly [string, Json] {
  const path = `/${state.code}${search.path}`;
  const record = named(componentName(state, "provider"), state.search.recordSchema);
  const operation = answerOperation(search, {
    path,
    id: `${state.code}-provider-search`,
    tag: state.name,
    summary: state.search.about.summary,
    description: search.description(state),
    parameters: search.parameters(state),
    examples: search.examples(state),
    schema: search.schema(record, `${state.name} ${search.noun}`),
    headers: {},
    refused: "SearchRefused",
    worked: examplesOf(state.search),
  });
  return [path, { get: operation }];
}

const DATA_TAG = "Data";

export const coverageTag: Json = { name: DATA_TAG, description: "What the loaded data is." };

const coverageSchema = coverage.schema({}, coverage.summary);

/** The schemas that coverage refers to. */
export const coverageSchemas: Json = Object.fromEntries(definitionsIn(coverageSchema));

export function coveragePaths(states: readonly State[]): Json {
  const operation = answerOperation(coverage, {
    path: coverage.path,
    id: coverage.name,
    tag: DATA_TAG,
    summary: coverage.summary,
    description: coverage.description(null),
    parameters: coverage.parameters(states.map(({ code }) => code)),
    examples: [],
    schema: coverageSchema,
    headers: {},
    refused: "SearchRefused",
    worked: [],
    table: coverageExample(),
  });
  return { [coverage.path]: { get: operation } };
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
  readonly worked: readonly WorkedExample[];
  /** An example of its table, where no worked example has one. */
  readonly table?: string;
}

function answerOperation(
  { rows, formats }: Pick<AnswerKind, "rows" | "formats">,
  {
    path,
    id,
    tag,
    summary,
    description,
    parameters,
    examples,
    schema,
    headers,
    refused,
    worked,
    table,
  }: OperationFacts,
): Json {
  const page = formats.includes("html")
    ? { "text/html": { schema: { type: "string", description: "To print." } } }
    : {};
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    parameters: queryParameters({ parameters, examples }),
    responses: {
      "200": {
        description: summary,
        headers: { ...answerHeaders, ...headers },
        content: {
          "application/json": { schema, ...shownAnswers(path, worked) },
          ...csvMedia(rows, table ?? worked[0]?.csv),
          ...page,
        },
      },
      "400": responseReference(refused),
      ...sharedProblems,
    },
  };
}

/** The schema of an answer: a list as it is; an object by its name, one for each lookup unless it is the same for all. */
function schemaOf({ schema, noun }: AnswerKind, state: State, lookup: RateLookup): Schema {
  const { setting } = lookup;
  const answer = schema(resultOf(state, lookup), `${state.name} ${setting} ${noun}`);
  return "$ref" in answer || "items" in answer ? answer : named(componentName(state, setting, noun), answer);
}

export function resultOf(state: State, { setting, resultSchema }: RateLookup): Schema<Result> {
  return named(componentName(state, setting, "result"), resultSchema);
}
