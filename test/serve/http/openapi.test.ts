import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { snakeCase } from "../../../src/core/text/spelling.ts";
import { RepricingJobs } from "../../../src/reprice/jobs/jobs.ts";
import { longWorkHere } from "../../../src/serve/http/long-work/here.ts";
import { createOpenApi } from "../../../src/serve/http/openapi/document.ts";
import { componentName } from "../../../src/serve/http/openapi/operation-parts.ts";
import { PROBLEM_CODES } from "../../../src/serve/http/problems.ts";
import { states } from "../../../src/states/index.ts";
import { ask } from "./support/ask.ts";
import { batch, fakeService, get } from "./support/fake-app.ts";
import { fakeRelease } from "./support/fake-release.ts";

function isPresent<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

/** Nobody gets as far as a file. */
function jobsNowhere(): RepricingJobs {
  const folder = join(tmpdir(), "ratebook-test-no-jobs");
  const notices = { onCounts: () => {}, onPriced: () => {}, onMistake: () => {} };
  return new RepricingJobs({ folder, threadModule: new URL(import.meta.url), ...notices });
}

type Tree = { readonly [name: string]: Tree };

const documents = new Map<string, Promise<Tree>>();

/** A document of the service, which is asked for it once: tests read it alone. */
function documentOf(path = "/openapi.json"): Promise<Tree> {
  const document = documents.get(path) ?? served(path);
  documents.set(path, document);
  return document;
}

async function served(path: string): Promise<Tree> {
  const response = await ask(fakeService().app, path);
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

/** The examples of an operation's answer in JSON. */
function examplesOf(document: Tree, operation: Tree | undefined): readonly Tree[] {
  const examples = operation?.responses?.["200"]?.content?.["application/json"]?.examples ?? {};
  return Object.values(examples as Tree).map((example) => resolved(document, example));
}

/** The parameters of an operation. */
function parametersOf<Parameter>(document: Tree, operation: Tree | undefined): readonly Parameter[] {
  const parameters = (operation?.parameters ?? []) as unknown as readonly Tree[];
  return parameters.map((parameter) => resolved(document, parameter)) as unknown as readonly Parameter[];
}

describe("The OpenAPI document", () => {
  it.each(["/openapi.json", "/openapi-tables.json"])("has no fault in %s, its examples included", async (path) => {
    expect(await faultsOf(await documentOf(path))).toEqual([]);
  });

  it.each(["json", "tables"] as const)("has no fault for the states in service, in %s", async (name) => {
    expect(await faultsOf(createOpenApi(states, () => [], { name }))).toEqual([]);
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

  it("shows real answers: sending an example gives what the document says", async () => {
    const { app } = fakeService();
    const document = await documentOf();
    const { paths } = document;
    let shown = 0;
    for (const [path, operations] of Object.entries(paths as Tree)) {
      for (const { description, value } of examplesOf(document, operations.get)) {
        const url = String(description).replace("GET ", "/api/v1");
        expect(url).toContain(path);
        expect((await ask(app, get(url))).json()).toEqual(value);
        shown += 1;
      }
    }
    expect(shown).toBeGreaterThanOrEqual(7);
    const operation = (paths as Tree)["/zz/outpatient/rate/batch"]?.post as Tree;
    const request = operation.requestBody?.content?.["application/json"]?.example;
    const [answer] = examplesOf(document, operation);
    expect((await ask(app, batch(request))).json()).toEqual(answer?.value);
  });

  it("types every answer as JSON alone, but for files that are something else", async () => {
    for (const document of [await documentOf(), createOpenApi(states, () => []) as Tree]) {
      const operations = Object.values(document.paths as Tree).flatMap((path) =>
        [path.get, path.post, path.delete].filter(isPresent),
      );
      const others = operations.filter(({ responses }) =>
        Object.entries(responses as Tree).some(
          ([status, { content }]) =>
            status.startsWith("2") && Object.keys(content as Tree).join() !== "application/json",
        ),
      );
      expect(others.map(({ operationId }) => String(operationId))).toEqual([
        "repricing-results",
        "repricing-faults",
        "repricing-workbook",
        "repricing-explanations",
      ]);
    }
  });

  it("writes an example once, and the document of all states without repeating itself", async () => {
    const { components, paths } = await documentOf();
    const values = Object.values(components?.examples as Tree).map((example) => JSON.stringify(example));
    expect(new Set(values).size).toBe(values.length);
    // A field of an answer may be called `value`: it has a description.
    expect(JSON.stringify(paths)).not.toMatch(/"value":(?!\{"type":"string","description":)/);
    const { parameters } = (createOpenApi(states, () => []) as Tree).components as Tree;
    expect(Object.keys(parameters as Tree)).toContain("CaOutpatientNpi");
  });

  it("names the tables in words and describes them in a document of the same paths", async () => {
    const { app } = fakeService();
    const [json, tables] = [await documentOf(), await documentOf("/openapi-tables.json")];
    expect(json.externalDocs?.url).toBe("/openapi-tables.json");
    expect(json.info?.description).toContain("(/openapi-tables.json)");
    expect(tables.info?.description).toContain("(/openapi.json)");
    const paths = Object.entries(json.paths as Tree).filter(
      ([, { get, servers }]) => get !== undefined && servers === undefined,
    );
    expect(Object.keys(tables.paths as Tree)).toEqual(paths.map(([path]) => path));
    let shown = 0;
    for (const [path, { get: described }] of paths) {
      const content = tables.paths?.[path]?.get?.responses?.["200"]?.content as Tree;
      expect(content).not.toHaveProperty(["application/json"]);
      if (path === "/reprice/{id}/workbook" || path === "/reprice/{id}/explanations") continue;
      const csv = content["text/csv"] as Tree;
      if (described?.responses?.["200"]?.content?.["application/json"] === undefined) continue;
      expect(described.description, path).toMatch(/Also as CSV( and HTML)?\.$/);
      expect(csv.schema?.description, path).toMatch(/row/i);
      const [first] = examplesOf(json, described);
      if (first === undefined) continue;
      const asked = get(String(first.description).replace("GET ", "/api/v1"));
      const answer = await ask(app, { ...asked, headers: { ...asked.headers, accept: "text/csv" } });
      expect(csv.example, path).toBe(answer.body);
      shown += 1;
    }
    expect(shown).toBeGreaterThanOrEqual(3);
    for (const path of ["/coverage", "/releases", "/releases/diff", "/reprice", "/reprice/{id}"]) {
      const example = String(tables.paths?.[path]?.get?.responses?.["200"]?.content?.["text/csv"]?.example);
      expect(example.split("\r\n").length, path).toBeGreaterThanOrEqual(3);
    }
    const page = tables.paths?.["/zz/outpatient/rate/explain"]?.get?.responses?.["200"]?.content;
    expect(page).toHaveProperty(["text/html"]);
    expect(json.paths?.["/zz/outpatient/rate/explain"]?.get?.description).toContain("Also as CSV and HTML.");
  });

  it.each(states)("says in words what is the default in a batch of $name", async (state) => {
    const document = createOpenApi([state], () => []) as Tree;
    for (const { setting, parameters } of state.lookups) {
      const queried = parametersOf<Tree>(document, document.paths?.[`/${state.code}/${setting}/rate`]?.get);
      const items = document.components?.schemas?.[componentName(state, setting, "lookup")]?.properties as Tree;
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

  it.each(states)("says how long every text of $name may be, in queries, searches and batches", (state) => {
    const document = createOpenApi([state], () => []) as Tree;
    const own: Readonly<Record<string, number>> = {
      reference_id: 128,
      billing_code: 20,
      billing_codes: 1200,
      set: 4000,
      id: 32,
      lines: 500,
      with: 2000,
      factors: 2000,
    };
    const figures = ["total_charges", "billed_charges", "gross_charges"];
    const inpatientCode = state.lookups.find(({ setting }) => setting === "inpatient")?.parameters.billingCode?.schema
      .pattern;
    const queries = Object.entries(document.paths as Tree).flatMap(([path, { get }]) => {
      return parametersOf<Tree>(document, get).map(({ name, schema }) => ({
        path,
        name: String(name),
        schema: schema as Tree,
      }));
    });
    const items = state.lookups.flatMap(({ setting }) => {
      const schema = document.components?.schemas?.[componentName(state, setting, "lookup")];
      const properties = Object.entries(schema?.properties as Tree);
      return properties.map(([name, property]) => ({ path: `/${setting}/`, name, schema: property as Tree }));
    });
    for (const { path, name, schema } of [...queries, ...items]) {
      if (![schema.type].flat().map(String).includes("string")) continue;
      const isFormed = name === "billing_code" && path.includes("/inpatient/") && inpatientCode !== undefined;
      const charactersMax = figures.includes(name) ? 400 : isFormed ? 200 : (own[name] ?? 200);
      expect(schema.maxLength, `${path} ${name}`).toBe(charactersMax);
    }
  });

  it("states the place of service that is meant by default", () => {
    const document = createOpenApi(states, () => []) as Tree;
    const defaultIn = (code: string) => {
      const parameters = parametersOf<Tree>(document, document.paths?.[`/${code}/outpatient/rate`]?.get);
      return parameters.find(({ name }) => String(name) === "place_of_service")?.schema?.default;
    };
    expect(["fl", "ga"].map(defaultIn)).toEqual(["non_facility", "non_facility"]);
    expect(defaultIn("ny")).toBeUndefined();
  });

  it("has operations that a generated client can name, each answer by its own status", () => {
    const { paths } = createOpenApi(states, () => []) as Tree;
    const operations = Object.values(paths as Tree).flatMap((path) => [path.get, path.post].filter(isPresent));
    const names = operations.map(({ operationId }) => String(operationId));
    expect(new Set(names).size).toBe(operations.length);
    for (const { code, lookups } of states) {
      for (const { setting } of lookups) expect(paths).toHaveProperty([`/${code}/${setting}/rate`, "get"]);
    }
    expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
    for (const { responses } of operations) {
      // Generators write 4XX into their types as it is, which is no TypeScript.
      expect(Object.keys(responses as Tree).filter((status) => !/^[1-5][0-9]{2}$|^default$/.test(status))).toEqual([]);
    }
  });

  it("shows every problem once as a response", async () => {
    const { components } = await documentOf();
    const shown = Object.values(components?.responses as Tree).flatMap((response) =>
      Object.keys(response.content?.["application/problem+json"]?.examples as Tree),
    );
    expect(new Set(shown)).toEqual(new Set(PROBLEM_CODES));
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

  it("is made once, also while its examples cannot be answered, and again when they can", async () => {
    let isDone = false;
    let makes = 0;
    const service = fakeService({
      isLongWorkDone: () => isDone,
      longWork: (release) => {
        makes += 1;
        return longWorkHere(release);
      },
    });
    const asked = () => Promise.all(Array.from({ length: 5 }, () => ask(service.app, "/openapi.json")));
    await asked();
    await asked();
    expect(makes).toBe(1);
    isDone = true;
    await asked();
    await asked();
    expect(makes).toBe(2);
  });

  it("is made again when the data changes, and without data has no examples", async () => {
    const service = fakeService();
    const first = await ask(service.app, "/openapi.json");
    expect((await ask(service.app, "/openapi.json")).body).toBe(first.body);
    service.releases.clear();
    const empty = await ask(service.app, "/openapi.json");
    expect(empty.body).not.toContain("Alpha Clinic");
    service.releases.put(fakeRelease());
    expect((await ask(service.app, "/openapi.json")).body).toBe(first.body);
  });
});
