import { describe, expect, it } from "vitest";
import { Refusal } from "../../src/core/text/refusal.ts";
import { snakeCase } from "../../src/core/text/spelling.ts";
import { procedureCode, withItsZeros } from "../../src/dataset/column.ts";
import { commonTables } from "../../src/dataset/common-tables.ts";
import { type Table, titleOf } from "../../src/dataset/table.ts";
import { states } from "../../src/states/index.ts";

describe("a procedure code", () => {
  it("that lost its zeros is told from one that has all of its characters", () => {
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

/** Key columns that could hold a procedure code by what they accept, and hold something else: what that is. */
const OTHER_KEYS: Readonly<Record<string, string>> = {
  "ca/conversion_factors conversion_indicator": "the state's number of a conversion factor",
  "ca/hospital_rates state_provider_id": "a provider",
  "ca/providers state_provider_id": "a provider",
  "fl/codes code": "a provider type or specialty",
  "fl/drg_rates state_provider_id": "a provider",
  "fl/eapg_rates state_provider_id": "a provider",
  "fl/eapg_weights eapg": "a group of procedures",
  "fl/providers fl_provider_type_code": "a provider type",
  "fl/providers fl_specialty_code": "a specialty",
  "fl/providers state_provider_id": "a provider",
  "ga/asc_localities county": "a county",
  "ga/hospital_inpatient_rates campus_name": "a campus",
  "ga/hospital_outpatient_rates campus_name": "a campus",
  "ga/lab_rates modifier": "a modifier",
  "ga/medicare_clfs modifier": "a modifier",
  "ga/providers campus_name": "a campus",
  "ny/providers primary_taxonomy_code": "a taxonomy",
  "ny/routing code": "a rate code or a county",
};

const tables: readonly Table[] = [...commonTables, ...states.flatMap((state) => state.tables as readonly Table[])];

/** The columns that rows are found by and that take at least one of these for a text: a procedure code could stand there. */
const keys = tables.flatMap((table) =>
  (table.key as readonly string[])
    .map((name) => ({ name: `${titleOf(table)} ${snakeCase(name)}`, table, column: table.columns[name] }))
    .filter(({ column }) => ["99213", "00840", "J0120"].some((cell) => typeof column?.read(cell) === "string")),
);
const coded = keys.filter(({ name }) => OTHER_KEYS[name] === undefined);

describe("every key column that procedure codes could stand in", () => {
  it("is there in each state that prices procedures", () => {
    const pricing = states.filter(({ lookups }) => lookups.some(({ claimLines }) => claimLines !== null));
    expect(new Set(coded.map(({ table }) => table.folder))).toEqual(
      new Set(["common", ...pricing.map(({ code }) => code)]),
    );
  });

  it("is exempt only while it is there and takes what a procedure code must not be", () => {
    const exempt = keys.filter(({ name }) => OTHER_KEYS[name] !== undefined);
    expect(exempt.map(({ name }) => name).sort()).toEqual(Object.keys(OTHER_KEYS).sort());
  });

  it.each(coded)("names the code behind 840, or says what else it holds in OTHER_KEYS: $name", ({ column }) => {
    const value = column?.read("840");
    expect(value).toBeInstanceOf(Refusal);
    expect((value as Refusal).expected).toContain("00840");
  });
});
