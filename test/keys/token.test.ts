import fc from "fast-check";
import { expect, test } from "vitest";
import { isWellFormedToken, lastFour, mintToken, randomText, tokenHash } from "../../src/keys/api-key.ts";

test("a token has the prefix that secret scanners look for and at least 190 random bits", () => {
  const token = mintToken();
  expect(token).toMatch(/^rb_live_[0-9A-Za-z]{39}$/);
  expect(33 * Math.log2(62)).toBeGreaterThan(190);
});

test("every minted token is well formed, and no two are alike", () => {
  const tokens = Array.from({ length: 500 }, mintToken);
  expect(tokens.every(isWellFormedToken)).toBe(true);
  expect(new Set(tokens).size).toBe(tokens.length);
});

test("a token with any one character changed is not well formed", () => {
  const token = mintToken();
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: token.length - 1 }),
      fc.string({ minLength: 1, maxLength: 1 }),
      (place, character) => {
        const mistyped = token.slice(0, place) + character + token.slice(place + 1);
        return mistyped === token || !isWellFormedToken(mistyped);
      },
    ),
  );
});

test("no other text is well formed", () => {
  fc.assert(fc.property(fc.string(), (text) => !isWellFormedToken(text)));
  fc.assert(fc.property(fc.string(), (text) => !isWellFormedToken(`rb_live_${text}`)));
});

test("what is stored is a SHA-256 and the last four characters", () => {
  const token = mintToken();
  expect(tokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(lastFour(token)).toBe(token.slice(-4));
});

test("random text uses every letter and digit about equally", () => {
  const counts = new Map<string, number>();
  for (const character of randomText(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // A thousand each on average; ten standard deviations are about 315.
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(315);
});
