import { describe, expect, it } from "vitest";
import { createOpenApi } from "../../../src/serve/http/openapi/document.ts";
import { PROBLEM_CODES } from "../../../src/serve/http/problems.ts";
import { states } from "../../../src/states/index.ts";
import { ask } from "./support/ask.ts";
import { fakeService } from "./support/fake-app.ts";

const { app } = fakeService();

type ResolveSubtree = (document: object, path: readonly string[]) => Promise<{ spec: unknown; errors: unknown[] }>;

describe("The documentation", () => {
  it.each([
    ["/", "/docs"],
    ["/docs/", "/docs"],
    ["/docs/?tab=1", "/docs"],
    ["/docs/index.html", "/docs"],
    ["/docs/problems/", "/docs/problems"],
    ["/openapi.json/", "/openapi.json"],
    ["/openapi-tables.json/", "/openapi-tables.json"],
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
    const document = createOpenApi(states, () => []);
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

  it.each(PROBLEM_CODES)("has a page and a JSON twin for %s", async (code) => {
    const page = await ask(app, `/docs/problems/${code}`);
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.headers["content-security-policy"]).toBeDefined();
    expect(page.body).toContain(`<code>${code}</code>`);
    const twin = await ask(app, `/docs/problems/${code}.json`);
    expect(twin.json()).toMatchObject({ type: `/docs/problems/${code}`, code });
  });

  it("lists every problem", async () => {
    const { body } = await ask(app, "/docs/problems");
    for (const code of PROBLEM_CODES) expect(body).toContain(`href="/docs/problems/${code}"`);
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
