import { afterAll, describe, expect, it } from "vitest";
import { nppes as registry } from "../../../../src/imports/federal/nppes.ts";
import { nppes } from "../../../../src/states/ca/publications/federal.ts";
import { mediCalRates } from "../../../../src/states/ca/publications/medi-cal-rates/medi-cal-rates.ts";
import { organization, person, practice, registryFile, taxonomies } from "../../../imports/federal/registry.ts";
import { xlsx, zip } from "../../../imports/fixtures.ts";
import { importing, snapshot } from "../../../imports/support.ts";
import { type DatasetFiles, serviceOf, type TestService } from "../../../support/release.ts";
import { currentRate, firstRow, HEADINGS } from "./medi-cal-rates/rates-file.ts";

/* The quick start of docs/data.md: the rates and the registry as they are downloaded, and nothing else. */

const here = practice("CA", "FRESNO", "937100000");
const OFFICE = "1003000019";
const HOSPITAL = "1003000027";
const PODIATRIST = "1003000035";

const RATES = [
  currentRate("N", "99213", "2.40", "24.00", "001", { child: "26.18", er: "29.81", cutback: "1" }),
  currentRate("P", "99213", "2.40", "24.00", "052", { child: "26.18", cutback: "1" }),
  currentRate("X", "99213", "82.02", "82.02", "009", { cutback: "1" }),
  currentRate("Y", "99213", "82.02", "82.02", "009", { er: "82.02", cutback: "1" }),
  currentRate("X", "90840", "62.46", "62.46", "009"),
  currentRate("Y", "90845", "77.50", "77.50", "009"),
];

const REGISTRANTS = registryFile(
  person(OFFICE, "ALDER", "JO", { ...here, ...taxonomies("207Q00000X*") }),
  organization(HOSPITAL, "BAY HOSPITAL", { ...here, ...taxonomies("282N00000X*") }),
  person(PODIATRIST, "BIRCH", "LU", { ...here, ...taxonomies("213E00000X*") }),
);

/** The tables of stays, which neither file brings. */
const WITHOUT_STAYS: DatasetFiles = {
  "ca/hospital_rates.csv":
    "state_provider_id,drg_base_rate,cost_to_charge_ratio,designated_nicu,designated_public_hospital,effective_start_date\n",
  "ca/drg_weights.csv":
    "drg,soi,casemix_weight,national_average_los,policy_adjustor_a,policy_adjustor_b,policy_adjustor_c,policy_adjustor_d,effective_start_date\n",
};

let built: Promise<TestService> | null = null;
afterAll(async () => (await built)?.close());

async function service(): Promise<TestService> {
  built ??= downloads().then((files) => serviceOf("ca", { ...WITHOUT_STAYS, ...files }));
  return await built;
}

async function downloads(): Promise<DatasetFiles> {
  const workbook = xlsx({ rates_data: [firstRow("01/15/2026"), HEADINGS, ...RATES] });
  const rates = { name: "rates.zip", content: zip({ "conv_data.txt": "x", "rates_data.xlsx": workbook }) };
  const { dataset } = await importing(mediCalRates, rates);
  const members = { "npidata_pfile_20050523-20260111.csv": REGISTRANTS };
  const registrants = { name: "NPPES_Data_Dissemination_January_2026.zip", content: zip(members) };
  await importing(nppes, registrants, { others: [registry, mediCalRates], into: dataset });
  return Object.fromEntries(Object.entries(snapshot(dataset)).filter(([path]) => path.startsWith("ca/")));
}

async function price(npi: string, billing_code: string, more: Record<string, string> = {}) {
  const query = { npi, date_of_service: "2026-02-01", billing_code, ...more };
  const [result, ...others] = await (await service()).lookup("outpatient", query);
  expect(others).toEqual([]);
  return result;
}

const TARGETED = { procedure_type: "Targeted Rate Increase" };
const JUSTICE = { procedure_type: "Justice Involved" };
const EMERGENCY = { emergency_room: "true" };

describe("the rates and the registry alone", () => {
  it.each([
    [OFFICE, "99213", {}, "24.00", "Medicine"],
    [OFFICE, "99213", { child_patient: "true" }, "26.18", "Medicine"],
    [OFFICE, "99213", EMERGENCY, "29.81", "Medicine"],
    [PODIATRIST, "99213", {}, "24.00", "Podiatrist"],
    [OFFICE, "99213", TARGETED, "82.02", "Targeted Rate Increase"],
    [OFFICE, "99213", { ...TARGETED, ...EMERGENCY }, "82.02", "Targeted Rate Increase"],
    [OFFICE, "99213", { ...JUSTICE, ...EMERGENCY }, "82.02", "Justice Involved"],
    [OFFICE, "90840", {}, "62.46", "Targeted Rate Increase"],
    [OFFICE, "90845", {}, "77.50", "Justice Involved"],
    // 24.00 x 0.80 = 19.20, x 1.4344 = 27.54048
    [HOSPITAL, "99213", {}, "27.54", "Medicine"],
    // 82.02 x 0.80 = 65.616, and no add-on
    [HOSPITAL, "99213", TARGETED, "65.62", "Targeted Rate Increase"],
    // 77.50 x 1.4344 = 111.166
    [HOSPITAL, "90845", {}, "111.17", "Justice Involved"],
  ])("price for %s the code %s with %o: %s, as %s", async (npi, code, more: Record<string, string>, payment, type) => {
    expect(await price(npi, code, more)).toMatchObject({
      rate_found: true,
      payment_rate: payment,
      procedure_type_used: type,
    });
  });

  it("have no price for the days before the edition", async () => {
    expect(await price(OFFICE, "99213", { date_of_service: "2026-01-14" })).toMatchObject({
      rate_found: false,
      error_message: expect.stringContaining("the nearest published period is 2026-01-15 onward"),
    });
    expect(await price(OFFICE, "99213", { date_of_service: "2026-01-15" })).toMatchObject({ payment_rate: "24.00" });
  });
});
