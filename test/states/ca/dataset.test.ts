import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkDataset } from "../../../src/dataset/check.ts";
import { california } from "../../../src/states/ca/index.ts";
import { type DatasetFiles, writeDataset } from "../../support/release.ts";
import { workedExampleRows } from "./worked-example-rows.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-test-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
async function faultsOf(files: DatasetFiles): Promise<string[]> {
  count += 1;
  const dataset = writeDataset(join(folder, String(count)), { ...workedExampleRows, ...files });
  const { faults } = await checkDataset({ dataset, states: [california] });
  return faults.map(({ line, column }) => `${line} ${column}`);
}

/** The faults of rows in place of those of the page's examples. */
function faultsIn(table: string, header: string) {
  return (...rows: string[]) => faultsOf({ [`ca/${table}.csv`]: [header, ...rows, ""].join("\n") });
}

it("the rows of the page's examples have no faults", async () => {
  expect(await faultsOf({})).toEqual([]);
});

describe("providers", () => {
  const HEADER = "npi,state_provider_id,alternate_npis,provider_name,provider_type,primary_taxonomy";
  const HOSPITALS = ["1000000001,106190001,,H1,hospital,", "1000000003,106380002,,H2,,282N00000X"];
  const faults = (...rows: string[]) => faultsIn("providers", HEADER)(...HOSPITALS, ...rows);

  it("have an NPI or an ID", async () => {
    expect(await faults("1000000011,,,A,,", ",X1,,B,,", ",,,C,,")).toEqual(["6 npi"]);
  });

  it("other than hospitals have no alternate NPIs", async () => {
    const alternates = "1000000021|1000000022";
    expect(
      await faults(
        `1000000011,X1,${alternates},A,hospital,`,
        `1000000012,X2,${alternates},B,,207Q00000X`,
        `1000000013,X3,${alternates},C,free_clinic,282N00000X`,
      ),
    ).toEqual(["5 alternate_npis", "6 alternate_npis"]);
  });

  it("share an ID only where one of them at most is a hospital", async () => {
    expect(await faults("1000000011,106190001,,A,podiatrist,")).toEqual([]);
    expect(await faults("1000000011,106190001,,A,hospital,")).toEqual(["4 state_provider_id"]);
  });

  it("that have DRG rates are hospitals", async () => {
    const clinic = faultsIn("providers", HEADER)("1000000001,106190001,,H1,free_clinic,", HOSPITALS[1] as string);
    expect(await clinic).toEqual(["2 state_provider_id"]);
  });
});

describe("outpatient rates", () => {
  const faults = faultsIn(
    "outpatient_rates",
    "procedure_code,procedure_type,unit_value,conversion_indicator,published_basic_rate,effective_start_date",
  );

  it("have a conversion indicator where they have a unit value", async () => {
    expect(
      await faults(
        "10001,Medicine,1.5,2,,2025-07-01",
        "10002,Medicine,,2,,2025-07-01",
        "10003,Medicine,,,,2025-07-01",
        "10004,Medicine,1.5,,,2025-07-01",
      ),
    ).toEqual(["5 conversion_indicator"]);
  });

  it("have a published basic rate of whole cents, but not for anesthesia", async () => {
    expect(
      await faults(
        "10001,Medicine,1.5,2,3.25,2025-07-01",
        "10002,Anesthesia,1.5,2,,2025-07-01",
        "10003,Anesthesia,1.5,2,3.25,2025-07-01",
        "10004,Medicine,1.5,2,3.255,2025-07-01",
      ),
    ).toEqual(["4 published_basic_rate", "5 published_basic_rate"]);
  });

  it("have codes in upper case and unit values above 0", async () => {
    expect(await faults("e0110,Medicine,1,2,,2025-07-01", "E0111,Medicine,0,2,,2025-07-01")).toEqual([
      "2 procedure_code",
      "3 unit_value",
    ]);
  });

  it("have a cutback indicator of 0 or 1, which may be empty", async () => {
    const cutback = faultsIn("outpatient_rates", "procedure_code,procedure_type,cutback_ind,effective_start_date");
    const indicators = ["", "0", "1", "-1", "2", "0.5"];
    const rows = indicators.map((indicator, place) => `1000${place},Medicine,${indicator},2025-07-01`);
    expect(await cutback(...rows)).toEqual(["5 cutback_ind", "6 cutback_ind", "7 cutback_ind"]);
  });
});

describe("parameters", () => {
  const faults = faultsIn("parameters", "name,value,effective_start_date");

  it("are within the bounds of what they are", async () => {
    const good = {
      modifier_26_factor: "1",
      cutback_reduction: "0",
      use_professional_fraction: "1.0",
      anesthesia_minutes_per_unit: "1",
      outlier_threshold: "99000.50",
      hopd_multiplier: "1.43445",
    };
    expect(await faults(...Object.entries(good).map((cells) => `${cells.join(",")},2025-07-01`))).toEqual([]);
    const bad = {
      modifier_26_factor: "1.01",
      cutback_reduction: "-0.1",
      use_professional_fraction: "0.5",
      anesthesia_minutes_per_unit: "0",
      outlier_threshold: "99000.505",
      hopd_addon: "1.4344",
    };
    const refused = await faults(...Object.entries(bad).map((cells) => `${cells.join(",")},2025-07-01`));
    expect(refused).toEqual(["2 value", "3 value", "4 value", "5 value", "6 value", "7 name"]);
  });
});
