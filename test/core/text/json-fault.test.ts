import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { jsonFault } from "../../../src/core/text/json-fault.ts";
import { runs } from "../../support/property-runs.ts";

describe("a text that is not JSON", () => {
  it.each([
    ["ends early", '{"requests": [{"npi": "1"}', 'line 1, column 27: expected "," or "]", found the end'],
    ["is blank", " \n ", "line 2, column 2: expected a value, found the end"],
    ["has a comma too many in a list", "[1,\n2,\n]", 'line 3, column 1: expected a value after ",", found "]"'],
    [
      "has a comma too many in an object",
      '{"a": 1,}',
      'line 1, column 9: expected a name in double quotes after ",", found "}"',
    ],
    ["lacks a comma", '{"a": "x"\r\n "b": 1}', 'line 2, column 2: expected "," or "}", found a double quote'],
    ["lacks a colon", '{"a" 1}', 'line 1, column 6: expected ":" after a name, found a digit'],
    [
      "has apostrophes",
      "{'a': 1}",
      'line 1, column 2: expected a name in double quotes or "}", found an apostrophe; JSON has double quotes alone',
    ],
    [
      "has typographic quotes",
      "[“a”]",
      'line 1, column 2: expected a value or "]", found a typographic quote; JSON has plain double quotes alone',
    ],
    ["has a word of another language", '{"a": None}', 'line 1, column 7: expected a value, found "None"'],
    ["has a word without quotes", '{"a": secret}', "line 1, column 7: expected a value, found a letter"],
    ["has a number with a leading zero", '{"a": 007}', 'line 1, column 8: expected "," or "}", found a digit'],
    ["has a comment", "{} // end", 'line 1, column 4: expected the end, found "/"'],
    ["closes another bracket", '{"a": [1}', 'line 1, column 9: expected "," or "]", found "}"'],
    [
      "has a text over two lines",
      '["é😀 x\ny"]',
      "line 1, column 7: expected a double quote that closes the text, found a line break",
    ],
    [
      "has a text without an end",
      '["a", "b]',
      "line 1, column 7: expected a double quote that closes the text which begins here, found the end",
    ],
    [
      "has an unknown escape",
      '["C:\\x"]',
      "line 1, column 5: expected an escape such as \\n or \\u00e9, found another one",
    ],
  ])("%s: its place is named", (_, text, fault) => {
    expect(jsonFault(text)).toBe(fault);
  });

  it("of megabytes is read without running out of stack", () => {
    expect(jsonFault(`["${"x\\n".repeat(700_000)}`)).toContain("line 1, column 2: ");
    expect(jsonFault(`${"[".repeat(1_000_000)}`)).toContain("found the end");
  });
});

test("a text is at fault exactly when the parser refuses it", () => {
  const cut = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom("", ...'{}[]",:\\ \n1e.-ntx\u0001'))
    .map(([json, at, sign]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + sign + json.slice(place + 1);
    });
  fc.assert(
    fc.property(cut, (text) => {
      expect(jsonFault(text) === null).toBe(isJson(text));
    }),
    runs(2_000),
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
