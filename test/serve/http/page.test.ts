import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { openPage } from "../../../src/serve/http/page.ts";
import { ask } from "./support/ask.ts";
import { fakeService } from "./support/fake-app.ts";

const folder = mkdtempSync(join(tmpdir(), "ratebook-built-"));
mkdirSync(join(folder, "assets"));
for (const [name, text] of [
  ["index.html", "<!doctype html><title>Ratebook</title>"],
  ["assets/index-1a2b.js", "render();"],
] as const) {
  writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
}
afterAll(() => rmSync(folder, { recursive: true }));

const { app } = fakeService({ page: openPage(folder) });
const headers = { host: "x" };

describe("the page", () => {
  test.each(["/", "/reprice", "/changes", "/coverage", "/?state=ca&npi=1"])("is one document under %s", async (url) => {
    const response = await ask(app, { url, headers });
    expect(response.body).toBe("<!doctype html><title>Ratebook</title>");
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  test("lets in no script and no style but its own files, and is framed by nobody", async () => {
    const policy = String((await ask(app, { url: "/", headers })).headers["content-security-policy"]);
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  test("has files that can be kept for ever, compressed for whoever takes that", async () => {
    const url = "/assets/index-1a2b.js";
    const plain = await ask(app, { url, headers });
    expect(plain.body).toBe("render();");
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const packed = await ask(app, { url, headers: { ...headers, "accept-encoding": "deflate, gzip, br" } });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(packed.headers.vary).toBe("accept-encoding");
    expect(gunzipSync(packed.rawPayload).toString()).toBe("render();");
    const none = await ask(app, { url, headers: { ...headers, "accept-encoding": "gzip;q=0" } });
    expect(none.headers["content-encoding"]).toBeUndefined();
  });
});

test("a service whose page nobody has built leads to the documentation of the API", async () => {
  expect(openPage(join(folder, "assets"))).toBeNull();
  const response = await ask(fakeService({ page: null }).app, { url: "/", headers });
  expect(response.statusCode).toBe(302);
  expect(response.headers.location).toBe("/docs");
});
