import { expect, it } from "vitest";
import { listsOfAlternatives } from "../../src/pricing/alternatives.ts";
import { california } from "../../src/states/ca/index.ts";
import { states } from "../../src/states/index.ts";

it("lists of alternatives are the fields whose values a parameter takes, in the order of the fields", () => {
  const [outpatient] = california.lookups;
  expect(outpatient && listsOfAlternatives(outpatient)).toEqual([
    { field: "available_procedure_types", key: "procedureType" },
    { field: "available_service_types", key: "serviceType" },
  ]);
});

it("every list of every state has its parameter", () => {
  const fields = states.flatMap(({ lookups }) =>
    lookups.flatMap(({ resultSchema }) =>
      Object.keys(resultSchema.properties).filter((name) => /^available_/.test(name)),
    ),
  );
  const lists = states.flatMap(({ lookups }) => lookups.flatMap((lookup) => listsOfAlternatives(lookup)));
  expect(lists.map(({ field }) => field)).toEqual(fields);
});
