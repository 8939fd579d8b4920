import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openRelease } from "../../../src/release/open.ts";
import { states } from "../../../src/states/index.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { appWith, type TestApp } from "./support/app-with.ts";
import { type Asked, ask } from "./support/ask.ts";
import { expectProblem } from "./support/expect-problem.ts";
import { batch, bearer, fakeService, get, RATE, SEARCH, TODAY, TOKENS } from "./support/fake-app.ts";
import { zeeland } from "./support/fake-state.ts";

const { app } = fakeService();

describe("A single lookup", () => {
  it("answers a JSON array of results with every field in the contract's order", async () => {
    const response = await ask(app, get(`${RATE}?billing_code=100&npi=1000000001&reference_id=a%20b`));
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(response.headers["x-content-type-options"]).toBe("nosniff");
    const results = response.json<Record<string, unknown>[]>();
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      reference_id: "a b",
      rate_found: true,
      payment_rate: "12.30",
      multiplier: 1.4344,
    });
    expect(Object.keys(results[0] as object).slice(0, 3)).toEqual(["reference_id", "rate_found", "error_message"]);
  });

  it("refuses a name, city or code that is longer than any, by lookup and search", async () => {
    const marks = encodeURIComponent("\u0301\u0323".repeat(500));
    for (const url of [`${RATE}?billing_code=100&provider_name=a${marks}`, `${SEARCH}?provider_name=a${marks}`]) {
      const { errors } = expectProblem(await ask(app, get(url)), "invalid_parameter");
      expect(errors).toMatchObject([
        { field: "provider_name", message: expect.stringContaining("expected at most 200 characters") },
      ]);
    }
  });

  it("leaves out an optional field that does not apply, and puts it in its place when it does", async () => {
    const [without] = (await ask(app, get(`${RATE}?billing_code=100&npi=1000000001`))).json<object[]>();
    const [withIt] = (await ask(app, get(`${RATE}?billing_code=100&npi=1000000001&size=large`))).json<object[]>();
    expect(Object.keys(without as object)).not.toContain("advisories");
    expect(Object.keys(withIt as object).slice(-2)).toEqual(["advisories", "length_of_stay_used"]);
  });

  it("waits for lookups by name", async () => {
    const response = await ask(app, get(`${RATE}?billing_code=100&provider_name=clinic`));
    const results = response.json<Record<string, unknown>[]>();
    expect(results.map((result) => result.provider_name)).toEqual(["Alpha Clinic", "Beta Clinic"]);
    expect(results[0]).toMatchObject({ provider_matches_total: 2 });
  });

  it("answers 200 when there is no rate", async () => {
    const response = await ask(app, get(`${RATE}?billing_code=200&npi=1000000001`));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject([{ rate_found: false, error_message: "No rate for 200." }]);
  });

  it("prices as of today when no date is sent", async () => {
    const response = await ask(app, get(`${RATE}?billing_code=100&npi=1000000001`));
    expect(response.json()).toMatchObject([{ date_of_service_used: TODAY }]);
  });

  it("names every fault in the contract's order, unknown parameters last", async () => {
    const response = await ask(app, get(`${RATE}?bilingcode=1&size=huge&npi=12&length_of_stay=-1`));
    const problem = expectProblem(response, "missing_parameter");
    expect(problem.errors?.map(({ field, code }) => [field, code])).toEqual([
      ["billing_code", "missing_parameter"],
      ["npi", "invalid_parameter"],
      ["size", "invalid_parameter"],
      ["length_of_stay", "invalid_parameter"],
      ["bilingcode", "unknown_parameter"],
    ]);
    const [first, , , , misspelt] = problem.errors ?? [];
    expect(problem.detail).toBe(`${misspelt?.message} ${first?.message}`);
  });

  it("names a misspelt parameter before the one that is therefore missing", async () => {
    const { detail } = expectProblem(
      await ask(app, get(`${RATE}?procedure_cod=100&npi=1000000001`)),
      "missing_parameter",
    );
    expect(detail).toMatch(
      /^"procedure_cod" is not a parameter of this endpoint; did you mean billing_code\? billing_code is required: /,
    );
  });

  it("asks for a provider identifier", async () => {
    const response = await ask(app, get(`${RATE}?billing_code=100`));
    expectProblem(response, "missing_provider_identifier");
  });

  it("refuses a parameter that is given twice, whatever its values", async () => {
    const response = await ask(app, get(`${RATE}?billing_code=100&npi=1000000001&npi=1000000001`));
    expect(expectProblem(response, "invalid_parameter").errors).toMatchObject([{ field: "npi" }]);
  });

  it("refuses percent-encoding that is not UTF-8, naming the parameter", async () => {
    const response = await ask(app, { ...get(RATE), url: `${RATE}?billing_code=100&npi=%ff&reference_id=%c3` });
    const problem = expectProblem(response, "invalid_parameter");
    expect(problem.errors?.map(({ field }) => field)).toEqual(["reference_id", "npi"]);
    expect(JSON.stringify(problem.errors?.[0])).not.toContain("%c3");
  });

  it("does not repeat a reference_id that is too long", async () => {
    const response = await ask(app, get(`${RATE}?billing_code=100&npi=1000000001&reference_id=${"s3cret".repeat(40)}`));
    expectProblem(response, "invalid_parameter");
    expect(response.body).not.toContain("s3cret");
  });

  it("answers 500 without a word about what went wrong, and reports it", async () => {
    const service = fakeService();
    const response = await ask(service.app, get(`${RATE}?billing_code=broken&npi=1000000001`));
    expectProblem(response, "internal_error");
    expect(response.body).not.toContain("rule");
    expect(service.failures).toHaveLength(1);
  });

  it("refuses a URL that is too long", async () => {
    expectProblem(await ask(app, get(`${RATE}?billing_code=${"1".repeat(9000)}`)), "uri_too_long");
  });
});

describe("A provider search", () => {
  it("answers the providers, their number and the limit applied", async () => {
    const response = await ask(app, get(`${SEARCH}?provider_name=clinic&limit=1`));
    expect(response.json()).toEqual({
      providers: [{ npi: "1000000001", provider_name: "Alpha Clinic" }],
      total_results: 2,
      limit_applied: 1,
    });
  });

  it("finds everyone without parameters, and nobody without an error", async () => {
    expect((await ask(app, get(SEARCH))).json()).toMatchObject({ total_results: 3, limit_applied: 100 });
    const none = await ask(app, get(`${SEARCH}?provider_name=nobody`));
    expect(none.statusCode).toBe(200);
    expect(none.json()).toEqual({ providers: [], total_results: 0, limit_applied: 100 });
  });

  it.each(["0", "-1", "ten", "1.5"])("refuses the limit %s", async (limit) => {
    expectProblem(await ask(app, get(`${SEARCH}?limit=${limit}`)), "invalid_parameter");
  });

  it("needs a key like everything else", async () => {
    expectProblem(await ask(app, { url: SEARCH }), "missing_api_key");
    expectProblem(await ask(app, { url: SEARCH, headers: bearer(TOKENS.onlyYonder) }), "state_not_enabled");
  });
});

it("a setting that a served state does not price is not there, whatever the key", async () => {
  const feesOnly = { ...zeeland, code: "nv", name: "Nevada", lookups: zeeland.lookups.slice(0, 1) };
  const { app: service } = fakeService({ states: [feesOnly] });
  for (const headers of [bearer(TOKENS.all), {}]) {
    expectProblem(await ask(service, { url: "/api/v1/nv/inpatient/rate?npi=1000000001", headers }), "not_found");
  }
  expectProblem(
    await ask(service, { url: "/api/v1/tx/inpatient/rate", headers: bearer(TOKENS.all) }),
    "state_not_enabled",
  );
});

/* What usage counts beside lookups: results that carry a price. Code 100 has one, code 200 has none. */

const PRICED = "?billing_code=100&npi=1000000001";
const UNPRICED = "?billing_code=200&npi=1000000001";
const BY_NAME = "?billing_code=100&provider_name=clinic";

/** How many results with a price there are in an answer, wherever they stand in it. */
function pricesIn(text: string): number {
  return text.match(/"rate_found":true/g)?.length ?? 0;
}

function accepting(accept: string, request: Asked): Asked {
  return { ...request, headers: { ...request.headers, accept } };
}

it.each([
  ["a lookup", get(RATE + PRICED)],
  ["a lookup by name", get(RATE + BY_NAME)],
  ["a batch", batch({ requests: [{ billing_code: "100", npi: "1000000001" }, { billing_code: "100" }] })],
  ["a history", get(`${RATE}/history${PRICED}`)],
  ["a comparison", get(`${RATE}/compare?billing_codes=100,200&npi=1000000001`)],
])("the results of %s that have a price are observed", async (_what, request) => {
  const { app, observed } = fakeService();
  const answer = await ask(app, request);
  expect(answer.statusCode).toBe(200);
  expect(pricesIn(answer.body)).toBeGreaterThan(0);
  expect(observed).toMatchObject([{ priced: pricesIn(answer.body) }]);
});

it.each([
  ["a page of an explanation", accepting("text/html", get(`${RATE}/explain${PRICED}`)), 1],
  ["an explanation by name", get(`${RATE}/explain${BY_NAME}`), 2],
  ["a table", accepting("text/csv", get(RATE + PRICED)), 1],
  ["options, whatever else was tried", get(`${RATE}/options${PRICED}`), 1],
  ["a lookup without a rate", get(RATE + UNPRICED), 0],
  ["a request that is refused", get(`${RATE}?npi=1000000001`), 0],
])("%s counts the results that it is about", async (_what, request, priced) => {
  const { app, observed } = fakeService();
  await ask(app, request);
  expect(observed).toMatchObject([{ priced }]);
});

describe("forms", () => {
  /*
   * The forms under /docs are filled in from the document: a query parameter with its example, else its default, and a
   * body with its example. Sent as they are, they must give prices on the sample.
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

  /** The query string that a form sends before a reader has typed into it. */
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
});
