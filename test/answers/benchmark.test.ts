import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { benchmark } from "../../src/answers/benchmark.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { CareSetting } from "../../src/registry/definition.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import { TODAY } from "../every-state/engines.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";

type Query = Readonly<Record<string, string>>;

const SAMPLE = join(import.meta.dirname, "../../data/sample");

let compiled: CompiledDataset;
let release: Release;
beforeAll(async () => {
  compiled = await compiledDataset(SAMPLE);
  release = compiled.open();
});
afterAll(() => compiled.discard());

const TERMS = { states: [], staleAfterMonths: 18 };

async function asked(code: string, setting: CareSetting, fields: Query, of = release) {
  const source = of.states.get(code) as StateInRelease;
  const lookup = lookupOf(source.state, setting);
  const answer = await benchmark.ask(fields, TODAY, {
    lookup,
    source,
    release: of,
    ...TERMS,
    admits: async () => true,
  });
  if (answer === null || !answer.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

async function results(code: string, setting: CareSetting, fields: Query, of = release) {
  const { results: all } = JSON.parse(String(await (await asked(code, setting, fields, of)).as("json")));
  return all;
}

const DAY = { date_of_service: "2025-10-15" };
/** A physician in Atlanta (30308), enrolled for enhanced rates. */
const VISIT: Query = { npi: "1200050015", billing_code: "99213", ...DAY };

describe("a visit", () => {
  it("has Medicaid's price beside Medicare's at the provider's ZIP code, and the ratio", async () => {
    // (1.30 x 1 + 1.35 x 0.997 + 0.10 x 1.128) x 32.3465 = 89.24; 92.47 / 89.24 = 1.03619.
    expect(await results("ga", "outpatient", VISIT)).toMatchObject([
      {
        medicaid: { npi: "1200050015", payment_rate: "92.47" },
        medicare: { payment_rate: "89.24", locality: "10212-01", locality_name: "ATLANTA", schedule: "physician" },
        difference: "3.23",
        ratio: "1.0362",
        medicaid_includes_facility: false,
        not_compared: null,
      },
    ]);
  });

  it("at a hospital has a price that includes the facility, and no share in the text", async () => {
    const visit = { ...VISIT, npi: "1000100010" };
    expect(await results("ca", "outpatient", visit)).toMatchObject([{ medicaid_includes_facility: true }]);
    const { text } = (await asked("ca", "outpatient", visit)).text();
    expect(text).toContain("Medicare's physician fee for this code is $");
    expect(text).not.toContain(" % of Medicare");
  });

  it("is priced at another place when one is sent", async () => {
    const medicare = async (sent: Query) => (await results("ga", "outpatient", { ...VISIT, ...sent }))[0].medicare;
    expect(await medicare({ medicare_zip: "94110" })).toMatchObject({ locality: "01112-05", payment_rate: "109.15" });
    expect(await medicare({ medicare_locality: "10212-99" })).toMatchObject({ locality: "10212-99" });
    expect(await medicare({ medicare_county: "Fulton" })).toMatchObject({ locality: "10212-01" });
    // (1.30 + 0.57 x 0.997 + 0.10 x 1.128) x 32.3465 = 64.08.
    expect(await medicare({ medicare_place_of_service: "facility" })).toMatchObject({ payment_rate: "64.08" });
    expect(await medicare({ place_of_service: "facility" })).toMatchObject({ payment_rate: "64.08" });
  });

  it("at a ZIP code in several localities is priced by the provider's county", async () => {
    const compared = async (code: string, sent: Query) => (await results(code, "outpatient", { ...VISIT, ...sent }))[0];
    // Fresno, 93720.
    expect(await compared("ca", { npi: "1000200026" })).toMatchObject({ medicare: { locality: "01112-56" } });
    // Griffin, 30223, in Spalding county, which no locality of Georgia names.
    const spalding = await compared("ga", { npi: "1200050205" });
    expect(spalding).toMatchObject({ medicare: { no_rate: "missing_information" }, ratio: null });
    expect(spalding.not_compared).toContain("all other counties is 10212-99: send it");
    expect(spalding.medicare.remedy).toMatchObject([{ parameter: "medicare_locality", value: "10212-99" }]);
    // The county of a provider in Atlanta tells nothing about a ZIP code of Griffin.
    expect(await compared("ga", { medicare_zip: "30223" })).toMatchObject({ medicare: { locality: null } });
    const known = await compared("ga", { npi: "1200050205", medicare_locality: "10212-99" });
    expect([known.medicare.locality, known.not_compared]).toEqual(["10212-99", null]);
  });
});

it("anesthesia is compared by the minutes of the claim", async () => {
  const claim = { npi: "1200050114", billing_code: "00840", modifier: "QZ", anesthesia_minutes: "61", ...DAY };
  const [compared] = await results("ga", "outpatient", claim);
  // (6 + 4.1) x 20.09 = 202.909.
  expect(compared.medicare).toMatchObject({ schedule: "anesthesia", payment_rate: "202.91", modifier: "QZ" });
  expect(compared.ratio).not.toBeNull();
});

it("a place-of-service code is what Medicare takes it for", async () => {
  const medicare = async (place: string) => {
    const fields = { provider_name: "a", billing_code: "99213", place_of_service: place, ...DAY };
    return (await results("fl", "outpatient", fields))[0].medicare.place_of_service;
  };
  expect([await medicare("11"), await medicare("22"), await medicare("31")]).toEqual([
    "non_facility",
    "facility",
    "facility",
  ]);
});

describe("no ratio", () => {
  it("where Medicare has no price, with the reason", async () => {
    const [drug] = await results("ga", "outpatient", { ...VISIT, billing_code: "J1642" });
    expect(drug).toMatchObject({ medicare: { no_rate: "not_loaded" }, ratio: null, difference: null });
    expect(drug.medicare.error_message).toBe(
      "Medicare has no price for J1642: status E, it is excluded from the physician fee schedule by regulation; if Medicare pays it, another schedule prices it, which is not loaded.",
    );
    expect(drug.not_compared).toBe(drug.medicare.error_message);
  });

  it("where Medicaid has none: no rate, or a share of charges that were not sent", async () => {
    const [unknown] = await results("ga", "outpatient", { ...VISIT, npi: "1999999999" });
    expect([unknown.ratio, unknown.medicaid.rate_found]).toEqual([null, false]);
    const [share] = await results("ga", "outpatient", { ...VISIT, npi: "1200020018", billing_code: "99284" });
    expect([share.ratio, share.not_compared]).toEqual([null, "Medicaid's rate has no dollar amount for this request."]);
    expect(share.medicare.rate_found).toBe(true);
  });

  it("for groups of codes", async () => {
    const { query = {} } = lookupOf((release.states.get("ny") as StateInRelease).state, "outpatient").examples[0] ?? {};
    const [group] = await results("ny", "outpatient", query);
    expect([group.medicare, group.ratio, group.not_compared]).toEqual([null, null, expect.stringContaining("system")]);
  });

  it("is no answer for stays, with the reason and what to request instead", () => {
    const { state } = release.states.get("ga") as StateInRelease;
    expect(benchmark.notFor?.(lookupOf(state, "outpatient"))).toBeNull();
    expect(benchmark.notFor?.(lookupOf(state, "inpatient"))).toMatch(/MS-DRG.*Request a procedure/);
  });

  it("on a day without an edition, with the nearest period", async () => {
    const [early] = await results("ga", "outpatient", { ...VISIT, date_of_service: "2025-02-01" });
    expect(early.medicare).toMatchObject({ no_rate: "not_in_force", payment_rate: null });
    expect(early.not_compared).toContain("2025-10-01 to 2025-12-31");
  });
});

describe("without Medicare's tables", () => {
  let folder: string;
  let bare: CompiledDataset;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "ratebook-no-medicare-"));
    for (const name of ["ga", "common"]) cpSync(join(SAMPLE, name), join(folder, name), { recursive: true });
    const about = JSON.parse(readFileSync(join(SAMPLE, "dataset.json"), "utf8"));
    const sources = about.sources.filter(({ table }: { readonly table: string }) => /^(?:ga|common)\//.test(table));
    writeFileSync(join(folder, "dataset.json"), JSON.stringify({ ...about, sources }));
    bare = await compiledDataset(folder);
  });
  afterAll(() => {
    bare.discard();
    rmSync(folder, { recursive: true });
  });

  it("the answer says that they are not loaded and what brings them, and the price stays", async () => {
    const [compared] = await results("ga", "outpatient", VISIT, bare.open());
    expect(compared).toMatchObject({
      medicaid: { payment_rate: "92.47" },
      medicare: { no_rate: "not_loaded" },
      ratio: null,
    });
    expect(compared.not_compared).toContain("medicare/physician-values");
  });
});

it("is a table with both prices, and a text with the percentage", async () => {
  const answer = await asked("ga", "outpatient", VISIT);
  const [header = "", row = ""] = String(await answer.as("csv")).split("\r\n");
  expect(header).toContain("medicare_payment_rate,difference,ratio,not_compared,medicare_modifier");
  expect(row).toContain("89.24,3.23,1.0362,");
  const { text } = answer.text();
  expect(text).toContain("Medicaid: $92.47\n  Medicare: $89.24 (locality 10212-01, ATLANTA)");
  expect(text).toContain("Medicaid pays 103.62 % of Medicare (+3.23)");
  expect(text).toContain("place of service non_facility (assumed), professional fee only");
});
