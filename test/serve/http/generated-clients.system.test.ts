import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { astToString, heyApi, openapiTypescript, orval } from "ratebook-client-generators";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOpenApi } from "../../../src/serve/http/openapi/document.ts";
import { states } from "../../../src/states/index.ts";

/*
 * What three generators make of the document, compiled with the programs of the page. None of them may type an answer as text or
 * as anything.
 */

const ROOT = join(import.meta.dirname, "../../..");
const PAGE = readFileSync(join(ROOT, "docs/client.md"), "utf8");
/** A folder for each generator, in the order of the page. */
const FOLDERS = ["openapi-typescript", "orval", "hey-api"];

const SETTINGS = {
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    types: ["node"],
    module: "preserve",
    moduleResolution: "bundler",
    strict: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ["**/*.ts"],
};

/** The type of every answer of a lookup and of a batch, exactly: `any` and `string | Result[]` are other types. */
const EXACT_TYPES = `
import type { components, paths } from "./openapi-typescript/ratebook";
import type { CaOutpatientRateResponse, CaOutpatientResponse, CaOutpatientResult, CaOutpatientRateBatchResponse } from "./hey-api/ratebook";
import type * as orval from "./orval/ratebook";

type IsSame<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Answer<Responses> = Responses extends { 200: { content: infer Content } } ? Content : never;
type Lookup = Answer<paths["/ca/outpatient/rate"]["get"]["responses"]>;
type Batch = Answer<paths["/ca/outpatient/rate/batch"]["post"]["responses"]>;

export const lookups: [
  IsSame<Lookup, { "application/json": components["schemas"]["CaOutpatientResult"][] }>,
  IsSame<orval.caOutpatientRateResponse200["data"], orval.CaOutpatientResult[]>,
  IsSame<CaOutpatientRateResponse, CaOutpatientResult[]>,
] = [true, true, true];
export const batches: [
  IsSame<Batch["application/json"]["responses"], components["schemas"]["CaOutpatientResponse"][]>,
  IsSame<orval.caOutpatientRateBatchResponse200["data"]["responses"], orval.CaOutpatientResponse[]>,
  IsSame<CaOutpatientRateBatchResponse["responses"], CaOutpatientResponse[]>,
] = [true, true, true];
export const rates: [
  IsSame<components["schemas"]["CaOutpatientResult"]["payment_rate"], string | null>,
  IsSame<orval.CaOutpatientResult["payment_rate"], string | null>,
  IsSame<CaOutpatientResult["payment_rate"], string | null>,
] = [true, true, true];
`;

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-generated-"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(SETTINGS));
  writeFileSync(join(folder, "exact-types.ts"), EXACT_TYPES);
  const programs = [...PAGE.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code as string);
  expect(programs).toHaveLength(FOLDERS.length);
  for (const [place, name] of FOLDERS.entries()) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "program.ts"), programs[place] as string);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

test("openapi-typescript, orval and hey-api make clients whose answers have one type each", async () => {
  const document = JSON.stringify(createOpenApi(states, () => []));
  const file = join(folder, "openapi.json");
  writeFileSync(file, document);

  const types = await openapiTypescript(JSON.parse(document));
  writeFileSync(join(folder, "openapi-typescript/ratebook.d.ts"), astToString(types));
  const output = {
    target: join(folder, "orval/ratebook.ts"),
    client: "fetch",
    baseUrl: "http://127.0.0.1:8080/api/v1",
  } as const;
  await orval({ input: file, output }, folder, { logLevel: "error" });
  await heyApi({ input: JSON.parse(document), output: join(folder, "hey-api/ratebook"), logs: { level: "silent" } });

  const { stdout } = compiled();
  expect(stdout).toBe("");
});

function compiled(): { readonly stdout: string } {
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  // One checker and rare garbage collection take less processor time: `scripts/test/checks.ts`.
  const env = { ...process.env, GOGC: "1600" };
  try {
    return {
      stdout: execFileSync(tsc, ["-p", folder, "--pretty", "false", "--checkers", "1"], { encoding: "utf8", env }),
    };
  } catch (error) {
    return error as { readonly stdout: string };
  }
}

test("the page names the versions that are tested", () => {
  const manifest = readFileSync(join(ROOT, "scripts/generators/package.json"), "utf8");
  const { dependencies } = JSON.parse(manifest) as { readonly dependencies: Readonly<Record<string, string>> };
  const installed = [...PAGE.matchAll(/(?<= )(@?[a-z/-]+)@([0-9.]+)/g)].map(([, name = "", version]) => [
    name,
    version,
  ]);
  expect(Object.fromEntries(installed)).toEqual(dependencies);
  for (const version of Object.values(dependencies)) expect(PAGE).toContain(version);
});
