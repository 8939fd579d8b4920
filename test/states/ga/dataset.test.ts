import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkDataset } from "../../../src/dataset/check.ts";
import { georgia } from "../../../src/states/ga/index.ts";
import { type DatasetFiles, writeDataset } from "../../support/release.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-test-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const PROVIDERS =
  "npi,provider_name,campus_name,provider_type,primary_taxonomy_code,critical_access_hospital,addon_exempt";
const FEES = "service_category,code,modifier,place_of_service,program,rate,manually_priced,effective_start_date";

let count = 0;
async function faultRows(files: DatasetFiles) {
  count += 1;
  const dataset = writeDataset(join(folder, String(count)), { "ga/providers.csv": `${PROVIDERS}\n`, ...files });
  return (await checkDataset({ dataset, states: [georgia] })).faults;
}

const faultsOf = async (files: DatasetFiles) => (await faultRows(files)).map(({ line, column }) => `${line} ${column}`);

const providerFaults = (...rows: string[]) => faultsOf({ "ga/providers.csv": [PROVIDERS, ...rows, ""].join("\n") });
const feeFaults = (...rows: string[]) => faultsOf({ "ga/fee_schedule.csv": [FEES, ...rows, ""].join("\n") });

it("only providers.csv must exist", async () => {
  expect(await faultsOf({})).toEqual([]);
});

describe("providers", () => {
  it("need a type of their own or of their taxonomy", async () => {
    expect(await providerFaults("1111111101,A,,,282N00000X,,", "1111111102,B,,,332B00000X,,")).toEqual([
      "3 provider_type",
    ]);
  });

  it("other than hospitals have no campus, critical access or exemption", async () => {
    expect(
      await providerFaults(
        "1111111101,A,Downtown,PHYSICIAN,,,",
        "1111111102,B,,ASC,,true,",
        "1111111103,C,,,291U00000X,,true",
        "1111111104,D,Downtown,,282N00000X,true,true",
        "1111111105,E,,PHYSICIAN,,false,false",
      ),
    ).toEqual(["2 campus_name", "3 critical_access_hospital", "4 addon_exempt"]);
  });

  it("have one row per NPI, type as resolved, and campus", async () => {
    const hospital = "1111111101,A,,HOSPITAL,,,";
    expect(await providerFaults(hospital, "1111111101,B,,,282N00000X,,")).toEqual(["3 npi"]);
    expect(await providerFaults("1111111101,A,,,282N00000X,,", "1111111101,A,,,291U00000X,,")).toEqual([]);
    expect(await providerFaults("1111111101,A,North,HOSPITAL,,,", "1111111101,A,South,HOSPITAL,,,")).toEqual([]);
  });

  it("have a campus on every hospital row of an NPI or on none; other types do not count", async () => {
    const campus = "1111111101,A,Downtown,HOSPITAL,,,";
    expect(await providerFaults(campus, "1111111101,A,,,282N00000X,,")).toEqual(["3 campus_name"]);
    expect(await providerFaults(campus, "1111111101,A,,PHYSICIAN,,,", "1111111102,B,,HOSPITAL,,,")).toEqual([]);
  });
});

describe("the fee schedule", () => {
  it("has a rate or is manually priced, enhanced rates always a rate", async () => {
    expect(
      await feeFaults(
        "physician_fs,99211,,,,,,2025-01-01",
        "physician_fs,99212,,,,1.00,true,2025-01-01",
        "physician_fs,99213,,,,1.00,false,2025-01-01",
        "physician_fs,99214,,,,,true,2025-01-01",
        "enhanced_rate,99215,,,ob_gyn,,true,2025-01-01",
        "physician_fs,99216,,,,1.1234567,,2025-01-01",
        "physician_fs,99217,,,,1.123456,,2025-01-01",
      ),
    ).toEqual(["2 rate", "3 manually_priced", "6 manually_priced", "7 rate"]);
    const withoutBoth = [FEES, "physician_fs,99211,,,,,,2025-01-01", ""].join("\n");
    expect((await faultRows({ "ga/fee_schedule.csv": withoutBoth }))[0]?.reason).toBe(
      "required unless manually_priced is true",
    );
  });

  it("has the places of its schedule", async () => {
    const row = (category: string, place: string, program = "") =>
      feeFaults(`${category},99213,,${place},${program},1.00,,2025-01-01`);
    expect(await row("physician_fs", "non_facility")).toEqual([]);
    expect(await row("physician_fs", "")).toEqual([]);
    expect(await row("physician_fs", "facility")).toEqual(["2 place_of_service"]);
    expect(await row("site_of_service", "facility")).toEqual([]);
    expect(await row("site_of_service", "")).toEqual(["2 place_of_service"]);
    const wrong = [FEES, "physician_fs,99213,,facility,,1.00,,2025-01-01", ""].join("\n");
    const faults = await faultRows({ "ga/fee_schedule.csv": wrong });
    expect(faults[0]?.reason).toBe("expected non_facility or an empty cell on physician_fs rows");
    expect(await row("padl_drug", "non_facility")).toEqual(["2 place_of_service"]);
    expect(await row("enhanced_rate", "facility", "ob_gyn")).toEqual([]);
  });

  it("has a program on enhanced rates and nowhere else", async () => {
    expect(
      await feeFaults("enhanced_rate,99213,,,,1.00,,2025-01-01", "physician_fs,99213,,,ob_gyn,1.00,,2025-01-01"),
    ).toEqual(["2 program", "3 program"]);
  });

  it("has codes and modifiers in upper case", async () => {
    expect(await feeFaults("padl_drug,j0696,,,,1.00,,2025-01-01", "padl_drug,J0696,jw,,,1.00,,2025-01-01")).toEqual([
      "2 code",
      "3 modifier",
    ]);
  });
});

describe("other tables", () => {
  const localities = (...rows: string[]) =>
    faultsOf({ "ga/asc_localities.csv": ["county,locality,effective_start_date", ...rows, ""].join("\n") });

  it("a county has one locality at a time, however it is written", async () => {
    expect(await localities("Ben Hill,01,2025-01-01", "BEN-HILL County,02,2025-07-01")).toEqual([
      "3 effective_start_date",
    ]);
    expect(await localities("Ben Hill,09,2025-01-01", "...,01,2025-01-01")).toEqual(["2 locality", "3 county"]);
  });

  it("parameters are known by name and whole where the page says so", async () => {
    const parameters = (...rows: string[]) =>
      faultsOf({ "ga/parameters.csv": ["name,value,effective_start_date", ...rows, ""].join("\n") });
    expect(
      await parameters(
        "short_stay_days,2,2025-01-01",
        "anesthesia_minutes_per_unit,0,2025-01-01",
        "physical_status_units_P3,1.5,2025-01-01",
        "outlier_payment_percentage,0.8935,2025-01-01",
        "outlier_percentage,0.9,2025-01-01",
      ),
    ).toEqual(["3 value", "4 value", "6 name"]);
  });

  it("Medicare lines without an amount are not carried over", async () => {
    const rows = "code,rate,effective_start_date\n80053,0.00,2025-01-01\n85025,0.01,2025-01-01\n";
    expect(await faultsOf({ "ga/medicare_clfs.csv": rows })).toEqual(["2 rate"]);
  });
});
