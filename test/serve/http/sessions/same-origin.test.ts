import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { isSameOrigin } from "../../../../src/serve/http/sessions.ts";

const HOST = "rates.example:8080";

function asked(method: string, headers: Readonly<Record<string, string>>): boolean {
  const request: Pick<IncomingMessage, "method" | "headers"> = { method, headers: { host: HOST, ...headers } };
  return isSameOrigin(request);
}

test.each([
  ["a page of ours reads", "GET", { "sec-fetch-site": "same-origin" }, true],
  ["somebody typed the address", "GET", { "sec-fetch-site": "none" }, true],
  ["a browser that says nothing, over plain HTTP", "GET", {}, true],
  ["another port of the same machine reads", "GET", { "sec-fetch-site": "same-site" }, false],
  ["another site reads", "GET", { "sec-fetch-site": "cross-site" }, false],
  ["a page of ours sends", "POST", { "sec-fetch-site": "same-origin", origin: `http://${HOST}` }, true],
  ["a page of ours sends, over plain HTTP", "POST", { origin: `http://${HOST}` }, true],
  ["a page of ours behind TLS sends", "DELETE", { origin: `https://${HOST}` }, true],
  ["another port of the same machine sends", "POST", { origin: "http://rates.example:9999" }, false],
  ["another site sends", "POST", { origin: "https://evil.example" }, false],
  ["a scheme that no page of ours has", "POST", { origin: `ftp://${HOST}` }, false],
  ["an origin with a user", "POST", { origin: `http://user@${HOST}` }, false],
  ["a page without an origin of its own sends", "POST", { origin: "null" }, false],
  ["something without an origin sends", "POST", {}, false],
  ["something typed sends", "POST", { "sec-fetch-site": "none", origin: `http://${HOST}` }, false],
] as const)("%s: %s", (_what, method, headers, isOurs) => {
  expect(asked(method, headers)).toBe(isOurs);
});
