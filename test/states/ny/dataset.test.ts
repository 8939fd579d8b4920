import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { foldName } from "../../../src/core/text/folding.ts";
import { snakeCase } from "../../../src/core/text/spelling.ts";
import { checkDataset } from "../../../src/dataset/check.ts";
import type { RateData } from "../../../src/dataset/table.ts";
import { newYork } from "../../../src/states/ny/index.ts";
import { routesOf } from "../../../src/states/ny/routing.ts";
import { type DatasetFiles, writeDataset } from "../../support/release.ts";
import { workedExampleRows } from "./worked-example-rows.ts";

/* What a dataset of New York is refused for (ny 2, 3.5), as `file:line:column: reason`. */

async function faultsOf(files: DatasetFiles): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-test-"));
  const dataset = writeDataset(folder, { ...workedExampleRows, ...files });
  const { faults } = await checkDataset({ dataset, states: [newYork] });
  rmSync(folder, { recursive: true });
  return faults.map(({ file, line, column, reason }) => `${file}:${line}:${column}: ${reason}`);
}

/** The faults of one table, written from its header and rows. */
async function faultsIn(table: string, header: string, ...rows: readonly string[]): Promise<readonly string[]> {
  return faultsOf({ [`ny/${table}.csv`]: `${[header, ...rows].join("\n")}\n` });
}

/** Faults of rows that all start on one day. */
async function faultsInDated(table: string, header: string, ...rows: readonly string[]): Promise<readonly string[]> {
  return faultsIn(table, `${header},effective_start_date`, ...rows.map((row) => `${row},2025-01-01`));
}

it("the rows of the worked examples are sound", async () => {
  expect(await faultsOf({})).toEqual([]);
});

it("columns that may be missing are those that the page says", () => {
  const requiredColumns = newYork.tables.map(({ name, columns }) => {
    const required = Object.keys(columns).filter((column) => columns[column]?.required);
    return [name, required.map(snakeCase).join(" ")];
  });
  expect(Object.fromEntries(requiredColumns)).toEqual({
    providers: "npi provider_name",
    routing: "kind code target",
    fee_schedule: "schedule code",
    apg_weights: "apg apg_weight",
    apg_procedures: "code",
    apg_fees: "code amount",
    hospital_apg_rates: "opcert",
    dtc_base_rates: "peer_group region base_rate",
    dtc_capital: "npi peer_group capital_addon",
    drg_weights: "service_type drg soi siw",
    inpatient_acute_rates: "opcert payer_class discharge_rate",
    inpatient_psych_rates: "opcert payer_class base_per_diem",
    inpatient_per_diem_rates: "opcert payer_class service_type per_diem",
    parameters: "name value",
  });
});

describe("providers", () => {
  const header = "npi,state_provider_id,opcert,provider_name,provider_type,primary_taxonomy_code";
  const faults = (...rows: readonly string[]) => faultsIn("providers", header, ...rows);

  it("need a type of their own or a taxonomy that tells it", async () => {
    expect(await faults("1100000001,,,A,,282N00000X", "1100000002,,,B,,", "1100000003,,,C,,314000000X")).toEqual([
      "ny/providers.csv:3:provider_type: required where primary_taxonomy_code does not tell the type",
      "ny/providers.csv:4:provider_type: required where primary_taxonomy_code does not tell the type",
    ]);
  });

  it("may repeat their identifiers with another type, derived or not", async () => {
    const rows = ["1100000001,,,A,,282N00000X", "1100000001,,,A,,207Q00000X", "1100000001,,,A,LABORATORY,207Q00000X"];
    expect(await faults(...rows)).toEqual([]);
    expect(await faults("1100000001,00000001,,A,HOSPITAL,", "1100000001,00000002,,A,HOSPITAL,")).toEqual([]);
  });

  it("may not repeat a type, derived or not", async () => {
    expect(await faults("1100000001,,,A,HOSPITAL,207Q00000X", "1100000001,,,A,,282N00000X")).toEqual([
      "ny/providers.csv:3:provider_type: expected a provider type, as derived where it is empty, that no other row of this npi and state_provider_id has, but line 2 has it too",
    ]);
  });

  it("have identifiers of the right form", async () => {
    expect(await faults("110000000,1234567,700010,A,HOSPITAL,", "1100000001,,7000101h,B,HOSPITAL,")).toEqual([
      "ny/providers.csv:2:npi: expected 10 digits",
      "ny/providers.csv:2:state_provider_id: expected 8 digits",
      "ny/providers.csv:2:opcert: expected 7 digits and an optional letter",
    ]);
  });
});

describe("routing", () => {
  const faults = (...rows: readonly string[]) => faultsIn("routing", "kind,code,target", ...rows);

  it("has codes and targets of its kind", async () => {
    expect(await faults("dtc_rate_code,1425,clinic", "inpatient_drg,001,cah", "county,Bergen,Downstate")).toEqual([]);
    expect(
      await faults(
        "dtc_rate_code,142,clinic",
        "inpatient_drg,1,cah",
        "transfer_only_drg,580,acute",
        "county,Kent,North",
      ),
    ).toEqual([
      "ny/routing.csv:2:code: expected 4 digits for dtc_rate_code",
      "ny/routing.csv:3:code: expected 3 digits for inpatient_drg",
      "ny/routing.csv:4:target: expected one of full_drg for transfer_only_drg",
      "ny/routing.csv:5:target: expected one of Downstate, Upstate for county",
    ]);
  });

  const page = readFileSync(join(import.meta.dirname, "../../../docs/methodology/ny.md"), "utf8");

  /** The last cell of a kind in the table of the page. */
  const onPage = (kind: string) =>
    (new RegExp(`^\\| \`${kind}\` .*\\| ([^|]+) \\|$`, "m").exec(page)?.[1] ?? "").replace(" (decided)", "");

  /** The codes that ship and lead to a target. */
  const shipped = (kind: "county" | "inpatient_drg" | "transfer_only_drg", wanted: string) =>
    [...routesOf({ rows: () => [] } as unknown as RateData)[kind]].flatMap(([code, { target }]) =>
      target === wanted ? [code] : [],
    );

  it("ships the codes that the page lists", () => {
    const [, downstate = "", upstate = ""] = /^Downstate: (.+); Upstate: (.+)$/.exec(onPage("county")) ?? [];
    expect(shipped("county", "Downstate")).toEqual(downstate.split(", ").map(foldName));
    expect(shipped("county", "Upstate")).toEqual(upstate.split(", ").map(foldName));
    const psychiatric = shipped("inpatient_drg", "psychiatric").join(", ");
    expect(onPage("inpatient_drg")).toBe(`${psychiatric}, all psychiatric (MDC 19)`);
    expect(onPage("transfer_only_drg")).toBe(shipped("transfer_only_drg", "full_drg").join(", "));
  });

  it("names a county once, however it is spelt", async () => {
    expect(await faults("county,St. Lawrence,Downstate", "county,ST LAWRENCE,Upstate")).toEqual([
      "ny/routing.csv:3:code: expected a county that is named once, whatever its spelling, but line 2 has it too",
    ]);
  });
});

describe("fee schedules", () => {
  const header = "schedule,code,modifier,place_of_service,fee,anesthesia_base_units,by_report";
  const faults = (...rows: readonly string[]) => faultsInDated("fee_schedule", header, ...rows);
  const ONE_WAY = "a row needs exactly one of fee, by_report = true and anesthesia_base_units";

  it("price a row in exactly one way", async () => {
    expect(await faults("physician,99213,,,1,,false", "physician,00840,,,,6,", "laboratory,80053,,,,,true")).toEqual(
      [],
    );
    expect(
      await faults(
        "physician,99213,,,,,",
        "physician,99214,,,1,,true",
        "physician,00840,,,1,6,",
        "physician,00842,,,,6,true",
      ),
    ).toEqual([2, 3, 4, 5].map((line) => `ny/fee_schedule.csv:${line}:fee: ${ONE_WAY}`));
  });

  it("of laboratories know no modifier, place or anesthesia", async () => {
    expect(
      // The first filled column is named.
      await faults("laboratory,80053,26,facility,1,,", "laboratory,80054,,facility,1,,", "laboratory,00840,,,,6,"),
    ).toEqual([
      "ny/fee_schedule.csv:2:modifier: leave it empty on laboratory rows",
      "ny/fee_schedule.csv:3:place_of_service: leave it empty on laboratory rows",
      "ny/fee_schedule.csv:4:anesthesia_base_units: leave it empty on laboratory rows",
    ]);
  });

  it("print one row first at a time, per schedule, code and modifier", async () => {
    const dated =
      "schedule,code,modifier,place_of_service,fee,is_source_default,effective_start_date,effective_end_date";
    const sound = [
      "physician,99213,,facility,1,true,2024-01-01,2024-12-31",
      "physician,99213,,non_facility,1,true,2025-01-01,",
      "physician,99213,26,facility,1,true,2025-01-01,",
      "physician,99214,,facility,1,true,2025-01-01,",
      "laboratory,99213,,,1,true,2025-01-01,",
    ];
    expect(await faultsIn("fee_schedule", dated, ...sound)).toEqual([]);
    const second = "physician,99213,,facility,1,true,2025-06-01,";
    const faulty = await faultsIn("fee_schedule", dated, ...sound, second);
    expect(faulty).toHaveLength(1);
    expect(faulty[0]).toMatch(
      /^ny\/fee_schedule\.csv:7:is_source_default: .*one source default in force per schedule, code and modifier/,
    );
  });

  it("have HCPCS codes of five characters", async () => {
    expect(await faults("physician,0001U,,,1,,", "physician,Z9999,,,1,,")).toEqual([]);
    const faulty = await faults("physician,9921,,,1,,", "physician,g0101,,,1,,", "physician,99213X,,,1,,");
    expect(faulty).toHaveLength(3);
    expect(faulty[0]).toMatch(/^ny\/fee_schedule\.csv:2:code: expected an HCPCS code/);
  });
});

it("APG weights may be zero, those of procedures and DRGs may not", async () => {
  expect(await faultsInDated("apg_weights", "apg,apg_weight", "1,0", "9999,0.00")).toEqual([]);
  expect(await faultsInDated("apg_weights", "apg,apg_weight", "0,1", "10000,1")).toHaveLength(2);
  expect(
    await faultsInDated(
      "apg_procedures",
      "code,apg,px_based_weight",
      "97110,,0",
      "97112,,",
      "97113,,0.1",
      "97116,271,",
    ),
  ).toEqual([
    "ny/apg_procedures.csv:2:px_based_weight: expected a plain decimal above 0",
    "ny/apg_procedures.csv:3:apg: required where px_based_weight is empty",
  ]);
  expect(await faultsInDated("drg_weights", "service_type,drg,soi,siw,alos", "acute,139,1,0,0")).toEqual([
    "ny/drg_weights.csv:2:siw: expected a plain decimal above 0",
    "ny/drg_weights.csv:2:alos: expected a plain decimal above 0",
  ]);
});

it("factors are above zero", async () => {
  const acute = "opcert,payer_class,discharge_rate,isaf,high_cost_cc";
  expect(await faultsInDated("inpatient_acute_rates", acute, "7000101,FFS,0,0.0001,0.0001")).toEqual([]);
  expect(await faultsInDated("inpatient_acute_rates", acute, "7000101,FFS,0,0,0.0")).toEqual([
    "ny/inpatient_acute_rates.csv:2:isaf: expected a plain decimal above 0",
    "ny/inpatient_acute_rates.csv:2:high_cost_cc: expected a plain decimal above 0",
  ]);
  const fees = "schedule,code,modifier,fee,modifier_adjustment";
  expect(await faultsInDated("fee_schedule", fees, "physician,71046,26,1,0", "physician,71046,TC,1,0.6")).toEqual([
    "ny/fee_schedule.csv:2:modifier_adjustment: expected a plain decimal above 0",
  ]);
  const factors = [
    "transfer_adjustment_factor",
    "transfer_adjustment_factor_alos_one",
    "psych_age_factor_child",
    "psych_intellectual_disability_factor",
    "psych_los_high_factor",
    "psych_los_base_factor",
  ];
  expect(await faultsInDated("parameters", "name,value", ...factors.map((name) => `${name},0`))).toHaveLength(6);
});

it("flat fees have up to six decimals and a code of five characters, and may be zero", async () => {
  const faults = (...rows: readonly string[]) => faultsInDated("apg_fees", "code,amount,max_units", ...rows);
  expect(await faults("90656,25.5,1", "J0696,0.123456,", "J1885,0,0.5")).toEqual([]);
  expect(await faultsInDated("apg_fees", "code,amount", "90656,25.5")).toEqual([]);
  expect(await faults("90656,,1", "J0696,0.1234567,", "J1885,-1,", "90657,1,-1")).toEqual([
    "ny/apg_fees.csv:2:amount: expected a value",
    "ny/apg_fees.csv:3:amount: expected a plain decimal of 0 or more, at most 6 decimals",
    "ny/apg_fees.csv:4:amount: expected a plain decimal of 0 or more, at most 6 decimals",
    "ny/apg_fees.csv:5:max_units: expected a plain decimal of 0 or more",
  ]);
  expect(await faults("9065,1,")).toHaveLength(1);
  expect(await faults("90656,1,", "90656,2,")).toHaveLength(1);
});

it("average stay and outlier threshold belong to acute weights", async () => {
  const header = "service_type,drg,soi,siw,alos,cost_outlier_threshold";
  expect(await faultsInDated("drg_weights", header, "psychiatric,750,1,1,4,", "psychiatric,750,2,1,,9")).toEqual([
    "ny/drg_weights.csv:2:alos: leave it empty on psychiatric rows",
    "ny/drg_weights.csv:3:cost_outlier_threshold: leave it empty on psychiatric rows",
  ]);
});

it("a rate row has the amounts of its payer class only", async () => {
  const acute = "opcert,payer_class,discharge_rate,dme,addon_min_wage";
  expect(await faultsInDated("inpatient_acute_rates", acute, "7000101,FFS,1,,0", "7000101,MMC,1,0,")).toEqual([
    "ny/inpatient_acute_rates.csv:2:addon_min_wage: leave it empty on FFS rows",
    "ny/inpatient_acute_rates.csv:3:dme: leave it empty on MMC rows",
  ]);
  const psychiatric = "opcert,payer_class,base_per_diem,dme_per_diem";
  expect(await faultsInDated("inpatient_psych_rates", psychiatric, "7000101,FFS,1,1", "7000101,MMC,1,1")).toEqual([
    "ny/inpatient_psych_rates.csv:2:dme_per_diem: leave it empty on FFS rows",
  ]);
});

it("dual diagnosis has no ALC per diem", async () => {
  const header = "opcert,payer_class,service_type,per_diem,alc_per_diem";
  expect(
    await faultsInDated("inpatient_per_diem_rates", header, "7000101,FFS,dual_diag_child,1,1", "7000101,FFS,cah,1,1"),
  ).toEqual(["ny/inpatient_per_diem_rates.csv:2:alc_per_diem: leave it empty on dual diagnosis rows"]);
});

it("certificates that differ in their letter only are one key", async () => {
  const faults = await faultsInDated("hospital_apg_rates", "opcert,apg_base_rate_ed", "7000101H,1", "7000101C,2");
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/^ny\/hospital_apg_rates\.csv:3:effective_start_date: .* of line 2/);
});

it("parameters have the values that their use allows", async () => {
  const faults = (...rows: readonly string[]) => faultsInDated("parameters", "name,value", ...rows);
  expect(await faults("psych_los_high_days,0", "psych_los_high_factor,1.25", "outlier_marginal_pct,0")).toEqual([]);
  expect(
    await faults(
      "psych_los_high_days,2.5",
      "psych_los_base_factor,0.955",
      "psych_comorbidity_sepsis,0",
      "statewide_base_price_ffs,1.001",
    ),
  ).toEqual([
    "ny/parameters.csv:2:value: expected a plain decimal of 0 or more, a whole number for psych_los_high_days",
    "ny/parameters.csv:3:value: expected a plain decimal above 0, at most 2 decimals for psych_los_base_factor",
    "ny/parameters.csv:4:value: expected a plain decimal above 0 for psych_comorbidity_sepsis",
    "ny/parameters.csv:5:value: expected a plain decimal of 0 or more, at most 2 decimals for statewide_base_price_ffs",
  ]);
});
