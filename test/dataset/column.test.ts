import { describe, expect, it, test } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { Factor } from "../../src/core/money/factor.ts";
import { Refusal } from "../../src/core/text/refusal.ts";
import { snakeCase } from "../../src/core/text/spelling.ts";
import { decimal, money, procedureCode, withItsZeros } from "../../src/dataset/column.ts";
import { FAULTS_LISTED_MAX, FaultList, faultText } from "../../src/dataset/fault.ts";
import { sharedTables } from "../../src/dataset/medicare-tables.ts";
import { Periods, RepeatedValues } from "../../src/dataset/row.ts";
import { type Table, titleOf } from "../../src/dataset/table.ts";
import { states } from "../../src/states/index.ts";

test("a figure of more characters than any that is published is refused: JSON has no such number", () => {
  expect(decimal().read("9".repeat(40))).toBeInstanceOf(Factor);
  for (const column of [decimal(), money()]) {
    expect(column.read("9".repeat(41))).toEqual(new Refusal("a figure of at most 40 characters"));
  }
});

describe("a procedure code", () => {
  it("that lost its zeros is distinguished from one that has all of its characters", () => {
    expect(["840", "1967", "1999", "100", "99", "0840"].map(withItsZeros)).toEqual([
      "00840",
      "01967",
      "01999",
      "00100",
      "00099",
      "00840",
    ]);
    expect(["00840", "99213", "2000", "9921", "840A", "J0120", "D0120", "Z1234", "0270T"].map(withItsZeros)).toEqual(
      Array(9).fill(null),
    );
  });

  it("is refused with the likely one, whatever its table's shape allows", () => {
    const { read } = procedureCode(/^[^a-z]+$/, "an upper-case procedure code");
    expect(read("840")).toEqual(
      new Refusal("an upper-case procedure code; did a spreadsheet drop its leading zeros? 00840"),
    );
    expect(read("00840")).toBe("00840");
    expect(read("j0120")).toEqual(new Refusal("an upper-case procedure code"));
  });
});

/**
 * Key columns that could hold a procedure code by what they accept, and hold something else: what that is, by header. Where that is the general
 * word "code", by table too.
 */
const OTHER_KEYS: Readonly<Record<string, string>> = {
  campus_name: "a campus",
  contractor: "a contractor",
  conversion_indicator: "the state's number of a conversion factor",
  county: "a county",
  eapg: "a group of procedures",
  fl_provider_type_code: "a provider type",
  fl_specialty_code: "a specialty",
  modifier: "a modifier",
  primary_taxonomy_code: "a taxonomy",
  state_provider_id: "a provider",
  zip: "a ZIP code",
  "fl/codes code": "a provider type or specialty",
  "ny/routing code": "a rate code or a county",
};

const tables: readonly Table[] = [...sharedTables, ...states.flatMap((state) => state.tables as readonly Table[])];

/** The columns that rows are found by and that take at least one of these for a text: a procedure code could stand there. */
const keys = tables.flatMap((table) =>
  (table.key as readonly string[])
    .map((name) => {
      const header = snakeCase(name);
      const title = `${titleOf(table)} ${header}`;
      return {
        name: title,
        other: [header, title].find((each) => each in OTHER_KEYS),
        table,
        column: table.columns[name],
      };
    })
    .filter(({ column }) => ["99213", "00840", "J0120"].some((cell) => typeof column?.read(cell) === "string")),
);
const coded = keys.filter(({ other }) => other === undefined);

describe("every key column that procedure codes could stand in", () => {
  it("is there in each state that prices procedures", () => {
    const pricing = states.filter(({ lookups }) => lookups.some(({ claimLines }) => claimLines !== null));
    expect(new Set(coded.map(({ table }) => table.folder))).toEqual(
      new Set(["common", "medicare", ...pricing.map(({ code }) => code)]),
    );
  });

  it("is exempt only while it is there and takes what a procedure code must not be", () => {
    const exempt = new Set(keys.map(({ other }) => other).filter((each) => each !== undefined));
    expect([...exempt].sort()).toEqual(Object.keys(OTHER_KEYS).sort());
  });

  it.each(coded)("names the code behind 840, or says what else it holds in OTHER_KEYS: $name", ({ column }) => {
    const value = column?.read("840");
    expect(value).toBeInstanceOf(Refusal);
    expect((value as Refusal).expected).toContain("00840");
  });
});

describe("repeated values", () => {
  const MANY = 5_000;

  function counting() {
    let made = 0;
    const values = new RepeatedValues((text) => {
      made += 1;
      return { text };
    });
    return { values, made: () => made };
  }

  it("a value that comes again is the same one", () => {
    const { values, made } = counting();
    const first = values.of("1.00");
    expect(values.of("1.00")).toBe(first);
    expect(values.of("2.00")).toEqual({ text: "2.00" });
    expect(made()).toBe(2);
  });

  it("values that hardly come again are made each time and not kept", () => {
    const { values, made } = counting();
    for (let number = 0; number < MANY; number += 1) values.of(`${number} Alder Way`);
    expect(values.of("0 Alder Way")).toEqual({ text: "0 Alder Way" });
    expect(made()).toBe(MANY + 1);
  });

  it("a column with more values than are kept still shares the first ones", () => {
    const { values, made } = counting();
    for (let round = 0; round < 3; round += 1) {
      for (let number = 0; number < MANY / 4; number += 1) values.of(`code ${number}`);
    }
    for (let number = 0; number < MANY; number += 1) expect(values.of(`other ${number}`).text).toBe(`other ${number}`);
    const before = made();
    values.of("code 7");
    expect(made()).toBe(before);
  });

  it("rows of one period share it", () => {
    const periods = new Periods();
    const [start, end] = ["2025-07-01" as Day, "2026-06-30" as Day];
    expect(periods.of(start, end)).toEqual({ start, end });
    expect(periods.of(start, end)).toBe(periods.of(start, end));
    expect(periods.of(start, null)).toEqual({ start, end: null });
    expect(periods.of(start, null)).toBe(periods.of(start, null));
  });
});

describe("fault", () => {
  test("a fault names its file, line, column, value and reason", () => {
    const fault = { file: "ca/providers.csv", line: 12, column: "npi", value: "12345", reason: "expected 10 digits" };
    expect(faultText(fault)).toBe('ca/providers.csv:12:npi: "12345", expected 10 digits');
  });

  test("what a fault does not have is left out", () => {
    expect(faultText({ file: "ca/rates.csv", line: null, column: null, value: null, reason: "missing" })).toBe(
      "ca/rates.csv: missing",
    );
    expect(faultText({ file: "ca/rates.csv", line: 3, column: null, value: null, reason: "expected 4 cells" })).toBe(
      "ca/rates.csv:3: expected 4 cells",
    );
  });

  test("the list is bounded and its count is exact", () => {
    const faults = new FaultList();
    for (let line = 1; line <= FAULTS_LISTED_MAX + 5; line += 1) {
      faults.add({ file: "f.csv", line, column: null, value: null, reason: "wrong" });
    }
    expect(faults.listed).toHaveLength(FAULTS_LISTED_MAX);
    expect(faults.count).toBe(FAULTS_LISTED_MAX + 5);
  });
});
