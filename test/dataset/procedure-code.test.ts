import { describe, expect, it } from "vitest";
import { commonTables } from "../../src/dataset/common-tables.ts";
import { procedureCode, withItsZeros } from "../../src/dataset/procedure-code.ts";
import { headersOf, type Table, titleOf } from "../../src/dataset/table.ts";
import { snakeCase } from "../../src/names/spelling.ts";
import { Refusal } from "../../src/reading/refusal.ts";
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

/** Columns that hold other codes, some of them with leading zeros of their own or without. */
const OTHER_CODES =
  /^(?:zip_code|cbsa_code|.*taxonomy_code|fl_provider_type_code|fl_specialty_code|provider_type_codes|specialty_codes)$/;
/** Tables whose `code` is something else: provider types and specialties, NUCC codes, rate codes and counties. */
const OTHER_TABLES = ["fl/codes", "common/taxonomy", "ny/routing"];

const tables: readonly Table[] = [...commonTables, ...states.flatMap((state) => state.tables as readonly Table[])];
const coded = tables.flatMap((table) =>
  Object.entries(table.columns)
    .filter(([name]) => /code|hcpcs|cpt|procedure$/i.test(name) && !OTHER_CODES.test(snakeCase(name)))
    .filter(() => !OTHER_TABLES.includes(titleOf(table)))
    .map(([name, column]) => ({ name: `${titleOf(table)} ${snakeCase(name)}`, table, column })),
);

describe("every column of procedure codes", () => {
  it("is looked at, in each state", () => {
    expect(new Set(coded.map(({ table }) => table.folder))).toEqual(
      new Set(["common", ...states.map(({ code }) => code)]),
    );
  });

  it.each(coded)("of $name names the code behind 840", ({ column, table, name }) => {
    expect(headersOf(table)).toContain(name.split(" ")[1]);
    const value = column.read("840");
    expect(value).toBeInstanceOf(Refusal);
    expect((value as Refusal).expected).toContain("00840");
  });
});
