import * as fc from "fast-check";
import { expect, it } from "vitest";
import { surveyOf } from "../../../src/serve/http/json-survey.ts";
import { HTTP_LIMITS } from "../../../src/serve/http/limits.ts";

const { jsonDepthMax, jsonValuesMax } = HTTP_LIMITS;
const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;
const excess = (text: string) => surveyOf(new TextEncoder().encode(text)).excess;
const isTooDeep = (text: string) => excess(text) === "depth";

it.each([
  ["arrays", "[", "]"],
  ["objects", '{"a":', "}"],
  ["both", '[{"a":', "}]"],
])("%s may be in each other up to the limit, and not once more", (_what, open, close) => {
  const depth = open.length === 6 ? jsonDepthMax / 2 : jsonDepthMax;
  expect(isTooDeep(nested(depth, open, close))).toBe(false);
  expect(isTooDeep(nested(depth + 1, open, close))).toBe(true);
});

it("what is side by side is not in each other", () => {
  expect(isTooDeep(`[${Array.from({ length: 1000 }, () => '{"a":[1]}').join(",")}]`)).toBe(false);
});

it("values may stand beside each other up to the limit, and not one more, wherever they are", () => {
  const values = (count: number) => Array.from({ length: count }, () => '{"a":1}').join(",");
  expect(excess(`{"requests":[${values(jsonValuesMax)}]}`)).toBeNull();
  expect(excess(`{"requests":[${values(jsonValuesMax + 1)}]}`)).toBe("values");
  expect(excess(`[[${values(jsonValuesMax / 2)}],[${values(jsonValuesMax / 2)}],1]`)).toBe("values");
  expect(excess(JSON.stringify([",".repeat(2 * jsonValuesMax)]))).toBeNull();
});

it("brackets in a text are text, also after an escaped quotation mark", () => {
  expect(isTooDeep(JSON.stringify(["[".repeat(100), `\\"${"{".repeat(100)}`, "\\".repeat(3)]))).toBe(false);
  expect(isTooDeep(`["\\\\",${"[".repeat(100)}`)).toBe(true);
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

it("of any JSON it tells what walking through the parsed value tells", () => {
  const anything = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "large", withCrossShrink: true },
      fc.string(),
      fc.array(tie("value"), { maxLength: 2 }),
      fc.dictionary(fc.string(), tie("value"), { maxKeys: 2 }),
    ),
  })).value;
  const wrapped = fc.tuple(anything, fc.nat(jsonDepthMax + 4)).map(([value, times]) => {
    let result: unknown = value;
    for (let count = 0; count < times; count += 1) result = [result];
    return result;
  });
  fc.assert(fc.property(wrapped, (value) => isTooDeep(JSON.stringify(value)) === depthOf(value) > jsonDepthMax));
});

it("four megabytes of brackets are looked at no further than the limit", () => {
  const read: number[] = [];
  const bytes = new Proxy(new TextEncoder().encode("[".repeat(100)), {
    get: (target, name) => {
      if (typeof name === "string" && /^\d+$/.test(name)) read.push(Number(name));
      return Reflect.get(target, name, target);
    },
  });
  expect(surveyOf(bytes).excess).toBe("depth");
  expect(read).toHaveLength(jsonDepthMax + 1);
});
