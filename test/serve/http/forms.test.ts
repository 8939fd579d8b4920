import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openRelease } from "../../../src/release/open.ts";
import { states } from "../../../src/states/index.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { appWith, type TestApp } from "./support/app-with.ts";

/*
 * The forms under /docs are filled in from the document: a query parameter with its example, else its default, and a
 * body with its example. Whoever sends them as they are must see prices on the sample.
 */

interface QueryParameter {
  readonly name: string;
  readonly example?: unknown;
  readonly schema: { readonly default?: unknown };
}

interface Operation {
  readonly parameters?: readonly (QueryParameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly example: unknown } } };
}

interface Document {
  readonly components: { readonly parameters: Readonly<Record<string, QueryParameter>> };
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>;
}

interface Result {
  readonly rate_found: boolean;
  readonly payment_rate: string | null;
}

const SAMPLE = join(import.meta.dirname, "../../../data/sample");

let folder: string;
let app: TestApp;
let document: Document;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-forms-"));
  const release = join(folder, "sample.db");
  await releaseAt(release, SAMPLE);
  app = appWith(states, openRelease(release, states));
  document = (await app.get("/openapi.json")).body as Document;
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

function sharedParameter(reference: string): QueryParameter {
  return document.components.parameters[reference.split("/").at(-1) ?? ""] as QueryParameter;
}

/** The query string that a form sends when nobody has typed into it. */
function filledIn(path: string): URLSearchParams {
  const query = new URLSearchParams();
  for (const parameter of document.paths[path]?.get?.parameters ?? []) {
    const { name, example, schema } = "$ref" in parameter ? sharedParameter(parameter.$ref) : parameter;
    const value = example ?? schema.default;
    if (value !== undefined) query.set(name, String(value));
  }
  return query;
}

function expectPrices(results: readonly Result[]): void {
  expect(results.length).toBeGreaterThan(0);
  for (const result of results) expect(result).toMatchObject({ rate_found: true, payment_rate: expect.any(String) });
}

test("the document that they are made of is small enough to read at once", async () => {
  const answer = await app.get("/openapi.json");
  expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThan(500_000);
});

describe.each(states)("the forms of $name", ({ code, lookups }) => {
  it.each(lookups)("price one provider ($setting)", async ({ setting }) => {
    const path = `/${code}/${setting}/rate`;
    const query = filledIn(path);
    expect(query.has("npi")).toBe(true);
    expect(query.has("provider_name")).toBe(false);
    const { status, body } = await app.get(`/api/v1${path}?${query}`);
    expect(body).toBeInstanceOf(Array);
    expect(status).toBe(200);
    expectPrices(body as Result[]);
  });

  it.each(lookups)("price every item of a batch ($setting)", async ({ setting }) => {
    const path = `/${code}/${setting}/rate/batch`;
    const sent = document.paths[path]?.post?.requestBody?.content["application/json"].example;
    const { status, body } = await app.post(`/api/v1${path}`, sent);
    expect(status).toBe(200);
    const { responses } = body as { responses: { results: Result[]; error: unknown }[] };
    expect(responses.length).toBeGreaterThan(1);
    for (const { results, error } of responses) {
      expect(error).toBeNull();
      expectPrices(results);
    }
  });

  it("find providers", async () => {
    const path = `/${code}/providers/search`;
    const { status, body } = await app.get(`/api/v1${path}?${filledIn(path)}`);
    expect(status).toBe(200);
    const { providers, total_results } = body as { providers: unknown[]; total_results: number };
    // Fewer than all of them: something is searched for.
    expect(providers).toHaveLength(2);
    expect(total_results).toBeGreaterThan(1);
  });
});
