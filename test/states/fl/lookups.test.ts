import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { lookupAnswer } from "../../../src/pricing/answer.ts";
import type { Result } from "../../../src/pricing/result.ts";
import { florida } from "../../../src/states/fl/index.ts";
import { serviceOf, type TestService } from "../../support/release.ts";
import { csv, dated } from "./csv.ts";

/*
 * Finding providers and choosing among them, on a registry of its own: a physician with two
 * specialties who also has a laboratory and a hospital under one NPI, two surgical centers, and two
 * hospitals of one name that share an alternate NPI.
 */
const EVERYTHING = "1000000001";
const PHYSICIAN = "1000000002";
const CENTER = "1000000003";
const CENTER_ALTERNATE = "1000000004";
const CENTER_WITHOUT_ID = "1000000005";
const NO_RATES = "1000000006";
const IBIS = "1000000007";
const OTHER_IBIS = "1000000008";
const IBIS_ALTERNATE = "1000000000";

const files = {
  "fl/providers.csv": csv(
    "npi,state_provider_id,alternate_npis,provider_name,provider_type,fl_provider_type_code,fl_specialty_code,street_address,city,county,zip_code",
    [
      `${EVERYTHING},010000100,,Banyan,INDEPENDENT_LAB,50,,,,,`,
      `${EVERYTHING},010000100,,Banyan,HOSPITAL,01,,1 Banyan Way,Naples,Collier,34102`,
      `${EVERYTHING},010000100,,Banyan,PRACTITIONER,25,036,,,,`,
      `${EVERYTHING},010000100,,Banyan,PRACTITIONER,25,01,,,,`,
      `${PHYSICIAN},,,Cypress,PRACTITIONER,99,,,,,`,
      `${CENTER},060000200,${CENTER_ALTERNATE},Dune,ASC,06,,,,,`,
      `${CENTER_WITHOUT_ID},,,Egret,ASC,06,,,,,`,
      `${NO_RATES},010000300,,Heron,HOSPITAL,01,,,,,`,
      `${OTHER_IBIS},010000400,${IBIS_ALTERNATE},Ibis,HOSPITAL,01,,,,,`,
      `${IBIS},010000500,${IBIS_ALTERNATE},Ibis,HOSPITAL,01,,,,,`,
    ],
  ),
  "fl/codes.csv": csv("kind,code,description", [
    "provider_type,025,Physician M.D.",
    "specialty,1,General Practice",
    "specialty,36,Pediatrics",
  ]),
  "fl/fee_schedule.csv": dated("schedule,code,modifier,fsi,facility,pci,tci,by_report,prior_auth_required", [
    "PRACTITIONER,99213,,50.00,,,,,true",
    "PRACTITIONER,J0120,,,,,,true,true",
    "PRACTITIONER,T1019,HA,10.00,,,,,",
    "PRACTITIONER,T1019,GT,20.00,,,,,",
    "PRACTITIONER,T1020,HA,,,,,true,",
    "INDEPENDENT_LAB,80053,,5.00,,,,,",
    "ASC,00013,,300.00,,,,,",
    "ASC,00099,,,,,,true,",
  ]),
  "fl/rate_multipliers.csv": csv("kind,multiplier,schedules,effective_start_date", []),
  "fl/eapg_weights.csv": csv("eapg,weight,effective_start_date,effective_end_date", [
    "13,2.0,2026-02-01,2026-12-31",
    "99,1.0,2025-01-01,2025-12-31",
  ]),
  "fl/eapg_rates.csv": csv("state_provider_id,hospital_class,base_rate,effective_start_date,effective_end_date", [
    "010000100,Teaching,100.00,2026-01-01,2026-06-30",
    "060000200,Rural,50.00,2025-07-01,",
  ]),
  "fl/drg_weights.csv": csv("drg,soi,relative_weight,pediatric_service_line,effective_start_date,effective_end_date", [
    "007,2,2.0,,2026-01-01,",
    "007,1,1.0,Neonatal,2026-02-01,",
    "007,3,3.0,,2025-01-01,2025-12-31",
    "008,1,1.0,,2025-01-01,2025-12-31",
    "006,4,4.0,,2026-01-01,",
  ]),
  "fl/drg_rates.csv": csv(
    "state_provider_id,hospital_class,trauma_class,cost_to_charge_ratio,casemix,effective_start_date,effective_end_date",
    ["010000100,LTAC,Pediatric,0.5,1.2,2026-01-01,2026-06-30"],
  ),
  "fl/parameters.csv": csv("name,value,effective_start_date,effective_end_date", [
    "drg_base_rate,1000,2020-01-01,",
    "service_adjustor_neonatal,1.3,2020-01-01,2026-03-31",
    "paf_bilateral,1.5,2026-05-01,",
    "modifier_54,0.70,2026-05-01,",
  ]),
  "common/hcpcs.csv": csv("code,description", ["J0120,An injection"]),
  "common/apr_drg.csv": csv("drg,soi,description", ["007,,Base words", "007,2,Words of severity 2"]),
};

let service: TestService;
beforeAll(async () => {
  service = await serviceOf("fl", files);
});
afterAll(() => service.close());

type Query = Record<string, string>;

async function outpatient(query: Query): Promise<readonly Result[]> {
  return service.lookup("outpatient", { date_of_service: "2026-03-15", ...query });
}

async function inpatient(query: Query): Promise<readonly Result[]> {
  return service.lookup("inpatient", { discharge_date: "2026-03-15", ...query });
}

describe("the rows of an NPI", () => {
  it("are priced one by one, by type, type code and specialty", async () => {
    expect(await outpatient({ npi: EVERYTHING, billing_code: "99213" })).toMatchObject([
      { provider_type: "PRACTITIONER", fl_specialty_code: "01", fl_specialty_description: "General Practice" },
      {
        provider_type: "PRACTITIONER",
        provider_type_label: "Practitioner",
        fl_provider_type_code: "25",
        fl_provider_type_code_description: "Physician M.D.",
        fl_specialty_code: "036",
        fl_specialty_description: "Pediatrics",
        prior_auth_required: true,
      },
    ]);
  });

  it("all say why when none can be priced, in the order of the types", async () => {
    const failures = await outpatient({ npi: EVERYTHING, billing_code: "77777" });
    expect(failures.map(({ provider_type, billing_code_type }) => [provider_type, billing_code_type])).toEqual([
      ["PRACTITIONER", "HCPCS"],
      ["PRACTITIONER", "HCPCS"],
      ["HOSPITAL", "HCPCS"],
      ["INDEPENDENT_LAB", "HCPCS"],
    ]);
    expect(failures[2]).toMatchObject({
      error_message:
        "Hospital outpatient services are priced by EAPG, not by HCPCS: send the EAPG code with billing_code_type EAPG.",
    });
  });

  it("have no table for a code of another shape", async () => {
    const failures = await outpatient({ npi: EVERYTHING, billing_code: "000013" });
    expect(failures.map(({ error_message, billing_code_type }) => [error_message, billing_code_type])).toEqual([
      ["000013 is not on the Florida Practitioner fee schedule.", "HCPCS"],
      ["000013 is not on the Florida Practitioner fee schedule.", "HCPCS"],
      ["000013 is not a published EAPG code; hospital and ASC claims are grouped to EAPGs before pricing.", "EAPG"],
      ["000013 is not on the Florida Independent Laboratory fee schedule.", "HCPCS"],
    ]);
    expect(await outpatient({ npi: CENTER, billing_code: "000013" })).toMatchObject([
      { error_message: "000013 is not on the Florida Ambulatory Surgical Center fee schedule." },
    ]);
  });

  it("of the type asked for are priced alone", async () => {
    const query = { npi: EVERYTHING, billing_code: "13", provider_type: "hospital" };
    expect(await outpatient(query)).toMatchObject([
      {
        payment_rate: "200.00",
        hospital_class: "Teaching",
        street_address: "1 Banyan Way",
        city: "Naples",
        county: "Collier",
        zip_code: "34102",
      },
    ]);
  });

  it("have the address of the hospital on its stays too", async () => {
    const query = { npi: EVERYTHING, billing_code: "7-2" };
    expect(await inpatient(query)).toMatchObject([
      { street_address: "1 Banyan Way", city: "Naples", county: "Collier", zip_code: "34102" },
    ]);
  });

  it("of other types only are named in the order of the types", async () => {
    const query = { npi: EVERYTHING, billing_code: "J0120", provider_type: "ASC" };
    expect(await outpatient(query)).toMatchObject([
      {
        error_message: "Banyan is not enrolled as ASC; it is enrolled as PRACTITIONER, HOSPITAL, INDEPENDENT_LAB.",
        provider_type: "PRACTITIONER",
        fl_specialty_code: "01",
        billing_code_type: null,
        billing_code_description: "An injection",
        is_manually_priced: false,
      },
    ]);
  });

  it("whose code is unknown to the state have no description", async () => {
    expect(await outpatient({ npi: PHYSICIAN, billing_code: "99213" })).toMatchObject([
      { fl_provider_type_code: "99", fl_provider_type_code_description: null, fl_specialty_code: null },
    ]);
  });
});

describe("a surgical center", () => {
  it("answers in the code system that the code has the shape of", async () => {
    expect(await outpatient({ npi: CENTER, billing_code: "00013" })).toMatchObject([
      { billing_code_type: "HCPCS", payment_rate: "300.00" },
    ]);
    for (const billing_code of ["13", "0013"]) {
      expect(await outpatient({ npi: CENTER, billing_code })).toMatchObject([
        { billing_code_type: "EAPG", payment_rate: "100.00", hospital_class: null },
      ]);
    }
  });

  it("answers in the code system asked for", async () => {
    expect(await outpatient({ npi: CENTER, billing_code: "00013", billing_code_type: "eapg" })).toMatchObject([
      { billing_code_type: "EAPG", payment_rate: "100.00" },
    ]);
    expect(await outpatient({ npi: CENTER, billing_code: "13", billing_code_type: "HCPCS" })).toMatchObject([
      {
        billing_code_type: "HCPCS",
        error_message: "13 is not on the Florida Ambulatory Surgical Center fee schedule.",
      },
    ]);
  });

  it("has codes by report", async () => {
    expect(await outpatient({ npi: CENTER, billing_code: "00099" })).toMatchObject([
      { is_manually_priced: true, prior_auth_required: false },
    ]);
  });

  it("without an ID has no EAPG base rate", async () => {
    expect(await outpatient({ npi: CENTER_WITHOUT_ID, billing_code: "13" })).toMatchObject([
      { billing_code_type: "EAPG", error_message: "Egret has no EAPG base rate." },
    ]);
  });
});

describe("the NPI of a result", () => {
  it("is the one that was sent, on prices and on failures", async () => {
    const npi = CENTER_ALTERNATE;
    const results = [
      await outpatient({ npi, billing_code: "13" }),
      await outpatient({ npi, billing_code: "13", state_provider_id: "060000200" }),
      await outpatient({ npi, billing_code: "99213" }),
      await outpatient({ npi, billing_code: "13", provider_type: "HOSPITAL" }),
      await inpatient({ npi, billing_code: "7-1" }),
      await inpatient({ npi: IBIS_ALTERNATE, billing_code: "7-1" }),
      await outpatient({ npi: "1999999999", billing_code: "13" }),
    ];
    expect(results.map((each) => each.map((result) => result.npi))).toEqual([
      ...Array(5).fill([CENTER_ALTERNATE]),
      [IBIS_ALTERNATE, IBIS_ALTERNATE],
      ["1999999999"],
    ]);
  });

  it("is the provider's primary one where none was sent", async () => {
    const results = [
      await outpatient({ state_provider_id: "060000200", billing_code: "13" }),
      await outpatient({ provider_name: "dune", billing_code: "13" }),
      await inpatient({ state_provider_id: "060000200", billing_code: "7-1" }),
      await inpatient({ state_provider_id: "010000500", billing_code: "7-1" }),
      await outpatient({ provider_name: "nobody", billing_code: "13" }),
    ];
    expect(results.map((each) => each.map((result) => result.npi))).toEqual([
      [CENTER],
      [CENTER],
      [CENTER],
      [IBIS],
      [null],
    ]);
  });

  it("does not change the order: that is by the primary one", async () => {
    const results = await inpatient({ npi: IBIS_ALTERNATE, billing_code: "7-1" });
    expect(results.map((result) => result.state_provider_id)).toEqual(["010000500", "010000400"]);
  });

  it.each(florida.lookups)("is written anew for a provider that is known ($setting)", async (lookup) => {
    for (const npi of [IBIS, IBIS_ALTERNATE, IBIS]) {
      const query = { npi, billing_code: lookup.setting === "outpatient" ? "13" : "7-1" };
      const answer = await lookupAnswer(lookup, "fromQuery", query, { today: "2026-03-15" as Day }, service.source);
      const results = answer.ok ? answer.results : [];
      expect(results).not.toEqual([]);
      const written = JSON.parse(lookup.resultsJson(results)) as readonly Result[];
      expect(written.map((result) => result.npi)).toEqual(results.map(() => npi));
    }
  });
});

describe("codes by report", () => {
  it("show the modifier and the dates of the row", async () => {
    expect(await outpatient({ npi: PHYSICIAN, billing_code: "t1020" })).toMatchObject([
      {
        is_manually_priced: true,
        error_message:
          "T1020 is priced By Report: it is covered and the state sets the payment case by case; no amount is published.",
        modifier: "HA",
        prior_auth_required: false,
        effective_start_date: "2026-01-01",
        effective_end_date: null,
      },
    ]);
  });
});

describe("code systems", () => {
  it("that are not the provider's are refused by name", async () => {
    expect(await outpatient({ npi: PHYSICIAN, billing_code: "J0120", billing_code_type: "EAPG" })).toMatchObject([
      {
        error_message: "Practitioner services are priced by HCPCS code, not by EAPG.",
        billing_code_type: "EAPG",
        billing_code_description: null,
      },
    ]);
  });

  it("that were asked for stand on failures before any row is priced", async () => {
    const query = { billing_code: "j0120", billing_code_type: "EAPG" };
    const failures = [
      await outpatient({ ...query, npi: "1999999999" }),
      await outpatient({ ...query, npi: PHYSICIAN, provider_type: "ASC" }),
      await outpatient({ ...query, provider_name: "cypress" }),
    ];
    expect(failures).toMatchObject(
      Array(3).fill([{ billing_code: "j0120", billing_code_type: "EAPG", billing_code_description: null }]),
    );
    expect(failures[2]).toMatchObject([
      { error_message: 'No Florida provider matching provider_name "cypress" can be priced for J0120.' },
    ]);
  });

  it("decide about the description: Level II codes have one, EAPGs none", async () => {
    expect(await outpatient({ npi: PHYSICIAN, billing_code: "j0120", modifier: "tc" })).toMatchObject([
      { billing_code: "j0120", billing_code_description: "An injection", modifier: null, modifier_adjustment: null },
    ]);
  });
});

describe("dates", () => {
  it("outside the hospital's EAPG rates name the nearest period", async () => {
    const query = { npi: EVERYTHING, billing_code: "13", provider_type: "HOSPITAL", date_of_service: "2026-08-01" };
    expect(await outpatient(query)).toMatchObject([
      {
        error_message:
          "EAPG base rate of Banyan has no rate in force on 2026-08-01; the nearest published period is 2026-01-01 to 2026-06-30.",
        hospital_class: null,
      },
    ]);
  });

  it("outside the EAPG's weights name the code as sent", async () => {
    const query = { npi: CENTER, billing_code: "099", billing_code_type: "EAPG" };
    expect(await outpatient(query)).toMatchObject([
      {
        error_message:
          "EAPG 099 has no rate in force on 2026-03-15; the nearest published period is 2025-01-01 to 2025-12-31.",
      },
    ]);
  });

  it("outside a parameter's rows fail the lines that use it", async () => {
    const query = { npi: CENTER, billing_code: "13", billing_code_type: "EAPG", paf_bilateral: "true" };
    expect(await outpatient(query)).toMatchObject([
      {
        error_message:
          "Parameter paf_bilateral has no value on 2026-03-15; the nearest published period is 2026-05-01 onward.",
        eapg_weight: null,
      },
    ]);
    expect(await outpatient({ npi: PHYSICIAN, billing_code: "99213", modifier: "54" })).toMatchObject([
      {
        error_message:
          "Parameter modifier_54 has no value on 2026-03-15; the nearest published period is 2026-05-01 onward.",
        billing_code_type: "HCPCS",
        modifier: null,
      },
    ]);
  });

  it("of an EAPG price are those that weight and base rate share", async () => {
    const dates = async (npi: string) => {
      const [result] = await outpatient({ npi, billing_code: "13" });
      return [result?.effective_start_date, result?.effective_end_date];
    };
    expect(await dates(EVERYTHING)).toEqual(["2026-02-01", "2026-06-30"]);
    expect(await dates(CENTER)).toEqual(["2026-02-01", null]);
  });
});

describe("lookups by name", () => {
  it("return every result that counts, state modifiers in order", async () => {
    expect(await outpatient({ provider_name: "cypress", billing_code: "T1019" })).toMatchObject([
      { modifier: "GT", payment_rate: "20.00", provider_matches_total: 1 },
      { modifier: "HA", payment_rate: "10.00", provider_matches_total: 1 },
    ]);
  });

  it("say once that a code is by report where it is so for all", async () => {
    expect(await outpatient({ provider_name: "n", billing_code: "J0120" })).toMatchObject([
      { provider_name: "Banyan", is_manually_priced: true, provider_matches_total: 0 },
    ]);
  });

  it("look at providers of the type asked for alone", async () => {
    expect(await outpatient({ provider_name: "n", billing_code: "13" })).toMatchObject([
      { provider_name: "Banyan", provider_type: "HOSPITAL", provider_matches_total: 2 },
      { provider_name: "Dune", provider_type: "ASC", provider_matches_total: 2 },
    ]);
    expect(await outpatient({ provider_name: "n", billing_code: "13", provider_type: "ASC" })).toMatchObject([
      { provider_name: "Dune", provider_matches_total: 1 },
    ]);
  });

  it("say whether the name or the price is missing, never that the type is", async () => {
    const query = { billing_code: "99213", provider_type: "INDEPENDENT_LAB" };
    expect(await outpatient({ ...query, provider_name: "cypress" })).toMatchObject([
      {
        error_message: 'No Florida provider matching provider_name "cypress" can be priced for 99213.',
        provider_matches_total: 0,
        provider_type: null,
        billing_code_type: null,
      },
    ]);
    expect(await outpatient({ ...query, provider_name: " Ficus " })).toMatchObject([
      {
        error_message:
          'No Florida provider matches provider_name "Ficus". Check the identifier or use /fl/providers/search.',
        provider_matches_total: 0,
      },
    ]);
    expect(await inpatient({ provider_name: "cypress", billing_code: "7-1" })).toMatchObject([
      { error_message: 'No Florida provider matching provider_name "cypress" can be priced for 7-1.' },
    ]);
  });

  it("beside another identifier only narrow it", async () => {
    const query = { npi: PHYSICIAN, state_provider_id: "1", provider_name: "x", billing_code: "99213" };
    expect(await outpatient(query)).toMatchObject([
      {
        error_message: `No Florida provider matches npi ${PHYSICIAN} and state_provider_id 1 and provider_name "x". Check the identifier or use /fl/providers/search.`,
        npi: PHYSICIAN,
        state_provider_id: "1",
        provider_matches_total: null,
      },
    ]);
  });
});

describe("inpatient lookups", () => {
  it("take the hospital among an NPI's rows and the severities in force, ascending", async () => {
    expect(await inpatient({ npi: EVERYTHING, billing_code: "7" })).toMatchObject([
      {
        billing_code: "7",
        apr_drg_code: "007",
        soi: 1,
        payment_rate: "1352.00",
        billing_code_description: "Base words",
        length_of_stay_used: null,
        effective_start_date: "2026-02-01",
        effective_end_date: "2026-03-31",
      },
      {
        soi: 2,
        payment_rate: "2080.00",
        billing_code_description: "Words of severity 2",
        cost_to_charge_ratio: "0.5",
        casemix: "1.2",
      },
    ]);
  });

  it("give one result where one severity is in force", async () => {
    expect(await inpatient({ npi: EVERYTHING, billing_code: "6" })).toMatchObject([
      { soi: 4, payment_rate: "4160.00" },
    ]);
  });

  it("fail severity by severity where a parameter has no value", async () => {
    const query = { npi: EVERYTHING, billing_code: "007", discharge_date: "2026-04-01" };
    expect(await inpatient(query)).toMatchObject([
      {
        error_message:
          "Parameter service_adjustor_neonatal has no value on 2026-04-01; the nearest published period is 2020-01-01 to 2026-03-31.",
        soi: null,
        billing_code_description: "Base words",
        hospital_class: "LTAC",
        trauma_class: "Pediatric",
        fl_relative_weight: null,
        cost_to_charge_ratio: null,
        casemix: null,
        charge_cap_applied: null,
      },
      { soi: 2, payment_rate: "2080.00" },
    ]);
  });

  it("fail once per hospital where weights or rates are missing, the weight first", async () => {
    const message = async (query: Query) => {
      const results = await inpatient(query);
      expect(results).toHaveLength(1);
      return results[0]?.error_message;
    };
    const late = { discharge_date: "2026-08-01" };
    expect(await message({ npi: NO_RATES, billing_code: "9" })).toBe("APR-DRG 009 has no published Florida weight.");
    expect(await message({ npi: NO_RATES, billing_code: "7-4" })).toBe(
      "APR-DRG 007-4 has no published Florida weight.",
    );
    expect(await message({ npi: NO_RATES, billing_code: "7-3" })).toBe(
      "APR-DRG 007-3 has no rate in force on 2026-03-15; the nearest published period is 2025-01-01 to 2025-12-31.",
    );
    expect(await message({ npi: NO_RATES, billing_code: "8" })).toBe(
      "APR-DRG 008 has no rate in force on 2026-03-15; the nearest published period is 2025-01-01 to 2025-12-31.",
    );
    expect(await message({ npi: NO_RATES, billing_code: "7" })).toBe("Heron has no Florida DRG rates.");
    expect(await message({ npi: EVERYTHING, billing_code: "7", ...late })).toBe(
      "DRG rates of Banyan has no rate in force on 2026-08-01; the nearest published period is 2026-01-01 to 2026-06-30.",
    );
  });

  it("echo what was sent on failures", async () => {
    const sent = { length_of_stay: "3", total_charges: "100.005", reference_id: "r-1" };
    expect(await inpatient({ npi: NO_RATES, billing_code: "7-1", ...sent })).toMatchObject([
      {
        reference_id: "r-1",
        rate_found: false,
        length_of_stay_used: 3,
        total_charges_used: "100.01",
        soi: 1,
        hospital_class: null,
        transfer_adjustment_applied: null,
        outlier_adjustment_applied: null,
      },
    ]);
  });

  it("echo the identifiers where no provider has them", async () => {
    expect(await inpatient({ npi: NO_RATES, state_provider_id: "1", billing_code: "7-1" })).toMatchObject([
      { npi: NO_RATES, state_provider_id: "1", provider_name: null },
    ]);
  });

  it.each(["", "7-", "7-0", "7-5", "0007", "7-12", "x", "-1", "7 -1"])("refuse the code %j", (code) => {
    expect(service.faults("inpatient", { npi: EVERYTHING, billing_code: code })).toMatchObject([
      { field: "billing_code" },
    ]);
  });
});

describe("provider search", () => {
  it("says who has outpatient and inpatient rates", async () => {
    const { providers } = await service.search({});
    const rates = providers.map(({ provider_name, provider_type, op_rates, ip_rates }) =>
      [provider_name, provider_type, op_rates, ip_rates].join(" "),
    );
    expect(rates).toEqual([
      "Banyan PRACTITIONER true false",
      "Banyan PRACTITIONER true false",
      "Banyan HOSPITAL true true",
      "Banyan INDEPENDENT_LAB true false",
      "Cypress PRACTITIONER true false",
      "Dune ASC true false",
      "Egret ASC true false",
      "Heron HOSPITAL false false",
      "Ibis HOSPITAL false false",
      "Ibis HOSPITAL false false",
    ]);
  });

  it("matches city and county in part and finds alternate NPIs", async () => {
    const names = async (query: Query) => (await service.search(query)).providers.map((p) => p.provider_name);
    expect(await names({ city: "nap", county: "OLLI" })).toEqual(["Banyan"]);
    expect(await names({ npi: CENTER_ALTERNATE })).toEqual(["Dune"]);
    expect(await names({ state_provider_id: "10000100" })).toEqual([]);
  });

  it("shows the NPI that was sent, also where it is an alternate one; else the primary one", async () => {
    const { providers } = await service.search({ npi: IBIS_ALTERNATE });
    expect(providers.map(({ npi }) => npi)).toEqual([IBIS_ALTERNATE, IBIS_ALTERNATE]);
    const byName = await service.search({ provider_name: "ibis" });
    expect(byName.providers.map(({ npi }) => npi)).toEqual([IBIS, OTHER_IBIS]);
  });
});

describe("a dataset without surgical center fees", () => {
  it("gives a surgical center outpatient rates only by EAPG", async () => {
    const withoutCenterFees = await serviceOf("fl", {
      ...files,
      "fl/fee_schedule.csv": dated("schedule,code,fsi", ["LABORATORY,80053,5.00"]),
    });
    const { providers } = await withoutCenterFees.search({});
    withoutCenterFees.close();
    const having = providers.filter(({ op_rates }) => op_rates).map((p) => `${p.provider_name} ${p.provider_type}`);
    expect(having).toEqual([
      "Banyan PRACTITIONER",
      "Banyan PRACTITIONER",
      "Banyan HOSPITAL",
      "Cypress PRACTITIONER",
      "Dune ASC",
    ]);
  });
});
