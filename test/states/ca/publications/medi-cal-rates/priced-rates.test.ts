import { afterAll, describe, expect, it } from "vitest";
import { mediCalRates } from "../../../../../src/states/ca/publications/medi-cal-rates/medi-cal-rates.ts";
import { importing, snapshot } from "../../../../imports/support.ts";
import { type DatasetFiles, serviceOf, type TestService } from "../../../../support/release.ts";
import { rate, ratesFile } from "./rates-file.ts";

/* What an imported rates file prices, through a real release: the amounts that it prints. */

const OFFICE = "1100000009";

const OTHER_TABLES: DatasetFiles = {
  "ca/providers.csv": `npi,provider_name,primary_taxonomy\n${OFFICE},Corner Practice,207Q00000X\n`,
  "ca/hospital_rates.csv":
    "state_provider_id,drg_base_rate,cost_to_charge_ratio,designated_nicu,designated_public_hospital,effective_start_date\n",
  "ca/drg_weights.csv":
    "drg,soi,casemix_weight,national_average_los,policy_adjustor_a,policy_adjustor_b,policy_adjustor_c,policy_adjustor_d,effective_start_date\n",
  "ca/parameters.csv": "name,value,effective_start_date\nuse_professional_fraction,1,2020-01-01\n",
};

const FILE = ratesFile(
  rate("N", "99213", "2.4", "24.00", "1.0", { child: "26.18", er: "29.81", cutback: "1.0" }),
  rate("N", "99212", "1.81", "18.10", "1.0", { child: "19.75", er: "22.48" }),
  rate("L", "77280", "20.98", "80.14", "5.0", { prof: "0.12" }),
  rate("L", "77290", "10.0", "38.20", "5.0"),
  rate("L", "71045", "4.62", "17.67", "5.0", { prof: "0.45" }),
  rate("N", "93306", "292.39", "239.76", "7.0", { prof: "0.26" }),
  rate("N", "92950", "200.0", "164.00", "7.0", { er: "208.00" }),
  rate("J", "00100", "5.0", "70.05", "2.0"),
  rate("1", "E0100", "20.52", "20.52", "9.0"),
  rate("N", "92953", "50.0", "41.00", "7.0", { er: "52.00" }),
  // Rates that are not those of their indicator, or have no unit value.
  rate("N", "92960", "100.0", "82.00", "7.0", { er: "110.00" }),
  rate("N", "99381", "30.0", "36.30", "31.0", { child: "36.30" }),
  rate("N", "99382", "20.0", "24.20", "31.0", { child: "24.20" }),
  rate("N", "99994", "3.0", "34.59", "31.0", { child: "37.00" }),
  rate("N", "99555", "0.0", "55.00", "7.0", { er: "60.00" }),
  rate("K", "10060", "2.0", "74.46", "4.0", { child: "80.00" }),
  rate("J", "00102", "6.0", "84.06", "2.0"),
  rate("J", "00103", "5.0", "71.00", "2.0"),
);

let built: Promise<TestService> | null = null;
afterAll(async () => (await built)?.close());

/** The release of the imported file, built when the first test asks for it. */
async function service(): Promise<TestService> {
  built ??= importedFiles().then((files) => serviceOf("ca", { ...OTHER_TABLES, ...files }));
  return await built;
}

async function importedFiles(): Promise<DatasetFiles> {
  const { dataset } = await importing(mediCalRates, FILE, { asOf: "2023-03-15" });
  return Object.fromEntries(Object.entries(snapshot(dataset)).filter(([path]) => path.startsWith("ca/")));
}

async function price(billing_code: string, more: Record<string, string> = {}) {
  const query = { npi: OFFICE, date_of_service: "2023-04-01", billing_code, ...more };
  const [result, ...others] = await (await service()).lookup("outpatient", query);
  expect(others).toEqual([]);
  return result;
}

const CHILD = { child_patient: "true" };
const EMERGENCY = { emergency_room: "true" };

describe("an imported rates file", () => {
  it.each([
    ["99213", {}, "24.00"],
    ["99213", CHILD, "26.18"],
    ["99213", EMERGENCY, "29.81"],
    ["99213", { ...CHILD, ...EMERGENCY }, "29.81"],
    ["99212", CHILD, "19.75"],
    ["71045", {}, "17.67"],
    ["77280", {}, "80.14"],
    ["92950", EMERGENCY, "208.00"],
    ["00100", { anesthesia_minutes: "0" }, "70.05"],
    ["E0100", {}, "20.52"],
    ["92960", EMERGENCY, "110.00"],
    ["92960", {}, "82.00"],
    ["99382", CHILD, "24.20"],
    ["99994", {}, "34.59"],
    ["99994", CHILD, "37.00"],
    ["99555", {}, "55.00"],
    ["99555", CHILD, "55.00"],
    ["99555", EMERGENCY, "60.00"],
    ["10060", {}, "74.46"],
    ["10060", CHILD, "80.00"],
    ["00103", { anesthesia_minutes: "0" }, "71.00"],
  ])("prices %s with %o as it prints it: %s", async (code, more: Record<string, string>, printed) => {
    expect(await price(code, more)).toMatchObject({ rate_found: true, payment_rate: printed });
  });

  it("prices the technical component with the printed percentage: 80.14 x 0.88 = 70.52", async () => {
    expect(await price("77280", { modifier: "TC" })).toMatchObject({
      payment_rate: "70.52",
      calculation_method:
        "unit value (20.98) x conversion factor (3.82) = $80.14; $80.14 x modifier TC (0.88) = $70.52",
    });
  });

  it("prices a code without an ER Rate in the emergency room as anywhere else", async () => {
    expect(await price("93306", EMERGENCY)).toMatchObject({
      payment_rate: "239.76",
      emergency_room: false,
      service_type_used: "MEDICINE",
    });
  });

  it("does not price as a child's a code that has no Child Rate", async () => {
    expect(await price("93306", CHILD)).toMatchObject({ payment_rate: "239.76", service_type_used: "MEDICINE" });
  });
});
