import { coverage } from "../../src/answers/coverage.ts";
import { createOpenApi } from "../../src/http/openapi/document.ts";
import type { Json } from "../../src/http/openapi/json-schema.ts";
import { COVERAGE_PATH } from "../../src/state/api-paths.ts";
import type { State } from "../../src/state/state.ts";
import { reachedFrom } from "./references.ts";
import { requestText } from "./request-types.ts";
import { serviceFile } from "./service-file.ts";
import { answerOf, type Document, stateFile } from "./state-file.ts";
import { declarationText } from "./type-text.ts";

const MARK = "/* Made by npm run client-types from the declarations that serve requests. Do not edit. */\n\n";

/** Answers besides prices that the client hands out or reads. */
const FURTHER = ["ItemError", "Problem"];

/** The generated files of the client by their name, not yet formatted. */
export function clientFiles(states: readonly State[]): ReadonlyMap<string, string> {
  const { paths, components } = createOpenApi(states, () => []);
  const document = { paths, components } as Document;
  const { schemas } = document.components;
  const files = states.map((state) => ({ state, ...stateFile(state, document) }));
  const ofCoverage = reachedFrom(answerOf(document, COVERAGE_PATH), schemas);
  const further = FURTHER.flatMap((name) => [name, ...reachedFrom(schemas[name], schemas)]);
  const shared = new Set([...files.flatMap((file) => [...file.shared]), ...ofCoverage, ...further]);
  const declarations = [...shared].sort().map((name) => declarationText(name, schemas[name] as Json));
  const coverageRequest = requestText(
    "CoverageRequest",
    "What coverage is asked of",
    coverage.parameters(states.map(({ code }) => code)),
  );

  const texts: (readonly [string, string])[] = [
    ...files.map(({ state, text }) => [`${state.code}.ts`, text] as const),
    ["shared.ts", `${coverageRequest}\n${declarations.join("\n")}`],
    ["service.ts", serviceFile(states)],
    ["contract.ts", contractFile(files)],
    ["index.ts", indexFile(files)],
  ];
  return new Map(texts.map(([name, text]) => [name, `${MARK}${text}`]));
}

type Files = readonly {
  readonly state: State;
  readonly names: readonly string[];
  readonly contract: string;
}[];

function contractFile(files: Files): string {
  const imports = files.map(({ state, names, contract }) => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(contract));
    return `import type { ${used.sort().join(", ")} } from "./${state.code}.ts";`;
  });
  const entries = files.map(({ contract }) => contract);
  const comment = "/** What each state and setting is asked and answers. */";
  return `${imports.join("\n")}\n\n${comment}\nexport interface Contract {\n${entries.join("\n")}\n}\n`;
}

function indexFile(files: Files): string {
  const all = ["contract", ...files.map(({ state }) => state.code), "shared"];
  return all
    .sort()
    .map((name) => `export type * from "./${name}.ts";\n`)
    .join("");
}
