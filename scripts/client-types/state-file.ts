import { compare } from "../../src/answers/compare.ts";
import { history } from "../../src/answers/history.ts";
import { componentName, type Json } from "../../src/http/openapi/json-schema.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import { SEARCH_PATH } from "../../src/state/api-paths.ts";
import type { State } from "../../src/state/state.ts";
import { reachedFrom, referencesIn } from "./references.ts";
import { AT_LEAST_ONE, requestText } from "./request-types.ts";
import { declarationText } from "./type-text.ts";

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

/** The answers of a lookup that have components of their own. */
const ANSWERS = ["result", "explanation", "history", "comparison"] as const;

export function stateFile(state: State, document: Document): StateFile {
  const { schemas } = document.components;
  const providers = componentName(state, "providers");
  const searchRequest = componentName(state, "search", "request");
  const answers = state.lookups.flatMap(({ setting }) => ANSWERS.map((kind) => componentName(state, setting, kind)));
  const own = [...answers, componentName(state, "provider")];
  const searchAnswer = answerOf(document, `/${state.code}${SEARCH_PATH}`);

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
  const settings = state.lookups.map(({ setting }) => `readonly ${setting}: {${members(state, setting)}};`);
  return {
    text: `${imports.join("\n")}\n\n${declarations.join("\n")}`,
    names: [...requests.map(({ name }) => name), searchRequest, ...own, providers],
    contract: `readonly ${state.code}: { readonly settings: { ${settings.join("\n")} };
      readonly searchRequest: ${searchRequest}; readonly providers: ${providers}; };`,
    shared: new Set([...reachedFrom(answered, schemas)].filter(isShared)),
  };
}

function lookupRequests(state: State, lookup: RateLookup) {
  const { setting } = lookup;
  const about = `${state.name} ${setting}`;
  return [
    { words: ["request"], title: `${about} lookup`, parameters: lookup.parameters },
    {
      words: ["history", "request"],
      title: `${about} lookup in every period`,
      parameters: history.parameters(state, lookup),
    },
    {
      words: ["comparison", "request"],
      title: `${about} lookups to compare`,
      parameters: compare.parameters(state, lookup),
    },
  ].map(({ words, title, parameters }) => {
    const name = componentName(state, setting, ...words);
    return { name, text: requestText(name, title, parameters) };
  });
}

/** What the client knows about one lookup, by the names that its methods use. */
function members(state: State, setting: string): string {
  const named = (...words: string[]) => componentName(state, setting, ...words);
  return [
    `readonly request: ${named("request")};`,
    `readonly historyRequest: ${named("history", "request")};`,
    `readonly comparisonRequest: ${named("comparison", "request")};`,
    ...ANSWERS.map((kind) => `readonly ${kind}: ${named(kind)};`),
  ].join("\n");
}

/** The schema of the answer to a GET. */
export function answerOf({ paths }: Document, path: string): Json {
  const { get } = paths[path] as {
    get: { responses: { "200": { content: { "application/json": { schema: Json } } } } };
  };
  return get.responses["200"].content["application/json"].schema;
}
