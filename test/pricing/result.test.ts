import { expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { integer, nullableInteger, nullableString, optional, text } from "../../src/core/schema/schema.ts";
import { Outcome } from "../../src/pricing/outcome.ts";
import { type ResultInput, resultOf } from "../../src/pricing/result.ts";
import { dataOf, sheetOver } from "../support/sheet.ts";

interface Provider {
  readonly city?: string;
}

const sheet = sheetOver("2025-03-01" as Day, { dollarSignInParentheses: true });
let timesShared = 0;

const result = resultOf("Example result", shared, {
  matches: nullableInteger("How many match.").from(({ matchesTotal }) => matchesTotal),
  city: nullableString("City of the provider.").from(({ provider }) => provider?.city),
  remark: optional(text("A remark.")).from(({ found }) => found.remark),
  length: integer("Length of the city.").from(({ shared }) => shared.length),
  is_long: nullableString("Whether it is long.").from(({ shared }) => (shared.length > 5 ? "long" : undefined)),
});

function shared({ provider }: ResultInput<object, Provider, { readonly remark?: string }>) {
  timesShared += 1;
  return { length: provider?.city?.length ?? 0 };
}

function resultFor(provider: Provider | null, found: { readonly remark?: string }, matchesTotal: number | null = null) {
  return result({}, provider, new Outcome(sheet, found, null, null), dataOf(), matchesTotal);
}

it("a result has the value of each field in the order in which they are declared", () => {
  const written = JSON.stringify(resultFor({ city: "Albany" }, { remark: "Capital." }, 3));
  expect(written).toBe('{"matches":3,"city":"Albany","remark":"Capital.","length":6,"is_long":"long"}');
});

it("a field without a value is null, and one that is optional is left out", () => {
  expect(JSON.stringify(resultFor(null, {}))).toBe('{"matches":null,"city":null,"length":0,"is_long":null}');
});

it("values that fields share are worked out once for each result", () => {
  timesShared = 0;
  resultFor({ city: "Albany" }, {});
  expect(timesShared).toBe(1);
});

it("the schema has the fields, and requires those that are never left out", () => {
  expect(JSON.parse(JSON.stringify(result.schema))).toEqual({
    type: "object",
    title: "Example result",
    required: ["matches", "city", "length", "is_long"],
    properties: {
      matches: { type: ["integer", "null"], description: "How many match." },
      city: { type: ["string", "null"], description: "City of the provider." },
      remark: { type: "string", description: "A remark." },
      length: { type: "integer", description: "Length of the city." },
      is_long: { type: ["string", "null"], description: "Whether it is long." },
    },
  });
});
