import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ObjectSchema } from "../../src/core/schema/schema.ts";
import { resultsJson } from "../../src/pricing/json-writer.ts";
import type { Result } from "../../src/pricing/result.ts";
import { states } from "../../src/states/index.ts";
import { zeeland } from "../serve/http/support/fake-state.ts";

interface FieldSchema {
  readonly type: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly (string | null)[];
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("Fee x 0.5", '"\\\u2028\ud800'));

/** Values that a field may have, texts that need escaping included. */
function valuesOf({
  type,
  format,
  pattern,
  enum: values,
  items,
  properties = {},
  required = [],
}: FieldSchema): fc.Arbitrary<unknown> {
  if (values !== undefined) return fc.constantFrom(...values);
  if (pattern !== undefined) return fc.option(fc.stringMatching(new RegExp(pattern)));
  const byType: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
    string: () => (format === undefined ? anyText : fc.constantFrom("-12.30", "0.5320", "2026-01-31")),
    number: () => fc.double(),
    integer: () => fc.integer(),
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
    array: () => fc.array(valuesOf(items as FieldSchema), { maxLength: 10 }),
    object: () =>
      fc.record(Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valuesOf(field)])), {
        requiredKeys: [...required],
      }),
  };
  return fc.oneof(...[type].flat().map((name) => (byType[name] as () => fc.Arbitrary<unknown>)()));
}

const lookups = [zeeland, ...states].flatMap((state) =>
  state.lookups.map(({ setting, resultSchema }) => ({ name: `${state.name} ${setting}`, schema: resultSchema })),
);

describe("Results are written as JSON.stringify would", () => {
  describe.each(lookups)("for $name results", ({ schema }: { schema: ObjectSchema }) => {
    const names = Object.keys(schema.properties);
    // In the schema's order, which is the one that results are made in.
    const result = valuesOf(schema as unknown as FieldSchema).map((any) => only(any as Result, names));

    it("whatever is in them", () => {
      const serialise = resultsJson(schema);
      fc.assert(
        fc.property(fc.array(result, { maxLength: 3 }), (results) => {
          expect(serialise(results.map((each) => ({ result: each })))).toBe(JSON.stringify(results));
        }),
        { numRuns: 50 },
      );
    });
  });
});

/** The result with these fields alone, in their order. */
function only(result: Result, names: readonly string[]): Result {
  return Object.fromEntries(names.filter((name) => name in result).map((name) => [name, result[name]]));
}
