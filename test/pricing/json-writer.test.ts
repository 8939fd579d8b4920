import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { ObjectSchema, Schema } from "../../src/core/schema/schema.ts";
import { resultsJson } from "../../src/pricing/json-writer.ts";
import type { WrittenResult } from "../../src/pricing/result.ts";
import { runs } from "../support/property-runs.ts";

const TYPES = {
  string: fc.oneof(fc.string(), fc.constantFrom('"', "\\", "\n", "\ud800", "é")),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
  integer: fc.integer(),
  boolean: fc.boolean(),
  object: fc.record({ day: fc.string() }),
} as const satisfies Record<string, fc.Arbitrary<unknown>>;

/** A field of a schema, with values for two results: `undefined` where it is left out. */
const field = fc
  .record({
    type: fc.constantFrom(...(Object.keys(TYPES) as (keyof typeof TYPES)[])),
    nullable: fc.boolean(),
    optional: fc.boolean(),
  })
  .chain(({ type, nullable, optional }) => {
    const values = fc.oneof(
      TYPES[type],
      ...(nullable ? [fc.constant(null)] : []),
      ...(optional ? [fc.constant(undefined)] : []),
    );
    const schema = { type: nullable ? [type, "null"] : type } as Schema;
    return fc.record({
      schema: fc.constant(schema),
      optional: fc.constant(optional),
      values: fc.tuple(values, values),
    });
  });

it("results are written as JSON.stringify writes them, in the order of the schema", () => {
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 12 }), (fields) => {
      const named = fields.map((each, place) => ({ name: `field_${place}`, ...each }));
      // A result always has a first field.
      const all = [
        { name: "first", schema: { type: "string" } as Schema, optional: false, values: ["a", "b"] },
        ...named,
      ];
      const schema = {
        type: "object",
        properties: Object.fromEntries(all.map(({ name, schema: own }) => [name, own])),
        required: all.filter(({ optional }) => !optional).map(({ name }) => name),
      } as unknown as ObjectSchema;
      const results = [0, 1].map((place) => Object.fromEntries(all.map(({ name, values }) => [name, values[place]])));
      const written = results.map((result) => ({ result })) as unknown as readonly WrittenResult[];
      expect(resultsJson(schema)(written)).toBe(JSON.stringify(results));
    }),
    runs(),
  );
});
