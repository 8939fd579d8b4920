import fc from "fast-check";
import { expect, test } from "vitest";
import { readSessionToken, sessionToken } from "../../../../src/serve/http/sessions.ts";

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
