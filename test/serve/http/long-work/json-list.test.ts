import * as fc from "fast-check";
import { expect, it } from "vitest";
import { JsonList } from "../../../../src/serve/http/long-work/batch.ts";

it("any number of values becomes the array that JSON.stringify makes of them", () => {
  const values = fc.array(fc.jsonValue(), { maxLength: 160, size: "max" });
  fc.assert(
    fc.property(values, (list) => {
      const json = new JsonList('{"values":', JSON.stringify);
      for (const value of list) json.add(value);
      expect(Buffer.concat(json.end("}")).toString()).toBe(JSON.stringify({ values: list }));
    }),
  );
});
