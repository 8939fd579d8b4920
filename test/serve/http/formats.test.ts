import { hash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { formatAccepted } from "../../../src/serve/http/formats.ts";
import { openPage } from "../../../src/serve/http/page.ts";
import { routesOf } from "../../../src/serve/http/routes.ts";
import { type Answered, ask } from "./support/ask.ts";
import { bearer, fakeService, TOKENS } from "./support/fake-app.ts";

const EXPLANATION = ["json", "html", "csv"] as const;
const TABLE = ["json", "csv"] as const;

describe("What a client accepts", () => {
  it.each([
    [undefined, "json"],
    ["", "json"],
    ["*/*", "json"],
    ["application/json", "json"],
    ["text/html", "html"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"],
    ["TEXT/HTML; q=0.5", "html"],
    ["text/csv", "csv"],
    ["Text/CSV; header=present; charset=utf-8", "csv"],
    ["text/csv, text/html", "csv"],
    ["text/html, text/csv", "html"],
    ["application/json, text/csv", "json"],
    ["text/csv, application/json", "csv"],
    ["image/png", "json"],
  ])("of an explanation, %s is answered with %s", (accept, format) => {
    expect(formatAccepted(accept, EXPLANATION)).toBe(format);
  });

  it.each([
    // A browser requests pages, of which there is none here.
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "json"],
    ["text/html, text/csv", "csv"],
  ])("of a table, %s is answered with %s", (accept, format) => {
    expect(formatAccepted(accept, TABLE)).toBe(format);
  });
});

const folder = mkdtempSync(join(tmpdir(), "ratebook-documents-"));
const documents = new Map<string, Answered>();

const QUERIES = ["", "?billing_code=100&npi=1000000001", "?billing_code=100&provider_name=clinic"];

/** Asks every path of the service as a browser does, and keeps what a browser shows as a document. */
beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "index.html.gz"), gzipSync("<!doctype html>"));
  const { app, dependencies } = fakeService({ page: openPage(folder) });
  for (const path of routesOf(dependencies, () => Promise.reject(new Error("no agent calls"))).keys()) {
    for (const query of QUERIES) {
      const headers = { ...bearer(TOKENS.all), accept: "text/html,*/*;q=0.8" };
      const answer = await ask(app, { url: path + query, headers });
      if (/html|xml/.test(answer.headers["content-type"] ?? "")) documents.set(path + query, answer);
    }
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

test("every document that the service answers with has the headers of the page", () => {
  const page = documents.get("/") as Answered;
  const policy = /^default-src 'none'; .*base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/;
  for (const [url, { headers }] of documents) {
    expect(headers, url).toMatchObject({
      "content-security-policy": expect.stringMatching(policy),
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    for (const name of Object.keys(page.headers).filter((each) => /policy|options/.test(each))) {
      expect(Object.keys(headers), url).toContain(name);
    }
  }
  const urls = [...documents.keys()].join("\n");
  for (const kind of [
    /^\/$/m,
    /^\/docs$/m,
    /^\/docs\/problems$/m,
    /\/rate\/explain\?.*npi/,
    /\/rate\/explain\?.*name/,
  ]) {
    expect(urls).toMatch(kind);
  }
});

test("an explanation's page has its own style and no other", () => {
  const explained = [...documents].filter(([url]) => url.includes("/rate/explain?"));
  expect(explained.length).toBeGreaterThan(1);
  for (const [url, { headers, body }] of explained) {
    const styles = [...body.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) => style as string);
    expect(styles, url).toHaveLength(1);
    expect(headers["content-security-policy"]).toContain(
      `style-src 'sha256-${hash("sha256", styles[0] ?? "", "base64")}'`,
    );
    expect(body).not.toMatch(/<script| style=/);
  }
});
