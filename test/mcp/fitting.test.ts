import { describe, expect, test } from "vitest";
import { MCP_LIMITS } from "../../src/mcp/limits.ts";
import { fieldsInCommon, fitting, lean, longestFitting, shownOf, withoutFields } from "../../src/mcp/tool.ts";

const { answerCharactersMax: room, listItemsMax: most } = MCP_LIMITS;

/** An answer whose JSON has so many characters. */
function answerOf(characters: number) {
  return { text: "x".repeat(characters - '{"text":""}'.length) };
}

describe("an answer", () => {
  test("fits when it has exactly as many characters as there is room for", () => {
    expect(fitting(answerOf(room))).toEqual(answerOf(room));
    expect(fitting(answerOf(room + 1))).toBeNull();
  });

  test("is measured without its nulls", () => {
    expect(fitting({ ...answerOf(room), nothing: null })).toEqual(answerOf(room));
  });
});

describe("a list", () => {
  const listOf = (length: number) => (shown: number) => ({
    list: Array.from({ length: shown }, () => "x".repeat(length)),
  });

  test.each([
    [0, 10, 0],
    [most, 10, most],
    [most + 1, 10, most],
    // 9 x (2,200 + 3 characters) and the 10 around them are 19,836, and one more does not fit.
    [20, 2_200, 9],
    [1, room - 100, 1],
  ])("of %i members with %i characters shows %i", (count, length, shown) => {
    expect(longestFitting(count, listOf(length))?.list).toHaveLength(shown);
  });

  test("that has no room for one is no answer", () => {
    expect(longestFitting(3, listOf(room))).toBeNull();
  });

  test("says how much of it is shown", () => {
    expect(shownOf(3, 3, "results")).toBeNull();
    expect(shownOf(2, 3, "results")).toBe(
      "Shown are the first 2 of 3 results: an answer has at most 50 of them and 20000 characters.",
    );
  });
});

test("nulls are left out of objects and stay in lists, whose places have a meaning", () => {
  expect(lean({ a: null, b: [null, { c: null, d: false }], e: "", f: 0 })).toEqual({
    b: [null, { d: false }],
    e: "",
    f: 0,
  });
});

const RESULTS = [
  { code: "99213", price: "1.00", lists: ["a"], only: 1 },
  { code: "99213", price: "2.00", lists: ["a"] },
];

test("what all results have alike stands once, and with the rest it is the result", () => {
  const inCommon = fieldsInCommon(RESULTS);
  expect(inCommon).toEqual({ code: "99213", lists: ["a"] });
  for (const result of RESULTS) expect({ ...inCommon, ...withoutFields(result, inCommon) }).toEqual(result);
});

test("a single result, or none, shares nothing", () => {
  expect(fieldsInCommon([])).toEqual({});
  expect(fieldsInCommon(RESULTS.slice(0, 1))).toEqual({});
});
