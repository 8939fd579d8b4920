import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { coverageOf } from "../../../src/answers/coverage/cover.ts";
import type { Coverage, StateCoverage, TableCoverage } from "../../../src/answers/coverage/schema.ts";
import type { Day } from "../../../src/core/calendar/day.ts";
import { fileOf, titleOf } from "../../../src/dataset/table.ts";
import { lookupOf } from "../../../src/pricing/state/state.ts";
import type { Release } from "../../../src/release/release.ts";
import { california as ofCalifornia } from "../../../src/states/ca/index.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { workedExampleRows } from "../../states/ca/worked-example-rows.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { type DatasetFiles, writeDataset } from "../../support/release.ts";

const SOURCES = [
  { table: "ca/outpatient_rates", publication: "Rates", importer: "ca/rates", edition: "2025-01-15" },
  { table: "ca/outpatient_rates", publication: "Rates", importer: "ca/rates", edition: "2026-01-15" },
  { table: "ca/outpatient_rates", publication: "Laboratory rates", edition: "2024-02-01" },
  { table: "ca/outpatient_rates", publication: "Invented rates", synthetic: true },
  { table: "ca/drg_weights", publication: "Weights", edition: "2024-07-01" },
  { table: "ca/hospital_rates", publication: "Invented rates", synthetic: true },
  { table: "ca/conversion_factors", publication: "Typed", published: "2020-01-01" },
];

/** Fees of several periods. */
const FILES: DatasetFiles = {
  ...workedExampleRows,
  "dataset.json": JSON.stringify({ name: "test", version: "7", sources: SOURCES }),
  "ca/outpatient_rates.csv": [
    "procedure_code,procedure_type,unit_value,conversion_indicator,effective_start_date,effective_end_date",
    "11111,Medicine,1,Z,2024-01-01,2024-12-31",
    "11111,Medicine,2,Z,2026-01-01,",
    "11111,Radiology,2,5,2025-07-01,",
    "22222,Medicine,2,Y,2024-01-01,2025-12-31",
    "33333,Medicine,2,1,2024-01-01,2024-12-31",
    "33333,Medicine,3,1,2025-01-01,",
    "44444,Medicine,,,2025-01-01,",
    "C1234,Medicine,3,1,2025-07-01,2026-06-30",
  ].join("\n"),
  "ca/hospital_rates.csv": [
    "state_provider_id,drg_base_rate,cost_to_charge_ratio,designated_nicu,designated_public_hospital,effective_start_date,effective_end_date",
    "106190001,7123.45,0.2150,false,false,2025-07-01,2026-06-30",
  ].join("\n"),
};

const folder = temporaryFolder();
let compiled: CompiledDataset;
let release: Release;

beforeAll(async () => {
  compiled = await compiledDataset(writeDataset(folder.path, FILES));
  release = compiled.open();
});

afterAll(() => {
  compiled.discard();
  folder.remove();
});

function covered(date: string, staleAfterMonths: number | null = 18): Promise<Coverage> {
  return coverageOf(release, { states: ["ca", "ny"], date: date as Day, staleAfterMonths });
}

async function california(date: string, staleAfterMonths: number | null = 18): Promise<StateCoverage> {
  return (await covered(date, staleAfterMonths)).states[0] as StateCoverage;
}

async function table(title: string, date = "2026-06-01"): Promise<TableCoverage> {
  return (await california(date)).tables.find((each) => each.table === title) as TableCoverage;
}

it("names the release, the day, and the states that are not held", async () => {
  expect(await covered("2026-06-01")).toMatchObject({
    release: { name: "test", version: "7", content_hash: release.description.contentHash },
    date: "2026-06-01",
    stale_after_months: 18,
    states: [{ state: "ca", name: "California" }],
    not_held: ["ny"],
    common: [
      {
        table: "common/hcpcs",
        rows: 1,
        rows_in_force: null,
        publications: [],
        stale: false,
        synthetic: null,
      },
      { table: "common/apr_drg", rows: 0 },
      { table: "common/taxonomy", rows: 0 },
    ],
  });
});

describe("a table", () => {
  it("has rows, first and last day, and the settings that are priced from it", async () => {
    expect(await table("ca/outpatient_rates")).toMatchObject({
      settings: ["outpatient"],
      rows: 8,
      first_day: "2024-01-01",
      last_day: null,
    });
    expect(await table("ca/hospital_rates")).toMatchObject({
      rows: 1,
      first_day: "2025-07-01",
      last_day: "2026-06-30",
    });
    expect(await table("ca/providers")).toMatchObject({ settings: [], rows: 7, rows_in_force: null });
    expect(await table("ca/parameters")).toMatchObject({ rows: 0, first_day: null, last_day: null });
  });

  it.each([
    ["2023-12-31", 0],
    ["2024-01-01", 3],
    ["2025-07-01", 5],
    ["2026-06-30", 5],
    ["2026-07-01", 4],
  ])("counts the rows in force on %s", async (date, rows) => {
    expect((await table("ca/outpatient_rates", date)).rows_in_force).toBe(rows);
  });

  it.each([
    ["2024-12-01", [null, null, false], ["2024-02-01", 10, false]],
    ["2025-02-15", ["2025-01-15", 1, false], ["2024-02-01", 12, false]],
    // One publication is stale and the other is not: so is the table.
    ["2026-02-15", ["2026-01-15", 1, false], ["2024-02-01", 24, true]],
    ["2027-07-15", ["2026-01-15", 18, false], ["2024-02-01", 41, true]],
    ["2027-07-16", ["2026-01-15", 18, true], ["2024-02-01", 41, true]],
  ])("tells the editions of each publication that feeds it: %s", async (date, rates, laboratory) => {
    const { publications, stale } = await table("ca/outpatient_rates", date);
    expect(publications.map(({ publication, newest }) => [publication, newest])).toEqual([
      ["Laboratory rates", "2024-02-01"],
      ["ca/rates", "2026-01-15"],
    ]);
    const notices = publications.map((each) => [each.in_use, each.age_months, each.stale]);
    expect(notices).toEqual([laboratory, rates]);
    expect(stale).toBe(laboratory[2] === true || rates[2] === true);
  });

  it("has no editions where nothing says of which day it is", async () => {
    expect(await table("ca/conversion_factors", "2099-01-01")).toMatchObject({ publications: [], stale: false });
  });

  it("says what is synthetic, as far as its sources say", async () => {
    const { tables } = await california("2026-06-01");
    const said = {
      "ca/outpatient_rates": "some",
      "ca/conversion_factors": "none",
      "ca/hospital_rates": "all",
      "ca/drg_weights": "none",
    };
    const withoutSources = Object.fromEntries(ofCalifornia.tables.map((each) => [titleOf(each), null]));
    expect(Object.fromEntries(tables.map((each) => [each.table, each.synthetic]))).toEqual({
      ...withoutSources,
      ...said,
    });
  });
});

it("a setting lists its stale tables, and those without rows", async () => {
  const [outpatient, inpatient] = (await california("2026-06-01")).settings;
  expect(outpatient).toEqual({
    setting: "outpatient",
    loaded: true,
    not_loaded_tables: lookupOf(ofCalifornia, "outpatient")
      .tables.filter((each) => !(fileOf(each) in FILES))
      .map(titleOf),
    stale_tables: ["ca/outpatient_rates"],
  });
  expect(inpatient).toMatchObject({ setting: "inpatient", loaded: true, stale_tables: ["ca/drg_weights"] });
  const [, never] = (await california("2026-06-01", null)).settings;
  expect(never?.stale_tables).toEqual([]);
});

describe("a kind of provider", () => {
  async function kind(setting: string, date: string) {
    return (await california(date)).provider_kinds.find((each) => each.setting === setting);
  }

  it("can be priced on a day on which each table that it needs has an effective row", async () => {
    expect(await kind("outpatient", "2026-06-30")).toMatchObject({ providers: "Hospitals", priced: true });
    expect(await kind("outpatient", "2023-12-31")).toMatchObject({
      priced: false,
      tables: [
        { table: "ca/outpatient_rates", effective_rows: 0 },
        { table: "ca/conversion_factors", effective_rows: expect.any(Number) },
      ],
    });
    expect(await kind("inpatient", "2026-06-30")).toMatchObject({ priced: true });
    expect(await kind("inpatient", "2026-07-01")).toMatchObject({ priced: false });
  });

  it("has the newest publication of its tables, the oldest of those and its age; what is made up has none", async () => {
    expect(await kind("outpatient", "2026-06-01")).toMatchObject({
      newest_edition: "2026-01-15",
      oldest_edition: "2020-01-01",
      age_months: 77,
    });
    expect(await kind("inpatient", "2026-06-01")).toMatchObject({
      newest_edition: "2024-07-01",
      oldest_edition: "2024-07-01",
      synthetic: "some",
    });
    // Publications of later days are not known on the day.
    expect(await kind("inpatient", "2024-06-30")).toMatchObject({ newest_edition: null, age_months: null });
    expect(await kind("outpatient", "2025-06-01")).toMatchObject({ newest_edition: "2025-01-15" });
    expect(await kind("inpatient", "2019-01-01")).toMatchObject({ priced: false, synthetic: null });
  });
});
