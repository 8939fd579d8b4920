import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Result } from "../../../src/pricing/result.ts";
import { isHospital, providerTypeOf } from "../../../src/states/ca/values.ts";
import { serviceOf, type TestService } from "../../support/release.ts";
import { D1, H1, H2, P1, workedExampleRows } from "./worked-example-rows.ts";

describe("lookups", () => {
  const OUTPATIENT = { billing_code: "99213", date_of_service: "2025-10-01" };
  const INPATIENT = { billing_code: "560-1", admit_date: "2025-10-01" };

  let service: TestService;
  beforeAll(async () => {
    service = await serviceOf("ca", workedExampleRows);
  });
  afterAll(() => service.close());

  const outpatient = (query: Record<string, string>) => service.lookup("outpatient", { ...OUTPATIENT, ...query });
  const inpatient = (query: Record<string, string>) => service.lookup("inpatient", { ...INPATIENT, ...query });

  describe("a provider type that is sent", () => {
    it("replaces the provider's own", async () => {
      expect(await outpatient({ npi: P1, provider_type: "hospital" })).toMatchObject([
        { provider_type: "hospital", provider_type_label: "Hospital", payment_rate: "27.60" },
      ]);
      expect(await outpatient({ npi: P1 })).toMatchObject([
        { provider_type: "physician_office", provider_type_label: "Physician Office", payment_rate: "24.05" },
      ]);
    });

    it("also says who is meant in a lookup by name alone", async () => {
      const names = async (query: Record<string, string>) =>
        (await outpatient(query)).map(({ provider_name, provider_matches_total }) => [
          provider_name,
          provider_matches_total,
        ]);
      expect(await names({ provider_name: "D1" })).toEqual([["D1", 1]]);
      expect(await names({ provider_name: "D1", provider_type: "podiatrist" })).toEqual([["D1", 1]]);
      expect(await names({ provider_name: "D1", provider_type: "hospital" })).toEqual([[null, 0]]);
    });
  });

  describe("no provider", () => {
    it("matches unknown identifiers: they are echoed, and everything about a provider is null", async () => {
      const unknown = { npi: "1999999999", state_provider_id: "x9" };
      const message = "No California provider matches npi 1999999999 and state_provider_id x9.";
      const found = { ...unknown, error_message: message, rate_found: false, provider_matches_total: null };
      expect(await outpatient(unknown)).toMatchObject([{ ...found, provider_name: null, provider_type: null }]);
      expect(await outpatient({ ...unknown, provider_type: "podiatrist" })).toMatchObject([
        { ...found, provider_type: "podiatrist", provider_type_label: "Podiatrist", matched_npi: null },
      ]);
      expect(await inpatient(unknown)).toMatchObject([{ ...found, provider_name: null, matched_npi: null }]);
    });

    it("of a name can be priced", async () => {
      expect(await outpatient({ provider_name: "H1", billing_code: "nocode" })).toMatchObject([
        {
          npi: null,
          provider_matches_total: 0,
          error_message: 'No California provider matching provider_name "H1" can be priced for NOCODE on 2025-10-01.',
        },
      ]);
      expect(await inpatient({ provider_name: "P1" })).toMatchObject([
        {
          npi: null,
          provider_matches_total: 0,
          error_message: 'No California provider matching provider_name "P1" can be priced for 560-1 on 2025-10-01.',
        },
      ]);
    });
  });

  describe("a lookup by name", () => {
    it("says that a code is by report where it is so for all, and leaves out what fails", async () => {
      expect(await outpatient({ provider_name: "D1", billing_code: "99499" })).toMatchObject([
        { provider_name: "D1", is_manually_priced: true, provider_matches_total: 0 },
      ]);
      expect(await outpatient({ provider_name: "D1", service_type: "GYN" })).toMatchObject([
        { provider_name: null, provider_matches_total: 0 },
      ]);
    });

    it("leaves out hospitals that cannot be priced for the APR-DRG", async () => {
      expect(await inpatient({ provider_name: "H" })).toMatchObject([{ npi: H1 }, { npi: H2 }]);
      expect(await inpatient({ provider_name: "H", billing_code: "999-1" })).toMatchObject([
        { provider_name: null, provider_matches_total: 0 },
      ]);
    });
  });

  it("an NPI of a podiatrist alone is answered as such inpatient too", async () => {
    expect(await inpatient({ npi: D1 })).toMatchObject([{ provider_name: "D1", rate_found: false }]);
  });
});

describe("search", () => {
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
});

describe("values", () => {
  const ofTaxonomy = (primaryTaxonomy: string | null) => providerTypeOf({ providerType: null, primaryTaxonomy });

  it("the taxonomy gives the type, the longer prefix first", () => {
    const types = {
      "261QA1903X": "surgical_clinic",
      "261QC1500X": "free_clinic",
      "261QF0400X": "free_clinic",
      "261QR1300X": "free_clinic",
      "261QP2300X": "other_clinic",
      "273R00000X": "hospital",
      "282N00000X": "hospital",
      "213ES0103X": "podiatrist",
      "367500000X": "nurse_anesthetist",
      "367A00000X": "physician_office",
      "207Q00000X": "physician_office",
    };
    for (const [taxonomy, type] of Object.entries(types)) {
      expect([taxonomy, ofTaxonomy(taxonomy)]).toEqual([taxonomy, type]);
      expect([taxonomy, ofTaxonomy(taxonomy.toLowerCase())]).toEqual([taxonomy, type]);
    }
    expect(ofTaxonomy(null)).toBe("physician_office");
  });

  it("the row's own type comes before the taxonomy", () => {
    const row = { providerType: "free_clinic", primaryTaxonomy: "282N00000X" } as const;
    expect(providerTypeOf(row)).toBe("free_clinic");
    expect(isHospital(row)).toBe(false);
    expect(isHospital({ ...row, providerType: null })).toBe(true);
  });
});
