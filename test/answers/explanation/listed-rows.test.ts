import { describe, expect, it } from "vitest";
import { keyCells, ListedRows } from "../../../src/answers/explanation/explain-result.ts";
import type { Day } from "../../../src/core/calendar/day.ts";
import type { ReadRow } from "../../../src/pricing/readings.ts";
import type { RowOrigins, RowPublication } from "../../../src/pricing/row-origins.ts";
import { type HospitalRate, hospitalRates } from "../../../src/states/ca/tables.ts";
import { feeOf, fees, regions } from "../../pricing/fees.ts";
import { hospitalRate } from "../../states/ca/rows.ts";
import { NO_ORIGINS } from "../../support/no-origins.ts";
import { period } from "../../support/rules.ts";

const KEY = { code: "99213" };
const DAY = "2025-10-01" as Day;

function read(line: number, used: boolean): ReadRow {
  return { table: fees, key: KEY, row: feeOf({ line }), used, whyNot: used ? null : "another modifier" };
}

describe("listed rows", () => {
  it("have names in the order of reading, the headers of their key, and their dates", () => {
    const row = feeOf({ line: 7, period: period("2025-01-01", "2025-12-31") });
    const region = { line: 3, county: "Kern", region: "South" };
    const listed = new ListedRows(
      [
        { table: fees, key: { code: "99213", conversionIndicator: null }, row, used: true, whyNot: null },
        { table: regions, key: { county: "Kern" }, row: region, used: false, whyNot: "not needed for this result" },
      ],
      NO_ORIGINS,
    );
    expect(listed.explained(DAY)).toEqual([
      {
        id: "r1",
        table: "xx/fees",
        line: 7,
        key: { code: "99213", conversion_indicator: null },
        effective_start_date: "2025-01-01",
        effective_end_date: "2025-12-31",
        used: true,
        why_not: null,
        publication: null,
      },
      {
        id: "r2",
        table: "xx/regions",
        line: 3,
        key: { county: "Kern" },
        effective_start_date: null,
        effective_end_date: null,
        used: false,
        why_not: "not needed for this result",
        publication: null,
      },
    ]);
    expect([listed.idOf(row), listed.idOf(region)]).toEqual(["r1", "r2"]);
    expect(() => listed.idOf(feeOf())).toThrow("a row that the sheet has not read");
  });

  it("that were not used are 20 at most, the rest is counted", () => {
    const unused = (count: number) => Array.from({ length: count }, (_, place) => read(place + 2, false));
    expect(new ListedRows(unused(20), NO_ORIGINS).leftOut).toBe(0);
    expect(new ListedRows(unused(20), NO_ORIGINS).explained(DAY)).toHaveLength(20);
    expect(new ListedRows(unused(21), NO_ORIGINS).leftOut).toBe(1);
    expect(new ListedRows(unused(21), NO_ORIGINS).explained(DAY)).toHaveLength(20);
  });

  it("that were used are listed all, also after those that are left out", () => {
    const used = Array.from({ length: 25 }, (_, place) => read(100 + place, true));
    const unused = Array.from({ length: 30 }, (_, place) => read(200 + place, false));
    const listed = new ListedRows([...unused, ...used], NO_ORIGINS);
    expect(listed.explained(DAY)).toHaveLength(45);
    expect(listed.leftOut).toBe(10);
    expect(listed.explained(DAY).filter((row) => row.used)).toHaveLength(25);
    for (const { row } of used) {
      const { line } = listed.explained(DAY).find(({ id }) => id === listed.idOf(row)) ?? {};
      expect(line).toBe(row.line);
    }
  });

  it("say where they were published", () => {
    const publication: RowPublication = {
      name: "Fees",
      publisher: "The state",
      edition: "2025-07-01",
      file: "fees.csv",
      sha256: null,
      place: "line 12",
    };
    const origins: RowOrigins = {
      publicationOf: (table, line) => (table === fees && line === 2 ? publication : null),
      sourcesOf: () => [],
      confirmedBy: (_, line, day) => (line === 2 ? `${day} confirms` : null),
      cellsOf: () => ({}),
    };
    const published = new ListedRows([read(2, true), read(3, true)], origins).explained(DAY);
    expect(published.map((row) => row.publication)).toEqual([
      { ...publication, confirmed_by_edition: `${DAY} confirms` },
      null,
    ]);
  });
});

describe("the figure of an empty cell", () => {
  const row = hospitalRate();
  const key = { stateProviderId: row.stateProviderId };

  function sectionOf(column: keyof HospitalRate, cells: Readonly<Record<string, string | null>>) {
    const origins: RowOrigins = {
      publicationOf: () => null,
      sourcesOf: () => [],
      confirmedBy: () => null,
      cellsOf: () => cells,
    };
    const listed = new ListedRows([{ table: hospitalRates, key, row, used: true, whyNot: null }], origins);
    return listed.builtInSection(row, column);
  }

  it("is the page's own where its column stands for a value when it is empty", () => {
    expect(sectionOf("casemixAdjustmentFactor", { casemix_adjustment_factor: null })).toBe("ca 2.4");
    expect(sectionOf("casemixAdjustmentFactor", { casemix_adjustment_factor: "0.9850" })).toBeNull();
  });

  it("cannot be of a column that every row fills in, which is not even looked at", () => {
    expect(sectionOf("drgBaseRate", { drg_base_rate: null })).toBeNull();
  });
});

it("keys are told by the headers of their columns", () => {
  expect(keyCells({ procedureCode: "99213", soi: 2 })).toEqual({ procedure_code: "99213", soi: 2 });
});
