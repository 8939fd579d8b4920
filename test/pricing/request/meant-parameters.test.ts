import { describe, expect, it } from "vitest";
import { meantAmong, SYNONYMS } from "../../../src/pricing/request/read.ts";
import { lookupOf, type State } from "../../../src/pricing/state/state.ts";
import type { CareSetting } from "../../../src/registry/definition.ts";
import { california as californiaDeclared } from "../../../src/states/ca/index.ts";
import { florida as floridaDeclared } from "../../../src/states/fl/index.ts";
import { georgia as georgiaDeclared } from "../../../src/states/ga/index.ts";
import { states } from "../../../src/states/index.ts";
import { newYork as newYorkDeclared } from "../../../src/states/ny/index.ts";

/** The parameters of the endpoints of a state that the examples are taken from. */
function endpointsOf(state: State) {
  const namesOf = (setting: CareSetting) => lookupOf(state, setting).reader.names;
  return { outpatient: namesOf("outpatient"), inpatient: namesOf("inpatient"), search: state.search.reader.names };
}

const california = endpointsOf(californiaDeclared);
const florida = endpointsOf(floridaDeclared);
const newYork = endpointsOf(newYorkDeclared);
const georgia = endpointsOf(georgiaDeclared);

describe("a parameter called", () => {
  it.each([
    ["date", california.outpatient, "date_of_service"],
    ["service_date", california.outpatient, "date_of_service"],
    ["serviceDate", california.outpatient, "date_of_service"],
    ["DOS", florida.outpatient, "date_of_service"],
    ["date", california.inpatient, "admit_date"],
    ["date", newYork.inpatient, "discharge_date"],
    ["date_of_service", florida.inpatient, "discharge_date"],
    ["admission_date", georgia.inpatient, "admit_date"],
    ["admit", california.inpatient, "admit_date"],
    ["discharge", florida.inpatient, "discharge_date"],
    ["code", newYork.outpatient, "billing_code"],
    ["hcpcs", california.outpatient, "billing_code"],
    ["cpt", california.outpatient, "billing_code"],
    ["procedure_code", california.outpatient, "billing_code"],
    ["drg", newYork.inpatient, "billing_code"],
    ["name", florida.search, "provider_name"],
    ["provider", california.outpatient, "provider_name"],
    ["provider_id", newYork.search, "state_provider_id"],
    ["npi_number", georgia.outpatient, "npi"],
    ["los", georgia.inpatient, "length_of_stay"],
    ["charges", california.inpatient, "total_charges"],
    ["charges", georgia.outpatient, "billed_charges"],
    ["charges", newYork.inpatient, "gross_charges"],
    ["total_charges", newYork.inpatient, "gross_charges"],
    ["pos", florida.outpatient, "place_of_service"],
    ["mod", newYork.outpatient, "modifier"],
    ["modifiers", newYork.outpatient, "modifier"],
    ["minutes", georgia.outpatient, "anesthesia_minutes"],
    ["transfer_claim", newYork.inpatient, "transfer_out"],
    ["zip", california.search, "zip_code"],
    ["zipcode", california.search, "zip_code"],
    ["size", california.search, "limit"],
    ["count", florida.search, "limit"],
    ["max", georgia.search, "limit"],
    ["ref", newYork.search, "reference_id"],
    ["region", newYork.outpatient, "service_region"],
    ["child", california.inpatient, "child_patient"],
    ["bilingcode", california.outpatient, "billing_code"],
  ])("%s among %j means %s", (name, names, meant) => {
    expect(meantAmong(names)(name)).toEqual([meant]);
  });

  it.each([
    ["type", california.outpatient, ["provider_type", "procedure_type", "service_type"]],
    ["id", california.outpatient, ["reference_id", "state_provider_id"]],
  ])("%s among %j may mean several", (name, names, meant) => {
    expect(meantAmong(names)(name)).toEqual(meant);
  });

  it.each([
    // The other date of the stay would price another day.
    ["admit_date", florida.inpatient],
    ["discharge_date", california.inpatient],
    ["charges", california.outpatient],
    ["code", california.search],
    ["provider_id", georgia.outpatient],
    ["billing_code_type", california.outpatient],
    ["state", california.outpatient],
    ["service", california.outpatient],
    ["patient", california.outpatient],
    ["constructor", california.outpatient],
    ["ndc", florida.outpatient],
  ])("%s among %j means none of them", (name, names) => {
    expect(meantAmong(names)(name)).toEqual([]);
  });
});

it("means the first of its meanings that the endpoint has", () => {
  expect(meantAmong(["discharge_date", "admit_date", "npi"])("dos")).toEqual(["admit_date"]);
});

it("lists no word twice, and no meaning that no endpoint has", () => {
  const words = SYNONYMS.flatMap((synonym) => synonym.words);
  expect(words).toEqual([...new Set(words)]);
  const readers = states.flatMap(({ lookups, search }) => [...lookups, search].map(({ reader }) => reader));
  const names = new Set(readers.flatMap((reader) => reader.names));
  for (const { mean } of SYNONYMS) expect(mean.filter((name) => !names.has(name))).toEqual([]);
});
