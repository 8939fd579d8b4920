import { afterAll, beforeAll, expect, it } from "vitest";
import type { Result } from "../../../src/pricing/result.ts";
import { serviceOf, type TestService } from "../../support/release.ts";

/*
 * One provider for each way a record can differ: a hospital with rates that have ended, one without rates, one without an
 * ID, and a clinic that bears the number of a hospital.
 */
const FILES = {
  "ca/providers.csv": [
    "npi,state_provider_id,alternate_npis,provider_name,provider_type,entity_type,primary_taxonomy,street_address,city,state,zip_code,county,cbsa_code,cbsa_description",
    "1000000001,106190001,1000000002|1000000003,Bay Hospital,,Organization,282N00000X,1 Bay Street,Oakland,CA,94607,Alameda,41860,San Francisco",
    "1000000011,106190002,,Dune Hospital,hospital,,,,,,,,,",
    "1000000012,,,Elm Hospital,hospital,,,,,,,,,",
    ",106190001,,Clinic,other_clinic,Individual,,,,,,,,",
    "",
  ].join("\n"),
  "ca/outpatient_rates.csv": "procedure_code,procedure_type,effective_start_date\n99499,Medicine,2020-01-01\n",
  "ca/hospital_rates.csv":
    "state_provider_id,drg_base_rate,cost_to_charge_ratio,designated_nicu,designated_public_hospital,effective_start_date,effective_end_date\n106190001,7000,0.2,false,false,2020-01-01,2020-12-31\n",
  "ca/conversion_factors.csv":
    "procedure_type,conversion_indicator,service_type,emergency,age_group,conversion_factor,selection_rank,effective_start_date\n",
  "ca/drg_weights.csv":
    "drg,soi,casemix_weight,national_average_los,policy_adjustor_a,policy_adjustor_b,policy_adjustor_c,policy_adjustor_d,effective_start_date\n",
};

let service: TestService;
let withoutFees: TestService;
beforeAll(async () => {
  service = await serviceOf("ca", FILES);
  withoutFees = await serviceOf("ca", {
    ...FILES,
    "ca/outpatient_rates.csv": "procedure_code,procedure_type,effective_start_date\n",
  });
});
afterAll(() => {
  service.close();
  withoutFees.close();
});

const found = async (query: Record<string, string>, of = service): Promise<readonly Result[]> =>
  (await of.search(query)).providers;

it("a hospital's record has every field, and the NPI searched by where it is another one", async () => {
  const record = {
    npi: "1000000001",
    state_provider_id: "106190001",
    provider_name: "Bay Hospital",
    provider_type: "hospital",
    provider_type_label: "Hospital",
    entity_type: "Organization",
    primary_taxonomy: "282N00000X",
    city: "Oakland",
    state: "CA",
    zip_code: "94607",
    street_address: "1 Bay Street",
    cbsa_code: "41860",
    cbsa_description: "San Francisco",
    op_rates: true,
    ip_rates: true,
    alternate_npis: ["1000000002", "1000000003"],
    matched_npi: null,
  };
  expect(await found({ npi: "1000000001" })).toEqual([record]);
  expect(await found({ provider_name: "bay" })).toEqual([record]);
  expect(await found({ npi: "1000000003" })).toEqual([{ ...record, matched_npi: "1000000003" }]);
});

it("inpatient rates are those of a hospital's own ID, at any date", async () => {
  expect(await found({ npi: "1000000011" })).toMatchObject([{ ip_rates: false, alternate_npis: [] }]);
  expect(await found({ npi: "1000000012" })).toMatchObject([{ ip_rates: false, alternate_npis: [] }]);
  expect(await found({ state_provider_id: "106190001", provider_type: "other_clinic" })).toMatchObject([
    { npi: null, ip_rates: false, alternate_npis: null, provider_type_label: "Other Clinic" },
  ]);
});

it("outpatient rates are the state's, so all have them or none", async () => {
  const flags = async (of: TestService) => (await found({}, of)).map(({ op_rates }) => op_rates);
  expect(await flags(service)).toEqual([true, true, true, true]);
  expect(await flags(withoutFees)).toEqual([false, false, false, false]);
});

it("parameters combine", async () => {
  const names = async (query: Record<string, string>) => (await found(query)).map((row) => row.provider_name);
  expect(await names({ provider_type: "hospital" })).toEqual(["Bay Hospital", "Dune Hospital", "Elm Hospital"]);
  expect(await names({ provider_type: "hospital", city: "land" })).toEqual(["Bay Hospital"]);
  expect(await names({ taxonomy: "282n00000x" })).toEqual(["Bay Hospital"]);
  expect(await names({ zip_code: "94607", provider_type: "other_clinic" })).toEqual([]);
  expect(await names({ state_provider_id: "106190001", provider_name: "clinic" })).toEqual(["Clinic"]);
});
