import { expect, it } from "vitest";
import { requestReader } from "../../../../src/pricing/request/read.ts";
import { outpatientParameters, placeOf } from "../../../../src/states/ga/outpatient/request.ts";
import { search } from "../../../../src/states/ga/search.ts";
import { DAY, NPI, outpatientRequest } from "../rows.ts";

const { fromItem, fromQuery } = requestReader(outpatientParameters);

function faultsOf(fields: Record<string, unknown>, read = fromItem) {
  const reading = read({ npi: NPI, billing_code: "99213", ...fields }, { today: DAY });
  return reading.ok ? [] : reading.faults.map(({ field, code }) => `${field} ${code}`);
}

it("a modifier is any two letters or digits, in upper case", () => {
  expect(outpatientRequest({ modifier: " u1 " }).modifier).toBe("U1");
  expect(outpatientRequest({ modifier: "" }).modifier).toBeNull();
  for (const modifier of ["2", "266", "2-", "É1", 26]) {
    expect(faultsOf({ modifier })).toEqual(["modifier invalid_parameter"]);
  }
});

it("the place of service is non-facility unless it is sent", () => {
  expect(placeOf(outpatientRequest())).toBe("non_facility");
  expect(outpatientParameters.placeOfService.schema.default).toBe("non_facility");
  expect(outpatientRequest({ place_of_service: "FACILITY" }).placeOfService).toBe("facility");
  expect(faultsOf({ place_of_service: "22" })).toEqual(["place_of_service invalid_parameter"]);
});

it("there is no state provider ID to ask for, and faults come in the contract's order", () => {
  expect(
    faultsOf({ state_provider_id: "1", physical_status: "P7", billed_charges: "-1", npi: "1" }, fromQuery),
  ).toEqual([
    "npi invalid_parameter",
    "billed_charges invalid_parameter",
    "physical_status invalid_parameter",
    "state_provider_id unknown_parameter",
  ]);
});

it("critical access status is asked for as true, as false or not at all", () => {
  const asked = (query: Record<string, string>) => {
    const reading = search.reader.fromQuery(query, { today: DAY });
    return reading.ok ? reading.request.criticalAccessHospital : "refused";
  };
  expect([{}, { critical_access_hospital: "TRUE" }, { critical_access_hospital: "0" }].map(asked)).toEqual([
    null,
    true,
    false,
  ]);
  expect(asked({ critical_access_hospital: "maybe" })).toBe("refused");
});
