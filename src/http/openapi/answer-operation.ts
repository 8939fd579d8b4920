import type { AnswerKind } from "../../answers/answer.ts";
import { answerKinds } from "../../answers/index.ts";
import { explanationSchema } from "../../explanation/explanation.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { Result } from "../../pricing/result.ts";
import { definitionsIn, named, type Schema } from "../../schema/schema.ts";
import type { State } from "../../state/state.ts";
import { componentName, type Json, responseReference } from "./json-schema.ts";
import { csvMedia } from "./media-types.ts";
import { queryParameters } from "./parameters.ts";
import { answerHeaders, caveatHeaders, sharedProblems } from "./problem-responses.ts";
import { shownAnswers } from "./shown-examples.ts";
import type { WorkedExample } from "./worked-examples.ts";

/** The schemas that the answers about a lookup refer to, their own included. */
export function answerSchemas(state: State, lookup: RateLookup): Json {
  const explained = explanationSchema(resultOf(state, lookup), `${state.name} ${lookup.setting} explanation`);
  const schemas = [
    named(componentName(state, lookup.setting, "explanation"), explained),
    ...answerKinds.map((kind) => schemaOf(kind, state, lookup)),
  ];
  return Object.fromEntries(schemas.flatMap((schema) => [...definitionsIn(schema)]));
}

/** The operation that any kind of answer about a lookup is. */
export function answerOperation(
  kind: AnswerKind,
  state: State,
  lookup: RateLookup,
  path: string,
  examples: readonly WorkedExample[],
): Json {
  const schema = schemaOf(kind, state, lookup);
  const summary = `${lookup.about.summary}, ${kind.summary}`;
  return {
    operationId: `${state.code}-${lookup.setting}-rate${kind.path.replaceAll("/", "-")}`,
    tags: [state.name],
    summary,
    description: kind.description(lookup),
    parameters: queryParameters({ parameters: kind.parameters(state, lookup), examples: kind.examples(lookup) }),
    responses: {
      "200": {
        description: summary,
        headers: { ...answerHeaders, ...caveatHeaders },
        content: {
          "application/json": { schema, ...shownAnswers(path, examples) },
          ...csvMedia(kind.rows, examples[0]?.csv),
        },
      },
      "400": responseReference("LookupRefused"),
      ...sharedProblems,
    },
  };
}

/** A reference to the schema of an answer: one for each lookup, unless it is the same for all. */
function schemaOf({ schema, noun }: AnswerKind, state: State, lookup: RateLookup): Schema {
  const { setting } = lookup;
  const answer = schema(resultOf(state, lookup), `${state.name} ${setting} ${noun}`);
  return "$ref" in answer ? answer : named(componentName(state, setting, noun), answer);
}

function resultOf(state: State, { setting, resultSchema }: RateLookup): Schema<Result> {
  return named(componentName(state, setting, "result"), resultSchema as Schema<Result>);
}
