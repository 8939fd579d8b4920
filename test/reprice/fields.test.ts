import { describe, expect, it } from "vitest";
import { chosenFields } from "../../src/reprice/writing/output-columns.ts";
import { states } from "../../src/states/index.ts";

const lookups = states.flatMap((state) => state.lookups);

describe("The fields to write", () => {
  it.each(lookups)("are few by default and answer how much and why", (lookup) => {
    const usual = chosenFields(lookup, null) as readonly string[];
    expect(usual.length).toBeLessThanOrEqual(12);
    for (const name of ["rate_found", "payment_rate", "error_message", "provider_name", "calculation_method"]) {
      expect(usual).toContain(name);
    }
  });

  it.each(lookups)("are all of them when asked for", (lookup) => {
    expect(chosenFields(lookup, ["all"])).toEqual(Object.keys(lookup.resultSchema.properties));
  });

  const [lookup] = lookups as [(typeof lookups)[number]];

  it("keep the order in which they are asked for", () => {
    expect(chosenFields(lookup, ["payment_rate", "npi"])).toEqual(["payment_rate", "npi"]);
  });

  it.each([
    [["payment_rat"], 'fields of the result, and "payment_rat" is none; did you mean payment_rate?'],
    [["npi", "npi"], "each field once, and npi is there twice"],
  ])("must be fields of the result: %j", (asked, expected) => {
    expect(chosenFields(lookup, asked)).toEqual({ expected });
  });
});
