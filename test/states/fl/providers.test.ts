import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serviceOf, type TestService } from "../../support/release.ts";
import { csv, dated } from "./csv.ts";

/*
 * A registry of three names: one of two state IDs, type codes and specialties under one NPI, one whose
 * practice, hospital and surgical center share their identifiers, and a hospital without rates.
 */
const ANHINGA = "1000000001";
const BITTERN = "1000000002";
const CURLEW = "1000000003";

let service: TestService;
beforeAll(async () => {
  service = await serviceOf("fl", {
    "fl/providers.csv": csv(
      "npi,state_provider_id,provider_name,provider_type,fl_provider_type_code,fl_specialty_code,primary_taxonomy",
      [
        `${CURLEW},0400,Curlew,HOSPITAL,01,,282N00000X`,
        `${BITTERN},0300,Bittern,ASC,06,,261QA1903X`,
        `${BITTERN},0300,Bittern,HOSPITAL,01,,282N00000X`,
        `${BITTERN},0300,Bittern,PRACTITIONER,26,,208D00000X`,
        `${ANHINGA},0200,Anhinga,PRACTITIONER,25,01,208D00000X`,
        `${ANHINGA},0100,Anhinga,PRACTITIONER,26,01,208D00000X`,
        `${ANHINGA},0100,Anhinga,PRACTITIONER,25,36,208000000X`,
        `${ANHINGA},0100,Anhinga,PRACTITIONER,25,02,207RC0000X`,
      ],
    ),
    "fl/fee_schedule.csv": dated("schedule,code,fsi", ["PRACTITIONER,99213,50.00", "ASC,10060,300.00"]),
    "fl/rate_multipliers.csv": csv("kind,multiplier,schedules,effective_start_date", []),
    "fl/eapg_weights.csv": dated("eapg,weight", ["13,2.0"]),
    "fl/eapg_rates.csv": dated("state_provider_id,hospital_class,base_rate", ["0300,Rural,50.00"]),
    "fl/drg_weights.csv": dated("drg,soi,relative_weight", ["139,1,1.0"]),
    "fl/drg_rates.csv": dated("state_provider_id,hospital_class", ["0300,Rural"]),
    "fl/parameters.csv": dated("name,value", ["drg_base_rate,1000"]),
  });
});
afterAll(() => service.close());

const DAYS = { outpatient: { date_of_service: "2026-03-15" }, inpatient: { discharge_date: "2026-03-15" } };

/** Each result in a few words. */
async function found(setting: keyof typeof DAYS, query: Record<string, string>): Promise<string[]> {
  const results = await service.lookup(setting, { ...DAYS[setting], ...query });
  return results.map((result) =>
    [
      result.provider_name,
      result.state_provider_id,
      result.provider_type ?? "",
      result.payment_rate,
      `of ${result.provider_matches_total}`,
    ].join(" "),
  );
}

describe("the rows of a provider", () => {
  it("are ordered by state ID, then type code, then specialty", async () => {
    const results = await service.lookup("outpatient", { ...DAYS.outpatient, npi: ANHINGA, billing_code: "99213" });
    const codes = results.map((row) => [row.state_provider_id, row.fl_provider_type_code, row.fl_specialty_code]);
    expect(codes).toEqual([
      ["0100", "25", "02"],
      ["0100", "25", "36"],
      ["0100", "26", "01"],
      ["0200", "25", "01"],
    ]);
  });

  it("are of one provider where NPI and state ID are the same", async () => {
    expect(await found("outpatient", { provider_name: "anhinga", billing_code: "99213" })).toEqual([
      "Anhinga 0100 PRACTITIONER 50.00 of 2",
      "Anhinga 0100 PRACTITIONER 50.00 of 2",
      "Anhinga 0100 PRACTITIONER 50.00 of 2",
      "Anhinga 0200 PRACTITIONER 50.00 of 2",
    ]);
  });
});

describe("a lookup by name", () => {
  it("tells a surgical center from the hospital that it shares an ID with", async () => {
    expect(await found("outpatient", { provider_name: "tern", billing_code: "10060" })).toEqual([
      "Bittern 0300 ASC 300.00 of 1",
    ]);
    for (const provider_type of ["HOSPITAL", "ASC"]) {
      expect(await found("outpatient", { provider_name: "tern", billing_code: "13", provider_type })).toEqual([
        `Bittern 0300 ${provider_type} 100.00 of 1`,
      ]);
    }
  });

  it("tells a hospital with rates from one without", async () => {
    expect(await found("outpatient", { provider_name: "r", billing_code: "13" })).toEqual([
      "Bittern 0300 HOSPITAL 100.00 of 1",
      "Bittern 0300 ASC 100.00 of 1",
    ]);
    expect(await found("inpatient", { provider_name: "r", billing_code: "139-1" })).toEqual([
      "Bittern 0300  1000.00 of 1",
    ]);
  });
});

describe("a search", () => {
  const names = async (query: Record<string, string>) =>
    (await service.search(query)).providers.map(
      ({ provider_name, provider_type }) => `${provider_name} ${provider_type}`,
    );

  it("compares the whole taxonomy, in any case", async () => {
    expect(await names({ taxonomy: "282n00000x" })).toEqual(["Bittern HOSPITAL", "Curlew HOSPITAL"]);
    expect(await names({ taxonomy: "282N" })).toEqual([]);
  });

  it("is of one type of provider where it says so", async () => {
    expect(await names({ provider_type: "asc" })).toEqual(["Bittern ASC"]);
  });
});
