import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, it, test } from "vitest";
import { snakeCase } from "../../../src/core/text/spelling.ts";
import { NO_RATE_CODES } from "../../../src/pricing/no-rate.ts";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { PRINTED_STYLE } from "../../../src/serve/http/formats.ts";
import { createOpenApi } from "../../../src/serve/http/openapi/document.ts";
import { openPage } from "../../../src/serve/http/page.ts";
import { PROBLEM_CODES } from "../../../src/serve/http/problems.ts";
import { states } from "../../../src/states/index.ts";
import { strictFaults } from "../../support/strict-schema.ts";
import { ask } from "./support/ask.ts";
import { fakeService } from "./support/fake-app.ts";

const { app } = fakeService();

type ResolveSubtree = (document: object, path: readonly string[]) => Promise<{ spec: unknown; errors: unknown[] }>;

describe("The documentation", () => {
  it.each([
    ["/", "/docs"],
    ["/docs/", "/docs"],
    ["/docs/?tab=1", "/docs"],
  ])("is where %s leads", async (typed, target) => {
    const response = await ask(app, typed);
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe(target);
    expect((await ask(app, target)).statusCode).toBe(200);
    expect((await ask(app, { method: "HEAD", url: typed })).statusCode).toBe(302);
  });

  it("loads nothing but our own files, all of which exist", async () => {
    const page = await ask(app, "/docs");
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.headers["content-security-policy"]).not.toContain("http");
    const linked = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link as string);
    expect(linked.length).toBeGreaterThan(3);
    for (const link of linked) {
      expect(link).toMatch(/^\//);
      const asset = await ask(app, link);
      expect(asset.statusCode, link).toBe(200);
      expect(asset.headers["x-content-type-options"], link).toBe("nosniff");
      expect(asset.rawPayload.length).toBeGreaterThan(100);
    }
  });

  it("shows operations with what they refer to, and follows a schema that refers to itself once", async () => {
    const document = createOpenApi(states);
    const { body } = await ask(app, "/docs/start.js");
    const started: { plugins: (() => { fn: { resolveSubtree: ResolveSubtree } })[] }[] = [];
    new Function("SwaggerUIBundle", body)((options: (typeof started)[0]) => started.push(options));
    const resolveSubtree = started[0]?.plugins[0]?.().fn.resolveSubtree as ResolveSubtree;

    const lookup = await resolveSubtree(document, ["paths", "/ca/outpatient/rate", "get"]);
    expect(lookup.errors).toEqual([]);
    expect(JSON.stringify(lookup.spec)).not.toContain("$ref");
    expect(JSON.stringify(lookup.spec)).toContain('"name":"billing_code"');
    const explained = JSON.stringify(await resolveSubtree(document, ["paths", "/ca/outpatient/rate/explain", "get"]));
    const kept = explained.match(/"\$ref":"[^"]+"/g) ?? [];
    expect([...new Set(kept)]).toEqual(['"$ref":"#/components/schemas/Expression"']);
    expect(await resolveSubtree(document, ["components", "nothing"])).toEqual({ spec: undefined, errors: [] });
  });

  it("has a line for every problem, which its type leads to", async () => {
    const page = await ask(app, "/docs/problems");
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.headers["content-security-policy"]).toBeDefined();
    for (const code of PROBLEM_CODES) {
      expect(page.body).toContain(`<tr id="${code}">`);
      const type = await ask(app, `/docs/problems/${code}`);
      expect(type.statusCode).toBe(302);
      expect(type.headers.location).toBe(`/docs/problems#${code}`);
    }
  });

  it("has a line for every reason of a missing rate", async () => {
    const page = await ask(app, "/docs/no-rate");
    for (const code of Object.keys(NO_RATE_CODES)) expect(page.body).toContain(`<tr id="${code}">`);
  });

  it("has the metrics made once for all who ask within a second", async () => {
    let makes = 0;
    const metricsText = async () => {
      makes += 1;
      return `makes ${makes}\n`;
    };
    const service = fakeService({ metricsText });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(service.app, "/metrics")));
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(["makes 1\n"]));
    expect(makes).toBe(1);
  });

  it("serves the metrics here unless they have a port of their own", async () => {
    const here = await ask(app, "/metrics");
    expect(here.body).toBe("ratebook_up 1\n");
    expect(here.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect((await ask(fakeService({ metricsText: null }).app, "/metrics")).statusCode).toBe(404);
  });
});

describe("catalogue", () => {
  test("the catalogue has every parameter of every lookup and search, in the contract's order", () => {
    const catalogue = catalogueOf(states);
    const listed = catalogue.states.flatMap(({ code, settings, search }) => [
      ...settings.flatMap(({ setting, parameters }) => parameters.map(({ name }) => `${code} ${setting} ${name}`)),
      ...search.parameters.map(({ name }) => `${code} search ${name}`),
    ]);
    const declared = states.flatMap(({ code, lookups, search }) => [
      ...lookups.flatMap(({ setting, parameters }) =>
        Object.keys(parameters).map((name) => `${code} ${setting} ${snakeCase(name)}`),
      ),
      ...Object.keys(search.parameters).map((name) => `${code} search ${snakeCase(name)}`),
    ]);
    expect(listed).toEqual(declared);
  });

  test("it is what the OpenAPI document says of it, member by member", () => {
    const pointer = "/paths/~1catalogue.json/get/responses/200/content/application~1json/schema";
    expect(strictFaults(pointer, JSON.parse(JSON.stringify(catalogueOf(states))))).toEqual([]);
  });

  test("it is open to everyone, as JSON", async () => {
    const response = await ask(fakeService().app, { url: "/catalogue.json", headers: { host: "x" } });
    expect(response.statusCode).toBe(200);
    const [zeeland] = response.json().states;
    expect(zeeland.settings[0].parameters.find(({ name }: { name: string }) => name === "size")).toEqual({
      name: "size",
      kind: "choice",
      description: "Size of the thing.",
      required: false,
      identifies_provider: false,
      schema: { type: "string", maxLength: 200, enum: ["Small", "Large"] },
    });
  });
});

describe("page", () => {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-built-"));
  /** Long enough to be compressed. */
  const SCRIPT = "render(document.body);\n".repeat(100);
  mkdirSync(join(folder, "assets"));
  for (const [name, text] of [
    ["index.html", "<!doctype html><title>Ratebook</title>"],
    ["assets/index-1a2b.js", SCRIPT],
  ] as const) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  afterAll(() => rmSync(folder, { recursive: true }));

  const { app } = fakeService({ page: openPage(folder) });
  const headers = { host: "x" };

  describe("the page", () => {
    test.each(["/", "/reprice", "/basket", "/changes", "/coverage", "/load-rates", "/?state=ca&npi=1"])(
      "is one document under %s",
      async (url) => {
        const response = await ask(app, { url, headers });
        expect(response.body).toBe("<!doctype html><title>Ratebook</title>");
        expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
      },
    );

    test("lets in no script and no style but its own files and the style of printed documents, and no page may frame it", async () => {
      const policy = String((await ask(app, { url: "/", headers })).headers["content-security-policy"]);
      expect(policy.split("; ")).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        // That of printed documents, which the page opens by itself.
        `style-src 'self' ${PRINTED_STYLE}`,
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]);
    });

    test("has files that can be kept for ever, compressed for clients that accept it", async () => {
      const url = "/assets/index-1a2b.js";
      const plain = await ask(app, { url, headers });
      expect(plain.body).toBe(SCRIPT);
      expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(plain.headers["content-encoding"]).toBeUndefined();
      const packed = await ask(app, { url, headers: { ...headers, "accept-encoding": "deflate, gzip, br" } });
      expect(packed.headers["content-encoding"]).toBe("gzip");
      expect(packed.headers.vary).toBe("Accept-Encoding");
      expect(gunzipSync(packed.rawPayload).toString()).toBe(SCRIPT);
    });
  });

  test("a service without a built page leads to the documentation of the API", async () => {
    expect(openPage(join(folder, "assets"))).toBeNull();
    const response = await ask(fakeService({ page: null }).app, { url: "/", headers });
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe("/docs");
  });
});
