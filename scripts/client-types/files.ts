import { priceListSchema } from "../../src/answers/price-list/schema.ts";
import { priceList } from "../../src/answers/price-list.ts";
import type { Json } from "../../src/core/schema/schema.ts";
import { definitionsIn, reference, type Schema } from "../../src/core/schema/schema.ts";
import type { Result } from "../../src/pricing/result.ts";
import type { State } from "../../src/pricing/state/state.ts";
import { orderForm } from "../../src/reprice/jobs/order.ts";
import { deletedJobSchema, dryRunSchema, jobSchema, jobsSchema } from "../../src/reprice/jobs/repricing-job.ts";
import { batchSchema, responseSchema } from "../../src/serve/http/long-work/batch.ts";
import { serviceAnswers } from "../../src/serve/http/openapi/answer-operations.ts";
import { createOpenApi } from "../../src/serve/http/openapi/document.ts";
import { answersFile, serviceTypes } from "./answers-file.ts";
import { reachedFrom } from "./references.ts";
import { requestText } from "./request-types.ts";
import { serviceFile } from "./service-file.ts";
import { type Document, stateFile } from "./state-file.ts";
import { commentText, declarationText, fieldsText, typeText } from "./type-text.ts";

const MARK = "/* Made by npm run client-types from the declarations that serve requests. Do not edit. */\n\n";

/** What the client returns or reads besides prices. */
const FURTHER = ["ItemError", "Problem", "RefusedResult"];
const DECLARED = [
  ...serviceAnswers.map(({ answer }) => answer.schema({}, answer.summary)),
  ...[jobSchema, jobsSchema, dryRunSchema, deletedJobSchema, priceListSchema],
];

/** The generated files of the client by their name, not yet formatted. */
export function clientFiles(states: readonly State[]): ReadonlyMap<string, string> {
  const { paths, components } = createOpenApi(states, () => []);
  const document = { paths, components } as Document;
  const files = states.map((state) => ({ state, ...stateFile(state, document) }));
  const texts: (readonly [string, string])[] = [
    ...files.map(({ state, text }) => [`${state.code}.ts`, text] as const),
    ["shared.ts", sharedFile(states, document, new Set(files.flatMap((file) => [...file.shared])))],
    ["service.ts", serviceFile(states)],
    ["answers.ts", answersFile()],
    ["contract.ts", contractFile(files)],
    ["index.ts", indexFile(files)],
  ];
  return new Map(texts.map(([name, text]) => [name, `${MARK}${text}`]));
}

/** The types that belong to no state alone. */
function sharedFile(states: readonly State[], document: Document, ofStates: ReadonlySet<string>): string {
  const { schemas } = document.components;
  const names = new Set([
    ...ofStates,
    ...FURTHER.flatMap((name) => [name, ...reachedFrom(schemas[name], schemas)]),
    ...DECLARED.flatMap((schema) => [...definitionsIn(schema).keys()]),
  ]);
  const { properties, required } = orderForm(states);
  const batch = batchSchema(responseSchema(reference("Result") as Schema<Result>, ""), "") as object;
  const codes = states.map(({ code }) => code);
  const requests = serviceAnswers.flatMap(({ answer }) => {
    const { request } = serviceTypes(answer);
    return request === null ? [] : [requestText(request, answer.summary, answer.parameters(codes))];
  });
  const [first] = states;
  const listRequest =
    first === undefined ? [] : [requestText("PriceListRequest", priceList.summary, priceList.parameters(first))];
  return [
    ...requests,
    ...listRequest,
    `${commentText("The form of a file to reprice, beside the file.")}export interface RepricingForm ${fieldsText(properties, required, " | null | undefined")}\n`,
    `${commentText("The answer to a batch of lookups with such results.")}export interface BatchAnswer<Result> ${typeText(batch as Json)}\n`,
    ...[...names].sort().map((name) => declarationText(name, schemas[name] as Json)),
  ].join("\n");
}

type Files = readonly {
  readonly state: State;
  readonly names: readonly string[];
  readonly contract: string;
  readonly shared: ReadonlySet<string>;
}[];

function contractFile(files: Files): string {
  const used = (names: Iterable<string>, text: string) =>
    [...names].filter((name) => new RegExp(`\\b${name}\\b`).test(text)).sort();
  const all = files.map(({ contract }) => contract).join("\n");
  const shared = used(new Set(files.flatMap((file) => [...file.shared])), all);
  const imports = [
    ...files.map(({ state, names, contract }) => [used(names, contract), `./${state.code}.ts`] as const),
    [shared, "./shared.ts"] as const,
  ];
  const lines = imports.flatMap(([names, from]) =>
    names.length === 0 ? [] : `import type { ${names.join(", ")} } from "${from}";`,
  );
  const comment = "/** The requests and answers of each state and setting. */";
  return `${lines.join("\n")}\n\n${comment}\nexport interface Contract {\n${all}\n}\n`;
}

function indexFile(files: Files): string {
  const all = ["contract", ...files.map(({ state }) => state.code), "shared"];
  return all
    .sort()
    .map((name) => `export type * from "./${name}.ts";\n`)
    .join("");
}
