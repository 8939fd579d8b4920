import { expect, test } from "vitest";
import { fieldsInCommon, withoutFields } from "../../src/mcp/shared-fields.ts";

const RESULTS = [
  { code: "99213", price: "1.00", lists: ["a"], only: 1 },
  { code: "99213", price: "2.00", lists: ["a"] },
];

test("what all results have alike is told once, and with the rest it is the result", () => {
  const inCommon = fieldsInCommon(RESULTS);
  expect(inCommon).toEqual({ code: "99213", lists: ["a"] });
  for (const result of RESULTS) expect({ ...inCommon, ...withoutFields(result, inCommon) }).toEqual(result);
});

test("a single result, or none, shares nothing", () => {
  expect(fieldsInCommon([])).toEqual({});
  expect(fieldsInCommon(RESULTS.slice(0, 1))).toEqual({});
});
