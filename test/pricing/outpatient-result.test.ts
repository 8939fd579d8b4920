import { expect, it } from "vitest";
import { outpatientResultFields } from "../../src/pricing/outpatient-result.ts";
import { commonResultFields } from "../../src/pricing/result-fields.ts";
import { states } from "../../src/states/index.ts";

const outpatient = states.flatMap(({ name, lookups }) =>
  lookups.filter(({ setting }) => setting === "outpatient").map(({ resultSchema }) => ({ name, resultSchema })),
);

/** What all outpatient results have, and not all results. */
const own = Object.keys(outpatientResultFields).filter((name) => !(name in commonResultFields));

it.each(outpatient)("the results of $name begin with the fields of the list", ({ resultSchema }) => {
  // Georgia has no state provider ID.
  const listed = Object.keys(outpatientResultFields).filter((name) => name in resultSchema.properties);
  expect(Object.keys(resultSchema.properties).slice(0, listed.length)).toEqual(listed);
  expect(own.filter((name) => !listed.includes(name))).toEqual([]);
});

it("no field is declared alike by every state and missing in the list", () => {
  const [first, ...others] = outpatient.map(({ resultSchema }) => resultSchema.properties);
  const alike = Object.entries(first ?? {})
    .filter(([name, field]) => others.every((each) => JSON.stringify(each[name]) === JSON.stringify(field)))
    .map(([name]) => name);
  expect(alike.filter((name) => !(name in outpatientResultFields))).toEqual([]);
});
