import type { AnswerKind } from "../../src/answers/answer.ts";
import { kindsFor } from "../../src/answers/index.ts";
import type { Json } from "../../src/core/schema/schema.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import { SEARCH_PATH } from "../../src/pricing/state/api-paths.ts";
import type { State } from "../../src/pricing/state/state.ts";
import { componentName } from "../../src/serve/http/openapi/operation-parts.ts";
import { methodName } from "./answers-file.ts";
import { reachedFrom, referencesIn } from "./references.ts";
import { AT_LEAST_ONE, requestText } from "./request-types.ts";
import { declarationText, referredTo } from "./type-text.ts";

/** The OpenAPI document as far as types are made from it. */
export interface Document {
  readonly paths: Json;
  readonly components: { readonly schemas: Json };
}

/** One state's types, and how the contract of the client puts them together. */
interface StateFile {
  readonly text: string;
  /** What it exports. */
  readonly names: readonly string[];
  /** Its entry of `Contract`. */
  readonly contract: string;
  /** What it needs of the types of all states. */
  readonly shared: ReadonlySet<string>;
}

/** The component of a kind of answer: one for each lookup, unless it is the same for all. */
function answerName({ schema, noun }: AnswerKind, state: State, { setting, resultSchema }: RateLookup): string {
  return referredTo(schema(resultSchema, "") as Json) ?? componentName(state, setting, noun);
}

export function stateFile(state: State, document: Document): StateFile {
  const { schemas } = document.components;
  const providers = componentName(state, "providers");
  const searchRequest = componentName(state, "search", "request");
  const answers = state.lookups.flatMap((lookup) => kindsFor(lookup).map((kind) => answerName(kind, state, lookup)));
  const ofLookups = state.lookups.flatMap((lookup) =>
    kindsFor(lookup).map(({ noun }) => componentName(state, lookup.setting, noun)),
  );
  const searchAnswer = answerOf(document, `/${state.code}${SEARCH_PATH}`);
  const own = [...ofLookups, componentName(state, "provider")].filter((name) => Object.hasOwn(schemas, name));
  const requests = state.lookups.flatMap((lookup) => lookupRequests(state, lookup));
  const declarations = [
    ...requests.map(({ text }) => text),
    requestText(searchRequest, `${state.name} provider search`, state.search.parameters),
    ...own.map((name) => declarationText(name, schemas[name] as Json)),
    declarationText(providers, searchAnswer),
  ];
  const answered = [searchAnswer, ...own.map((name) => schemas[name])];
  const isShared = (name: string) => !own.includes(name);
  const named = new Set(referencesIn(answered).filter(isShared));
  const imports = [
    `import type { ${AT_LEAST_ONE} } from "../at-least-one.ts";`,
    `import type { ${[...named].sort().join(", ")} } from "./shared.ts";`,
  ];
  const settings = state.lookups.map((lookup) => `readonly ${lookup.setting}: {${members(state, lookup)}};`);
  const shared = [...answers, ...reachedFrom([answered, ...answers.map((name) => schemas[name])], schemas)];
  return {
    text: `${imports.join("\n")}\n\n${declarations.join("\n")}`,
    names: [...requests.map(({ name }) => name), searchRequest, ...own, providers],
    contract: `readonly ${state.code}: { readonly settings: { ${settings.join("\n")} };
      readonly searchRequest: ${searchRequest}; readonly providers: ${providers}; };`,
    shared: new Set(shared.filter(isShared)),
  };
}

function lookupRequests(state: State, lookup: RateLookup) {
  const { setting } = lookup;
  const title = `${state.name} ${setting} lookup`;
  return [
    { name: componentName(state, setting, "request"), title, parameters: lookup.parameters },
    ...kindsFor(lookup)
      .filter((kind) => !takesLookup(kind, state, lookup))
      .map((kind) => ({
        name: requestName(kind, state, lookup),
        title: `${title}, ${kind.summary}`,
        parameters: kind.parameters(state, lookup),
      })),
  ].map(({ name, title: heading, parameters }) => ({ name, text: requestText(name, heading, parameters) }));
}

/** Whether its request is that of the lookup itself. */
function takesLookup(kind: AnswerKind, state: State, lookup: RateLookup): boolean {
  return kind.parameters(state, lookup) === lookup.parameters;
}

function requestName(kind: AnswerKind, state: State, lookup: RateLookup): string {
  const words = takesLookup(kind, state, lookup) ? ["request"] : [kind.noun, "request"];
  return componentName(state, lookup.setting, ...words);
}

/** What the client knows about one lookup, by the names that its methods use. */
function members(state: State, lookup: RateLookup): string {
  const named = (word: string) => componentName(state, lookup.setting, word);
  const answers = kindsFor(lookup).map((kind) => {
    const name = answerName(kind, state, lookup);
    const answer = "items" in kind.schema(lookup.resultSchema, "") ? `readonly ${name}[]` : name;
    return `readonly ${methodName(kind)}: { readonly request: ${requestName(kind, state, lookup)}; readonly answer: ${answer} };`;
  });
  return [
    ...["request", "result"].map((word) => `readonly ${word}: ${named(word)};`),
    `readonly answers: { ${answers.join("\n")} };`,
  ].join("\n");
}

/** The schema of the answer to a GET. */
export function answerOf({ paths }: Document, path: string): Json {
  const { get } = paths[path] as {
    get: { responses: { "200": { content: { "application/json": { schema: Json } } } } };
  };
  return get.responses["200"].content["application/json"].schema;
}
