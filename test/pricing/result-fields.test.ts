import { expect, it } from "vitest";
import { commonResultFields, inpatientResultFields, outpatientResultFields } from "../../src/pricing/result-fields.ts";
import { states } from "../../src/states/index.ts";

/** Inpatient results have the address in the order of their state, so that it cannot stand in the list. */
const OWN_ORDER: readonly string[] = ["street_address", "city", "county", "zip_code"];

const LISTS = { outpatient: outpatientResultFields, inpatient: inpatientResultFields };

const lookups = states.flatMap(({ name, lookups }) =>
  lookups.map(({ setting, resultSchema }) => ({ name, setting, list: Object.keys(LISTS[setting]), resultSchema })),
);

it.each(lookups)("$setting results of $name begin with the fields of the list", ({ list, resultSchema }) => {
  // Georgia has no state provider ID.
  const listed = list.filter((name) => name in resultSchema.properties);
  expect(Object.keys(resultSchema.properties).slice(0, listed.length)).toEqual(listed);
  expect(list.filter((name) => !listed.includes(name) && name !== "state_provider_id")).toEqual([]);
});

it.each(["outpatient", "inpatient"] as const)("no %s field is alike in every state and missing in the list", (each) => {
  const [first, ...others] = lookups
    .filter(({ setting }) => setting === each)
    .map(({ resultSchema }) => resultSchema.properties);
  const alike = Object.entries(first ?? {})
    .filter(([name, field]) => others.every((other) => JSON.stringify(other[name]) === JSON.stringify(field)))
    .map(([name]) => name);
  expect(alike.filter((name) => !(name in LISTS[each] || OWN_ORDER.includes(name)))).toEqual([]);
});

it("every list begins with the fields of every result", () => {
  const common = Object.keys(commonResultFields);
  for (const list of Object.values(LISTS)) expect(Object.keys(list).slice(0, common.length)).toEqual(common);
});
