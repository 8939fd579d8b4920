import { expect, test } from "vitest";
import { ANSWER_CHARACTERS_MAX, shorten } from "../../src/mcp/shorten.ts";

const FULL = "x".repeat(ANSWER_CHARACTERS_MAX - '{"text":""}'.length);

test("nulls are left out of objects and stay in lists, whose positions have a meaning", () => {
  const answer = { a: null, b: [null, { c: null, d: false }], e: "", f: 0 };
  expect(shorten(answer)).toEqual({ b: [null, { d: false }], e: "", f: 0 });
});

test("an answer of exactly the limit stays whole; without a list, a longer one is none", () => {
  expect(shorten({ text: FULL, nothing: null })).toEqual({ text: FULL });
  expect(shorten({ text: `${FULL}x` })).toBeNull();
});

test("publications go before entries of lists", () => {
  const row = (line: number) => ({ line, publication: { name: "p".repeat(150) } });
  expect(shorten({ rows: Array.from({ length: 150 }, (_, line) => row(line)) })).toEqual({
    rows: Array.from({ length: 150 }, (_, line) => ({ line })),
    left_out: "Publications.",
  });
});

test("the outer list is cut first, and the inner one when a single entry is left", () => {
  const price = (rows: number) => ({ rows: Array.from({ length: rows }, () => "r".repeat(96)) });
  // A price of 60 rows has 60 x 99 characters and a few: three fit.
  const several = shorten({ assumptions: ["a", "b"], prices: [price(60), price(60), price(60), price(60)] });
  expect(several).toMatchObject({ assumptions: ["a", "b"], left_out: "Shown are the first 3 of 4 prices." });
  const one = shorten({ prices: [price(400), price(400)] }) as {
    readonly prices: readonly [{ readonly rows: readonly string[] }];
  };
  const [{ rows }] = one.prices;
  expect(one).toHaveProperty(
    "left_out",
    `Shown are the first 1 of 2 prices. Shown are the first ${rows.length} of 400 rows.`,
  );
  expect(rows.length).toBeGreaterThan(190);
  expect(JSON.stringify(one).length).toBeLessThanOrEqual(ANSWER_CHARACTERS_MAX);
});
