import type { IncomingMessage } from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isSameOrigin, readSessionToken, sessionToken } from "../../../src/serve/http/sessions.ts";

const SECRET = Buffer.from("a secret of thirty-two characters");
const CLAIMS = { keyId: "key_1a-B", expiresAtMilliseconds: 1_800_000_000_000 };

test("a token gives back what was signed, to whoever has the secret", () => {
  const token = sessionToken(CLAIMS, SECRET);
  expect(readSessionToken(token, SECRET)).toEqual({ ...CLAIMS, id: expect.stringMatching(/^[\w-]{16}$/) });
  expect(readSessionToken(token, Buffer.from("another secret"))).toBeNull();
});

test("two tokens of one moment are different", () => {
  expect(sessionToken(CLAIMS, SECRET)).not.toBe(sessionToken(CLAIMS, SECRET));
});

test("whatever character of a token is changed, it is nothing any more", () => {
  const token = sessionToken(CLAIMS, SECRET);
  fc.assert(
    fc.property(fc.nat({ max: token.length - 2 }), fc.constantFrom(..."aZ09-_."), (place, character) => {
      const changed = token.slice(0, place) + character + token.slice(place + 1);
      expect(readSessionToken(changed, SECRET) === null).toBe(changed !== token);
    }),
  );
});

test.each(["", ".", "a.1.b", "key.9999999999999.n.", `${"x".repeat(400)}.1.n.s`, "key_1.18000000000000000.n.AAAA"])(
  "%j is no token",
  (text) => {
    expect(readSessionToken(text, SECRET)).toBeNull();
  },
);

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
