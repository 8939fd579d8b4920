import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Result } from "../../../src/pricing/result.ts";
import { resolvedType } from "../../../src/states/ga/values.ts";
import { serviceOf, type TestService } from "../../support/release.ts";

describe("providers", () => {
  /*
   * Lookups by name price one provider of a class for all of it, so each case here has providers that
   * differ in just one of the things that decide whether a request can be priced.
   */
  const FILES = {
    "common/taxonomy.csv": "code,display_name\n207Q00000X,Family Medicine\n282NC0060X,Critical Access Hospital\n",
    "ga/providers.csv": [
      "npi,provider_name,campus_name,provider_type,primary_taxonomy_code,primary_taxonomy_display_name,city,county,critical_access_hospital,addon_exempt",
      "1111111101,Peach A,,,207Q00000X,,Macon,Bibb,,",
      "1111111102,Peach B,,,207Q00000X,Médecine Générale,Macon,Bibb,,",
      "1111111103,Peach C,,,207Q00000X,,Atlanta,Fulton,,",
      "1111111104,Peach D,,PHYSICIAN,,,Atlanta,Fulton,,",
      "1111111111,Plum A,,ASC,,,Macon,Bibb County,,",
      "1111111112,Plum B,,ASC,,,Macon,BIBB,,",
      "1111111113,Plum C,,ASC,,,Waycross,Ware,,",
      "1111111114,Plum D,,ASC,,,Trenton,Dade,,",
      "1111111121,Pear A,,HOSPITAL,,,Macon,Bibb,,",
      "1111111122,Pear B,,HOSPITAL,,,Macon,Bibb,,true",
      "1111111123,Pear C,,,282NC0060X,,Blakely,Early,true,",
      "1111111124,Pear D,North,HOSPITAL,,,Macon,Bibb,,",
      "1111111124,Pear D,South,HOSPITAL,,,Macon,Bibb,,",
      "1111111125,Pear E,,HOSPITAL,,,Macon,Bibb,,",
      "1111111125,Pear E,,CLINICAL_LABORATORY,,,Macon,Bibb,,",
      "1111111126,Quince Hospital,,HOSPITAL,,,Macon,Bibb,,true",
      "1111111126,Quince Laboratory,,CLINICAL_LABORATORY,,,Macon,Bibb,,",
      "",
    ].join("\n"),
    "ga/enhanced_enrollments.csv": [
      "npi,program,effective_start_date,effective_end_date",
      "1111111102,primary_care,2025-01-01,",
      "1111111102,ob_gyn,2025-01-01,",
      "1111111103,primary_care,2025-07-01,2026-06-30",
      "1111111104,primary_care,2025-01-01,2025-06-30",
      "",
    ].join("\n"),
    "ga/fee_schedule.csv": [
      "service_category,code,program,rate,effective_start_date",
      "enhanced_rate,99213,primary_care,92.47,2025-01-01",
      "",
    ].join("\n"),
    "ga/asc_procedures.csv": "code,payment_group,effective_start_date\n66984,08,2025-01-01\n",
    "ga/asc_rates.csv": "payment_group,locality,rate,effective_start_date\n08,02,973.00,2025-01-01\n",
    "ga/asc_localities.csv":
      "county,locality,effective_start_date,effective_end_date\nBibb,02,2025-01-01,\nWare,02,2024-01-01,2024-12-31\n",
    "ga/lab_rates.csv": "code,rate,effective_start_date\n80053,10.25,2025-01-01\n",
    "ga/hospital_outpatient_rates.csv": [
      "npi,campus_name,outpatient_interim_rate,effective_start_date",
      "1111111121,,0.30,2025-01-01",
      "1111111122,,0.30,2025-01-01",
      "1111111123,,0.60,2025-01-01",
      "1111111124,South,0.40,2025-01-01",
      "",
    ].join("\n"),
    "ga/hospital_inpatient_rates.csv": [
      "npi,campus_name,ip_base_rate,effective_start_date",
      "1111111121,,6000,2025-01-01",
      "1111111122,,6000,2025-01-01",
      "1111111124,,7000,2025-01-01",
      "1111111126,,8000,2025-01-01",
      "",
    ].join("\n"),
    "ga/drg_weights.csv": "drg,soi,relative_weight,short_stay_exempt,effective_start_date\n139,2,1,false,2025-01-01\n",
    "ga/parameters.csv": "name,value,effective_start_date\nhospital_addon_multiplier,1.1188,2026-01-01\n",
  };

  let service: TestService;
  beforeAll(async () => {
    service = await serviceOf("ga", FILES);
  });
  afterAll(() => service.close());

  const names = (results: readonly Result[]) => results.map(({ provider_name }) => provider_name);

  async function byName(name: string, code: string, day: string) {
    const results = await service.lookup("outpatient", {
      provider_name: name,
      billing_code: code,
      date_of_service: day,
    });
    return { names: names(results), total: results[0]?.provider_matches_total };
  }

  describe("who can be priced by name", () => {
    it("physicians by their enrollments on the day", async () => {
      expect(await byName("peach", "99213", "2025-06-30")).toEqual({ names: ["Peach B", "Peach D"], total: 2 });
      expect(await byName("peach", "99213", "2025-07-01")).toEqual({ names: ["Peach B", "Peach C"], total: 2 });
      expect(await byName("peach", "99213", "2026-07-01")).toEqual({ names: ["Peach B"], total: 1 });
    });

    it("surgical centers by their county, however it is written", async () => {
      expect(await byName("plum", "66984", "2025-07-01")).toEqual({ names: ["Plum A", "Plum B"], total: 2 });
    });

    it("hospitals by their own rates, their add-on and their laboratory", async () => {
      // Before 2026 the add-on has no figure, except for Critical Access and exempt hospitals.
      expect(await byName("pear", "99284", "2025-12-31")).toEqual({ names: ["Pear B", "Pear C"], total: 2 });
      expect(await byName("pear", "99284", "2026-01-01")).toEqual({
        names: ["Pear A", "Pear B", "Pear C", "Pear D"],
        total: 4,
      });
      expect(await byName("pear", "80053", "2025-12-31")).toEqual({
        names: ["Pear A", "Pear B", "Pear C", "Pear D", "Pear D", "Pear E", "Pear E"],
        total: 5,
      });
    });

    it("an NPI is one provider, whatever the names of its records", async () => {
      expect(await byName("quince", "80053", "2025-12-31")).toEqual({
        names: ["Quince Hospital", "Quince Laboratory"],
        total: 1,
      });
    });

    it("inpatient hospitals by the rates of their NPI or campus", async () => {
      const results = await service.lookup("inpatient", {
        provider_name: "pe",
        billing_code: "139",
        admit_date: "2026-01-01",
      });
      expect(names(results)).toEqual(["Pear A", "Pear B", "Pear D", "Pear D"]);
      expect(results[0]).toMatchObject({ provider_matches_total: 3, billing_code: "139-2" });
    });

    it("no provider, and none is counted, where a name has no hospital", async () => {
      const query = { provider_name: "peach", billing_code: "139-2", admit_date: "2026-01-01" };
      expect(await service.lookup("inpatient", query)).toMatchObject([
        { provider_matches_total: 0, npi: null, provider_name: null, provider_type: "HOSPITAL" },
      ]);
    });

    it("a provider type keeps the records of that type", async () => {
      const query = { provider_name: "pear", billing_code: "80053", date_of_service: "2025-12-31" };
      const results = await service.lookup("outpatient", { ...query, provider_type: "clinical_laboratory" });
      expect(results).toMatchObject([{ provider_name: "Pear E", provider_type: "CLINICAL_LABORATORY" }]);
    });
  });

  describe("who is found by NPI", () => {
    const lookup = (query: Record<string, string>) => service.lookup("outpatient", { billing_code: "80053", ...query });

    it("E1: no provider", async () => {
      expect(await lookup({ npi: "1111111199", provider_name: " Peach  X ", provider_type: "HOSPITAL" })).toMatchObject(
        [
          {
            error_message: 'No Georgia provider found with NPI 1111111199 and name matching "Peach  X".',
            npi: "1111111199",
            provider_name: null,
            provider_type: null,
            state: "GA",
            is_manually_priced: false,
          },
        ],
      );
    });

    it("E2: no provider of the requested type", async () => {
      const [result, ...others] = await lookup({ npi: "1111111125", provider_type: "PHYSICIAN" });
      expect(others).toEqual([]);
      expect(result).toMatchObject({
        error_message: "No PHYSICIAN record found with NPI 1111111125; enrolled as CLINICAL_LABORATORY, HOSPITAL.",
        provider_name: "Pear E",
        provider_type: "CLINICAL_LABORATORY",
        provider_type_label: "Clinical Laboratory",
        critical_access_hospital: null,
        provider_matches_total: null,
      });
    });

    it("no result has a state provider ID", async () => {
      const results = [
        ...(await lookup({ npi: "1111111125" })),
        ...(await service.lookup("inpatient", { npi: "1111111121", billing_code: "139" })),
        ...(await service.search({})).providers,
      ];
      expect(results.length).toBeGreaterThan(10);
      expect(results.filter((result) => "state_provider_id" in result)).toEqual([]);
    });
  });

  describe("provider search", () => {
    const found = async (query: Record<string, string>) => names((await service.search(query)).providers);

    it("matches the taxonomy by its own name or the common one, in part", async () => {
      expect(await found({ taxonomy: "family med" })).toEqual(["Peach A", "Peach C"]);
      expect(await found({ taxonomy: "generale" })).toEqual(["Peach B"]);
      expect(await found({ taxonomy: "207Q00000X" })).toEqual([]);
    });

    it("by critical access status finds hospitals only", async () => {
      expect(await found({ critical_access_hospital: "true" })).toEqual(["Pear C"]);
      expect(await found({ critical_access_hospital: "0" })).toEqual([
        "Pear A",
        "Pear B",
        "Pear D",
        "Pear D",
        "Pear E",
        "Quince Hospital",
      ]);
      expect(await found({ critical_access_hospital: "false", provider_type: "ASC" })).toEqual([]);
    });

    it("by city, county and type, all combined", async () => {
      expect(await found({ county: "bibb", provider_type: "asc", city: "mac" })).toEqual(["Plum A", "Plum B"]);
    });

    it("orders by name, NPI, campus and type and says what each has", async () => {
      const { providers, total_results, limit_applied } = await service.search({ provider_name: "pear", limit: "7" });
      expect([total_results, limit_applied]).toEqual([7, 7]);
      expect(
        providers.map((each) => [
          each.provider_name,
          each.campus_name,
          each.provider_type,
          each.op_rates,
          each.ip_rates,
        ]),
      ).toEqual([
        ["Pear A", null, "HOSPITAL", true, true],
        ["Pear B", null, "HOSPITAL", true, true],
        ["Pear C", null, "HOSPITAL", true, false],
        ["Pear D", "North", "HOSPITAL", false, true],
        ["Pear D", "South", "HOSPITAL", true, true],
        ["Pear E", null, "CLINICAL_LABORATORY", true, false],
        ["Pear E", null, "HOSPITAL", false, false],
      ]);
    });

    it("only the hospital of an NPI has its inpatient rates", async () => {
      const { providers } = await service.search({ npi: "1111111126" });
      expect(providers.map((each) => [each.provider_type, each.ip_rates])).toEqual([
        ["HOSPITAL", true],
        ["CLINICAL_LABORATORY", false],
      ]);
    });

    it("gives locality and enhanced programs as of today", async () => {
      const { providers } = await service.search({ provider_name: "p" });
      const records = Object.fromEntries(providers.map((each) => [each.provider_name, each]));
      expect(records["Plum A"]).toMatchObject({ asc_locality: "02", enhanced_programs: null, op_rates: true });
      expect(records["Plum C"]).toMatchObject({ asc_locality: null, op_rates: true });
      expect(records["Plum D"]).toMatchObject({ asc_locality: null, op_rates: false });
      expect(records["Peach B"]).toMatchObject({ enhanced_programs: ["ob_gyn", "primary_care"], asc_locality: null });
      expect(records["Peach C"]).toMatchObject({ enhanced_programs: [] });
    });

    it("a record has the page's fields in the page's order", async () => {
      const { providers } = await service.search({ npi: "1111111103" });
      expect(JSON.stringify(providers[0])).toBe(
        JSON.stringify({
          npi: "1111111103",
          provider_name: "Peach C",
          campus_name: null,
          provider_type: "PHYSICIAN",
          provider_type_label: "Physician",
          entity_type: null,
          primary_taxonomy_code: "207Q00000X",
          primary_taxonomy_display_name: "Family Medicine",
          street_address: null,
          city: "Atlanta",
          county: "Fulton",
          zip_code: null,
          state: "GA",
          critical_access_hospital: null,
          asc_locality: null,
          enhanced_programs: [],
          op_rates: true,
          ip_rates: false,
        }),
      );
    });
  });
});

describe("values", () => {
  const ofTaxonomy = (primaryTaxonomyCode: string | null) => resolvedType({ providerType: null, primaryTaxonomyCode });

  it("the longest prefix of the taxonomy decides", () => {
    expect(ofTaxonomy("261QA1903X")).toBe("ASC");
    expect(ofTaxonomy("261QR1300X")).toBe("PHYSICIAN");
    expect(ofTaxonomy("282NC0060X")).toBe("HOSPITAL");
    expect(ofTaxonomy("291U00000X")).toBe("CLINICAL_LABORATORY");
    expect(ofTaxonomy("207Q00000X")).toBe("PHYSICIAN");
    expect(ofTaxonomy("213E00000X")).toBe("PHYSICIAN");
  });

  it("the row's own type comes first", () => {
    expect(resolvedType({ providerType: "ASC", primaryTaxonomyCode: "282N00000X" })).toBe("ASC");
  });

  it("a taxonomy outside the table gives none", () => {
    expect(ofTaxonomy("332B00000X")).toBeNull();
    expect(ofTaxonomy(null)).toBeNull();
  });

  it("every prefix of the page gives its type, and no code beside them does", () => {
    const prefixes = {
      HOSPITAL: [273, 275, 276, 281, 282, 283, 284, 286, 287],
      CLINICAL_LABORATORY: [291, 293],
      PHYSICIAN: [
        ...[101, 103, 104, 106, 111, 122, 124, 126, 133, 152, 156, 163, 164, 176, 193, 20, 211, 213, 22, 23, 261],
        ...[363, 364, 367],
      ],
    };
    for (const [type, listed] of Object.entries(prefixes)) {
      for (const prefix of listed) expect([prefix, ofTaxonomy(String(prefix).padEnd(10, "X"))]).toEqual([prefix, type]);
    }
    const known = Object.values(prefixes).flat().map(String);
    for (let number = 100; number < 400; number += 1) {
      const code = String(number);
      if (known.some((prefix) => code.startsWith(prefix))) continue;
      expect([code, ofTaxonomy(`${code}A00000X`)]).toEqual([code, null]);
    }
  });
});
