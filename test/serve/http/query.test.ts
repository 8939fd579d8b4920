import { describe, expect, it } from "vitest";
import { Undecodable } from "../../../src/pricing/request/read.ts";
import { carriesApiKey, parseQuery } from "../../../src/serve/http/query.ts";

describe("A query string", () => {
  it.each([
    ["", {}],
    ["a=1&b=2", { a: "1", b: "2" }],
    ["a=1&a=2&a=3", { a: ["1", "2", "3"] }],
    ["a", { a: "" }],
    ["a=", { a: "" }],
    ["a&b=1", { a: "", b: "1" }],
    ["&&a=1&", { a: "1" }],
    ["a=b=c", { a: "b=c" }],
    ["=1", { "": "1" }],
    ["a=x+y%20z%2B", { a: "x y z+" }],
    ["a+b=1", { "a b": "1" }],
    ["a=%C3%A9", { a: "\u00e9" }],
    ["%zz=1", { "%zz": "1" }],
  ])("%j is read as %j", (text, expected) => {
    expect({ ...parseQuery(text) }).toEqual(expected);
  });

  it("has no names but those sent", () => {
    const query = parseQuery("__proto__=1&constructor=2");
    expect(Object.entries(query)).toEqual([
      ["__proto__", "1"],
      ["constructor", "2"],
    ]);
    expect("toString" in query).toBe(false);
  });

  it.each(["%", "%f", "%zz", "%ff", "%c3"])("cannot decode %j", (value) => {
    expect(parseQuery(`a=${value}`).a).toBeInstanceOf(Undecodable);
  });

  it.each(["api_key=1", "a=1&api_key", "API_KEY=1", "api%5Fkey=1", "api_key=1&api_key=2"])(
    "%j carries a key",
    (text) => {
      expect(carriesApiKey(parseQuery(text))).toBe(true);
    },
  );

  it.each(["", "apikey=1", "a=api_key", "my_api_key=1"])("%j carries none", (text) => {
    expect(carriesApiKey(parseQuery(text))).toBe(false);
  });
});
