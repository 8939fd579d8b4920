import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { snakeCase } from "../../../src/core/text/spelling.ts";
import { RepricingJobs } from "../../../src/reprice/jobs/jobs.ts";
import { componentName } from "../../../src/serve/http/openapi/components.ts";
import { createOpenApi } from "../../../src/serve/http/openapi/document.ts";
import { PROBLEM_CODES } from "../../../src/serve/http/problems.ts";
import { states } from "../../../src/states/index.ts";
import { ask } from "./support/ask.ts";
import { batch, fakeService } from "./support/fake-app.ts";

/** Nobody gets as far as a file. */
function jobsNowhere(): RepricingJobs {
  const folder = join(tmpdir(), "ratebook-test-no-jobs");
  const notices = { onCounts: () => {}, onPriced: () => {}, onMistake: () => {} };
  return new RepricingJobs({ folder, threadModule: new URL(import.meta.url), ...notices });
}

type Tree = { readonly [name: string]: Tree };

let document: Promise<Tree> | null = null;

/** The document of the service, requested once: tests only read it. */
function documentOf(): Promise<Tree> {
  document ??= served();
  return document;
}

async function served(): Promise<Tree> {
  const response = await ask(fakeService().app, "/openapi.json");
  expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
  return response.json<Tree>();
}

async function faultsOf(document: unknown): Promise<string[]> {
  const config = await createConfig({
    extends: ["recommended-strict"],
    rules: {
      "operation-4xx-problem-details-rfc7807": "error",
      "operation-description": "error",
      "parameter-description": "error",
      "tag-description": "error",
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
}

/** A piece of a document, or the component that it refers to. */
function resolved(document: Tree, piece: Tree): Tree {
  const { $ref } = piece as { readonly $ref?: unknown };
  if (typeof $ref !== "string") return piece;
  return $ref
    .split("/")
    .slice(1)
    .reduce((within, name) => within[name] as Tree, document);
}

/** The parameters of an operation. */
function parametersOf<Parameter>(document: Tree, operation: Tree | undefined): readonly Parameter[] {
  const parameters = (operation?.parameters ?? []) as unknown as readonly Tree[];
  return parameters.map((parameter) => resolved(document, parameter)) as unknown as readonly Parameter[];
}

describe("The OpenAPI document", () => {
  it("has no fault, its examples included", async () => {
    expect(await faultsOf(createOpenApi(states))).toEqual([]);
  });

  it("describes paths that exist", async () => {
    const { app } = fakeService({ jobs: jobsNowhere() });
    const { paths, servers } = await documentOf();
    const base = (servers as unknown as { url: string }[])[0]?.url;
    const described = Object.entries(paths as Tree);
    expect(described).toHaveLength(51);
    for (const [path, operations] of described) {
      const root = operations.servers === undefined ? base : "";
      for (const method of ["get", "post"].filter((name) => name in operations)) {
        const response = await ask(app, { method: method as "GET", url: `${root}${path}` });
        expect([200, 401], path).toContain(response.statusCode);
      }
    }
  });

  it("has example requests that are answered", async () => {
    const { app } = fakeService();
    const document = await documentOf();
    const operation = document.paths?.["/zz/outpatient/rate/batch"]?.post;
    const request = operation?.requestBody?.content?.["application/json"]?.example;
    const answer = (await ask(app, batch(request))).json<{ responses: { error: object | null }[] }>();
    expect(answer.responses.map(({ error }) => error)).toEqual([null, null]);
  });

  it("types every answer as JSON alone, but for files that are something else", () => {
    const { paths } = createOpenApi(states) as Tree;
    const operations = Object.values(paths as Tree).flatMap((path) => Object.values(path));
    const others = operations.filter(({ responses }) => {
      const media = responses?.["200"]?.content;
      return media !== undefined && Object.keys(media).join() !== "application/json";
    });
    expect(others.map(({ operationId }) => String(operationId))).toEqual([
      "repricing-results",
      "repricing-faults",
      "repricing-workbook",
      "repricing-explanations",
    ]);
  });

  it("writes a parameter that lookups share once", () => {
    const { parameters } = (createOpenApi(states) as Tree).components as Tree;
    const texts = Object.values(parameters as Tree).map((parameter) => JSON.stringify(parameter));
    expect(new Set(texts).size).toBe(texts.length);
    expect(Object.keys(parameters as Tree)).toContain("CaOutpatientRateNpi");
  });

  it("says in words which other formats an answer has", async () => {
    const { paths } = await documentOf();
    const described = (path: string) => String(paths?.[path]?.get?.description);
    expect(described("/zz/outpatient/rate")).toContain("Also as CSV. One row for each result");
    expect(described("/zz/outpatient/rate/explain")).toContain("Also as HTML, to print, and as CSV.");
    for (const [path, { get, servers }] of Object.entries(paths as Tree)) {
      const isJson = get?.responses?.["200"]?.content?.["application/json"] !== undefined;
      if (isJson && servers === undefined) expect(described(path), path).toMatch(/Also as .*CSV\. .*\brow\b/);
    }
  });

  it.each(states)("says in words what is the default in a batch of $name", async (state) => {
    const document = createOpenApi([state]) as Tree;
    for (const { setting, parameters } of state.lookups) {
      const queried = parametersOf<Tree>(document, document.paths?.[`/${state.code}/${setting}/rate`]?.get);
      const items = document.components?.schemas?.[componentName(state.code, setting, "lookup")]?.properties as Tree;
      for (const [key, { schema }] of Object.entries(parameters)) {
        const name = snakeCase(key);
        expect(queried.find((each) => String(each.name) === name)?.schema?.default).toBe(schema.default);
        // openapi-typescript makes a property with a default one that must be sent.
        expect(items[name]).not.toHaveProperty("default");
        const words = schema.default === undefined ? "" : `When absent: ${schema.default}.`;
        expect(items[name]?.description).toContain(words);
      }
    }
  });

  it("says how long every text may be, in queries, searches and batches", () => {
    const document = createOpenApi(states) as Tree;
    const { parameters, schemas } = document.components as Tree;
    const items = Object.entries(schemas as Tree).filter(([name]) => name.endsWith("Lookup"));
    const texts = [
      ...Object.entries(parameters as Tree).map(([name, { schema }]) => [name, schema as Tree] as const),
      ...items.flatMap(([, { properties }]) => Object.entries(properties as Tree)),
    ].filter(([, { type }]) => [type].flat().map(String).includes("string"));
    expect(texts.length).toBeGreaterThan(200);
    for (const [name, { maxLength }] of texts) expect(Number(maxLength), name).toBeLessThanOrEqual(4000);
  });

  it("has every problem in the response of its status", async () => {
    const responses = (await documentOf()).components?.responses as Tree;
    const codesOf = (response: Tree | undefined) =>
      [...String(response?.description).matchAll(/`([a-z_]+)`:/g)].map(([, code]) => code);
    expect(Object.values(responses).flatMap(codesOf).sort()).toEqual([...PROBLEM_CODES].sort());
    expect(codesOf(responses.Problem429)).toEqual(["rate_limited", "too_many_jobs", "too_much_at_once"]);
    expect(codesOf(responses.OtherProblem)).toContain("internal_error");
  });

  it("says which parameters are required and what the provider identifiers are", async () => {
    const document = await documentOf();
    const parameters = parametersOf<{
      name: string;
      required: boolean;
      description: string;
    }>(document, document.paths?.["/zz/inpatient/rate"]?.get);
    expect(parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual(["billing_code"]);
    expect(parameters.find(({ name }) => name === "npi")?.description).toContain(
      "At least one of npi, state_provider_id, provider_name is required",
    );
    const item = document.components?.schemas?.ZzInpatientLookup as Tree;
    expect(item.properties?.npi?.type).toEqual(["string", "integer", "null"]);
    expect(item.properties?.total_charges?.type).toEqual(["string", "number", "null"]);
    expect(item.properties?.size?.enum).toEqual(["Small", "Large", null]);
    expect(item.properties?.billing_code?.type).toBe("string");
  });

  it("fills a form in with the first example and what is the default, and tells other examples in words", async () => {
    const document = await documentOf();
    const parameters = parametersOf<{
      name: string;
      example?: unknown;
      description: string;
    }>(document, document.paths?.["/zz/outpatient/rate"]?.get);
    const shown = parameters.filter(({ example }) => example !== undefined).map(({ name, example }) => [name, example]);
    expect(shown).toEqual([
      ["billing_code", "100"],
      ["npi", "1000000001"],
      ["child_patient", true],
    ]);
    const words = parameters.filter(({ description }) => description.includes("For example"));
    expect(words.map(({ name }) => name)).toEqual(["reference_id", "date_of_service"]);
    expect(words[1]?.description).toBe("Day of service. For example: 2026-10-01.");
  });

  it("lets a search send a reference_id, and does not promise its echo", async () => {
    const document = await documentOf();
    const parameters = parametersOf<{
      name: string;
      description: string;
    }>(document, document.paths?.["/zz/providers/search"]?.get);
    expect(parameters.map(({ name }) => name)).toEqual(["reference_id", "npi", "provider_name", "limit"]);
    expect(parameters[0]?.description).not.toContain("echoed");
  });
});
