import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mayBeReduced, REDUCED_NOTE, WatchedRecord } from "../../src/answers/benchmark/provider-rates.ts";
import { CODES_OF_2025, readCodes } from "../../src/answers/benchmark/rule-codes.ts";
import { type StateComparison, stateComparison } from "../../src/answers/benchmark/state-comparison.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import { lookupResults } from "../../src/pricing/answer.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";

/* A state's fee schedule beside Medicare's, on the sample. */

const DAY = "2025-10-15" as Day;

let compiled: CompiledDataset;
let release: Release;
beforeAll(async () => {
  compiled = await compiledDataset(join(import.meta.dirname, "../../data/sample"));
  release = compiled.open();
});
afterAll(() => compiled.discard());

const listed = (...codes: readonly string[]) => ({
  source: "a test",
  codes: codes.map((code) => ({ category: "visits", code })),
});

function compared(state: string, codes = listed("99213"), day = DAY): Promise<StateComparison> {
  const source = release.states.get(state) as StateInRelease;
  return stateComparison(lookupOf(source.state, "outpatient"), source, release, codes, day);
}

describe("a code of Georgia", () => {
  it("has each Medicaid rate beside Medicare's in each locality, their ratio, and the average of the localities", async () => {
    const { rows, localities } = await compared("ga");
    expect(localities).toBe(2);
    expect(rows[0]).toEqual({
      ...{ category: "visits", code: "99213", population: "child and adult", provider_type: "PHYSICIAN" },
      rate_for: "service category: enhanced_rate; enhanced: yes",
      ...{ medicaid_rate: "92.47", provider_records: "7" },
      medicaid_calculation: "Enhanced rate for program primary_care ($92.47) = $92.47",
      ...{ medicare_locality: "10212-01", medicare_locality_name: "ATLANTA", medicare_non_facility_rate: "89.24" },
      // 92.47 / 89.24 = 1.03619; (89.24 + 84.25) / 2 = 86.745; 92.47 / 86.75 = 1.06593.
      ...{ ratio: "1.0362", medicare_average: "86.75", ratio_to_average: "1.0659" },
      ...{ not_compared: null, note: `TEST DATA: this dataset has made-up figures. ${REDUCED_NOTE}` },
    });
    expect(rows.map((row) => [row.medicaid_rate, row.medicare_locality, row.medicare_non_facility_rate])).toEqual([
      ["92.47", "10212-01", "89.24"],
      ["92.47", "10212-99", "84.25"],
      ["76.15", "10212-01", "89.24"],
      ["76.15", "10212-99", "84.25"],
    ]);
  });

  it("that Medicare does not cover is compared by the values of its schedule, and says so", async () => {
    const { rows } = await compared("ga", listed("99381"));
    // (1.50 + 1.70 x 0.997 + 0.08 x 1.128) x 32.3465 = 106.26.
    expect(rows[0]).toMatchObject({ medicare_non_facility_rate: "106.26", ratio: "1.0349", not_compared: null });
    expect(rows[0]?.note).toContain("Medicare does not cover it");
  });

  it("without a rate of either side says why, and has a row in each locality", async () => {
    const { rows } = await compared("ga", listed("99487", "J1642"));
    expect(rows.filter(({ code }) => code === "99487")).toMatchObject([
      {
        provider_type: "",
        medicaid_rate: null,
        ratio: null,
        not_compared: expect.stringMatching(/^Medicaid has no rate: /),
      },
      { medicare_locality: "10212-99" },
    ]);
    const drug = rows.find(({ code }) => code === "J1642");
    expect(drug).toMatchObject({ ratio: null, not_compared: expect.stringContaining("status E") });
  });
});

describe("made-up figures", () => {
  const notes = async (state: string, code: string, day = DAY) =>
    (await compared(state, listed(code), day)).rows.map(({ note }) => note ?? "");

  it("are named in the note of every row that rests on them", async () => {
    // New York's fee schedule of the sample is made up; Georgia's rates of the visit are published ones.
    for (const note of await notes("ny", "99213")) {
      expect(note).toContain(
        "TEST DATA: this dataset has made-up figures. The Medicaid rate rests on made-up figures.",
      );
    }
    for (const note of await notes("ga", "99213")) {
      expect(note).toContain("TEST DATA");
      expect(note).not.toContain("rests on");
    }
  });

  it("are named where they are Medicare's: the sample carries those of 2025 on", async () => {
    for (const note of await notes("ga", "99213", "2026-03-01" as Day)) {
      expect(note).toContain("Medicare's rate rests on made-up figures.");
    }
  });

  it("are not named in a release without any", async () => {
    const source = release.states.get("ga") as StateInRelease;
    const { rates, tables, origins, description } = release;
    const published = { rates, tables, origins, description: { ...description, sources: [] } };
    const { rows } = await stateComparison(
      lookupOf(source.state, "outpatient"),
      source,
      published,
      listed("99213"),
      DAY,
    );
    expect(rows.map(({ note }) => note)).toEqual([REDUCED_NOTE, REDUCED_NOTE, REDUCED_NOTE, REDUCED_NOTE]);
  });
});

it("children and adults stand apart where they are paid differently, and types of providers together where they are not", async () => {
  const { rows } = await compared("ca", listed("99213", "80053"));
  const inSanFrancisco = rows.filter(({ medicare_locality }) => medicare_locality === "01112-05");
  const visits = inSanFrancisco.filter(({ code }) => code === "99213");
  expect(visits.filter(({ provider_type }) => provider_type.includes("physician_office"))).toMatchObject([
    { population: "child" },
    { population: "adult" },
  ]);
  expect(visits.some(({ provider_type }) => provider_type.includes("physician_office, "))).toBe(true);
  const tests = inSanFrancisco.filter(({ code }) => code === "80053");
  expect(new Set(tests.map(({ population }) => population))).toEqual(new Set(["child and adult"]));
});

describe("a type whose rate is no office rate", () => {
  it.each([
    ["ca", ["hospital", "surgical_clinic"]],
    ["ny", ["HOSPITAL", "OUTPATIENT_CLINIC_ASC"]],
  ])("%s: is left out and named where its price includes payment for the facility", async (state, types) => {
    const { rows, remarks } = await compared(state);
    const shown = rows.flatMap(({ provider_type }) => provider_type.split(", "));
    expect(shown.filter((type) => types.includes(type))).toEqual([]);
    expect(shown.length).toBeGreaterThan(0);
    expect(remarks).toContainEqual(
      expect.stringContaining(`Left out: ${types.join(", ")} whose price includes payment for the facility`),
    );
  });

  it("is left out and named where it is paid a percentage of its charges", async () => {
    const { rows, remarks } = await compared("ga");
    expect(rows.some(({ provider_type }) => provider_type.includes("HOSPITAL"))).toBe(false);
    expect(remarks).toContainEqual(
      expect.stringContaining("Left out: HOSPITAL where the provider is paid a percentage"),
    );
  });

  it("is declared with the types that the state has", () => {
    for (const { state } of release.states.values()) {
      const { claimLines, resultSchema } = lookupOf(state, "outpatient");
      const known = JSON.stringify(resultSchema.properties.provider_type);
      for (const type of claimLines?.facilityTypes ?? []) expect(known).toContain(`"${type}"`);
      expect(claimLines?.facilityTypes.length).toBeGreaterThan(0);
    }
  });
});

it("prices with a figure of the provider's own are left out and named", async () => {
  const source = release.states.get("ny") as StateInRelease;
  const lookup = lookupOf(source.state, "outpatient");
  const claimLines = { ...(lookup.claimLines as NonNullable<typeof lookup.claimLines>), facilityTypes: [] };
  const { rows, remarks } = await stateComparison({ ...lookup, claimLines }, source, release, listed("99213"), DAY);
  expect(rows.some(({ provider_type }) => provider_type.includes("HOSPITAL"))).toBe(false);
  expect(remarks.join(" ")).toContain("Left out: HOSPITAL, OUTPATIENT_CLINIC_ASC where the price has a figure");
  // A clinic without capital of its own is paid by the rate of its peer group and region.
  const clinics = rows.filter(({ provider_type }) => provider_type === "OUTPATIENT_CLINIC_ASC");
  for (const { medicaid_calculation } of clinics) expect(medicaid_calculation).not.toContain("payment_capital");
});

it.each(["ca", "fl", "ny", "ga"])("%s: the rates are those of single lookups of every provider", async (code) => {
  const source = release.states.get(code) as StateInRelease;
  const lookup = lookupOf(source.state, "outpatient");
  const place = "placeOfService" in lookup.parameters ? { place_of_service: "non_facility" } : {};
  const { rows, remarks } = await compared(code, listed("99213", "99392"));
  const rates = (population: string, billing_code: string) =>
    rows
      .filter((row) => row.code === billing_code && row.population.includes(population) && row.medicaid_rate !== null)
      .flatMap((row) => row.provider_type.split(", ").map((type) => `${type} ${row.medicaid_rate}`));
  for (const population of ["child", "adult"]) {
    const child = "childPatient" in lookup.parameters ? { child_patient: String(population === "child") } : {};
    for (const billing_code of ["99213", "99392"]) {
      const found = new Set<string>();
      for (const number of await source.directory.pricedIn("outpatient")) {
        const [npi] = source.state.providers.identifiers.npi?.of(source.directory.row(number) as never) ?? [];
        if (npi == null) continue;
        const fields = { npi, billing_code, date_of_service: DAY, ...place, ...child };
        const read = lookup.reader.fromQuery(fields, { today: DAY });
        if (!read.ok) throw new Error(JSON.stringify(read.faults));
        for (const { result } of await lookupResults(lookup, read.request, source)) {
          if (result.payment_rate !== null) found.add(`${String(result.provider_type)} ${result.payment_rate}`);
        }
      }
      expect(found.size).toBeGreaterThan(0);
      const those = new Set(rates(population, billing_code));
      expect([...those].filter((rate) => !found.has(rate))).toEqual([]);
      const ownRates = remarks.filter((remark) => remark.startsWith("Left out")).join(" ");
      expect([...found].filter((rate) => !those.has(rate) && !ownRates.includes(rate.split(" ")[0] ?? ""))).toEqual([]);
    }
  }
});

it("rows that may be of nurse practitioners or physician assistants say that Medicare's 85 % are not applied", async () => {
  const { rows } = await compared("ga");
  // A family nurse practitioner is among both.
  for (const { note } of rows) expect(note).toContain("85 % of its schedule, which is not applied here");
  expect(mayBeReduced({ primaryTaxonomy: "363LF0000X" })).toBe(true);
  expect(mayBeReduced({ primaryTaxonomyCode: "363A00000X" })).toBe(true);
  expect(mayBeReduced({ primaryTaxonomyCode: null })).toBe(true);
  expect(mayBeReduced({ primaryTaxonomyCode: "207Q00000X" })).toBe(false);
});

it("how many rows have no ratio is said, and why", async () => {
  const { rows, remarks } = await compared("ga", listed("99213", "99487", "J1642"));
  const without = rows.filter(({ ratio }) => ratio === null).length;
  const remark = remarks.find((each) => each.includes("without a ratio"));
  expect(remark).toContain(`${without} rows without a ratio`);
  expect(remark).toContain("2: Medicaid has no rate that is compared.");
  expect(remark).toContain("Medicare has no rate. ");
  expect((await compared("ga")).remarks.join(" ")).not.toContain("without a ratio");
});

it("a population is the state's flag, not the age of the code, and rows of one population say so", async () => {
  const { rows, remarks } = await compared("fl", listed("99381"));
  for (const { note } of rows) expect(note).toContain("not the age that a code is for");
  expect(remarks.join(" ")).toContain("not the age that a code is for");
  expect((await compared("ga")).remarks.join(" ")).not.toContain("not the age");
});

describe("several rates of one type of provider", () => {
  it.each(["fl", "ga"])("%s: are told apart in words", async (state) => {
    const { rows } = await compared(state, listed("99213", "99381"));
    const [locality] = rows.map(({ medicare_locality }) => medicare_locality);
    const once = rows.filter(({ medicare_locality }) => medicare_locality === locality);
    const names = once.map(({ code, population, provider_type, rate_for }) =>
      [code, population, provider_type, rate_for].join(),
    );
    expect(names.length).toBeGreaterThan(3);
    expect(new Set(names).size).toBe(names.length);
  });

  it("have no field that is empty, or that has a value of each of the others", async () => {
    const georgia = (await compared("ga")).rows.map(({ rate_for }) => rate_for);
    expect(new Set(georgia)).toEqual(
      new Set(["service category: enhanced_rate; enhanced: yes", "service category: physician_fs"]),
    );
    for (const { rate_for } of (await compared("fl")).rows) expect(rate_for).not.toContain("description: none");
  });

  it("have the multipliers, types and specialties of those that are paid so", async () => {
    const { rows } = await compared("fl");
    const assistants = rows.find(
      ({ population, medicaid_rate }) => population === "adult" && medicaid_rate === "26.61",
    );
    expect(assistants?.rate_for).toContain("provider type multiplier applied: 0.80");
    expect(assistants?.rate_for).toContain("fl provider type code: 35, 62");
    expect(assistants?.rate_for).toContain("APRN, Physician Assistant");
    // What the rules have not read is not the same for all of them.
    expect(assistants?.rate_for).not.toMatch(/city|street|npi/i);
  });

  it("a record remembers what the rules read, and hides the rest from results", () => {
    const { table } = (release.states.get("ny") as StateInRelease).state.providers;
    const record = new WatchedRecord({ npi: "1", city: "Albany", line: 3 }, table);
    expect([record.row.city, record.unwatched(() => record.row.npi)]).toEqual(["Albany", "1"]);
    expect(record.columns).toEqual(["city"]);
    expect([record.seen.city, record.seen.npi, record.seen.line]).toEqual(["Albany", null, 3]);
  });

  it("one rate needs no words", async () => {
    const types = Map.groupBy((await compared("ca")).rows, (row) =>
      [row.code, row.population, row.provider_type, row.medicare_locality].join(),
    );
    const alone = [...types.values()].filter(({ length }) => length === 1).flat();
    expect(alone.length).toBeGreaterThan(3);
    expect(alone.every(({ rate_for }) => rate_for === null)).toBe(true);
  });
});

describe("the list of codes", () => {
  const countOf = (name: string) => CODES_OF_2025.codes.filter(({ category }) => category === name).length;

  it("has each code once in a category, and says that it was not verified", () => {
    expect(countOf("primary_care")).toBe(68);
    expect(countOf("obstetrics_and_gynecology")).toBe(52);
    expect(countOf("outpatient_mental_health_and_substance_use")).toBe(51);
    expect(new Set(CODES_OF_2025.codes.map((each) => JSON.stringify(each))).size).toBe(CODES_OF_2025.codes.length);
    expect(CODES_OF_2025.source).toContain("not verified");
  });

  it("may be the reader's own", () => {
    expect(readCodes('\ufeffCategory,Code\r\n"visits, new",99202\r\n\r\nvisits,g0447\r\n', "mine.csv")).toEqual({
      source: "mine.csv",
      codes: [
        { category: "visits, new", code: "99202" },
        { category: "visits", code: "G0447" },
      ],
    });
  });

  it("has a code of a category once, however often the file has it", () => {
    const lines = ["category,code", "visits,g0447", "visits,G0447", "other,G0447", "visits,G0447"];
    expect(readCodes(lines.join("\n"), "mine.csv")).toMatchObject({
      codes: [
        { category: "visits", code: "G0447" },
        { category: "other", code: "G0447" },
      ],
    });
  });

  it.each([
    ["", "headings category,code"],
    ["code,category\n99202,x", "headings category,code"],
    ["category,code\n", "at least one line"],
    ["category,code\nvisits,9920", "line 2"],
    ["category,code\nvisits,99202\n,99203", "line 3"],
    ["category,code\nvisits,99202,99203", "line 2"],
    ['category,code\n"visits,99202', "line 2"],
    [`category,code\n${"visits,99202\n".repeat(2001)}`, "at most 2000"],
  ])("is refused where it cannot be read: %j", (text, expected) => {
    expect(readCodes(text, "x.csv")).toMatchObject({ expected: expect.stringContaining(expected) });
  });
});
