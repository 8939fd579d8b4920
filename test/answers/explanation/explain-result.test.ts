import { describe, expect, it } from "vitest";
import { appliedSteps, keyCells, ListedRows, References } from "../../../src/answers/explanation/explain-result.ts";
import type { Day } from "../../../src/core/calendar/day.ts";
import { factor, whole } from "../../../src/core/money/factor.ts";
import type { ReadRow } from "../../../src/pricing/readings.ts";
import type { RowOrigins, RowPublication } from "../../../src/pricing/row-origins.ts";
import { type Sheet, UNPRINTED } from "../../../src/pricing/sheet.ts";
import { constant, lesserOf, MissingFigure, minus, plus, times } from "../../../src/pricing/worksheet/calculation.ts";
import { decide } from "../../../src/pricing/worksheet/computing.ts";
import { type HospitalRate, hospitalRates } from "../../../src/states/ca/tables.ts";
import { DAY, type Fee, feeOf, fees, program, regions, sheetWith } from "../../pricing/fees.ts";
import { hospitalRate } from "../../states/ca/rows.ts";
import { NO_ORIGINS } from "../../support/no-origins.ts";
import { period } from "../../support/rules.ts";

describe("applied steps", () => {
  const two = constant("xx 3", factor("2"));
  const three = constant("xx 3", factor("3"));

  it("what the payment is computed from is applied, and what is shown beside it is not", () => {
    const sheet = sheetWith([]);
    const base = sheet.dollars("xx 3", times(two, three));
    sheet.dollars("xx 4", plus(base, two), UNPRINTED);
    const payment = sheet.dollars("xx 5", plus(base, three));
    const applied = appliedSteps(sheet.steps, payment);
    expect(sheet.steps.map((step) => applied.has(step))).toEqual([true, false, true]);
  });

  it("a comparison that had it go that way is applied with all that it compares; one that did not is not", () => {
    const sheet = sheetWith([]);
    const cost = sheet.dollars("xx 3", times(two, three), UNPRINTED);
    const loss = sheet.dollars("xx 4", plus(cost, two), UNPRINTED);
    sheet.decided(loss, decide(loss, "greater", three));
    const gain = sheet.dollars("xx 5", plus(two, two), UNPRINTED);
    sheet.notApplied(gain, decide(gain, "greater", cost));
    const payment = sheet.dollars("xx 6", three);
    const applied = appliedSteps(sheet.steps, payment);
    expect(sheet.steps.map((step) => applied.has(step))).toEqual([true, true, false, true]);
  });

  it("without a payment a rule alone says what it has set aside", () => {
    const sheet = sheetWith([]);
    sheet.dollars("xx 3", times(two, three));
    sheet.notApplied(sheet.dollars("xx 4", two), null);
    expect(appliedSteps(sheet.steps, null)).toEqual(new Set([sheet.steps[0]]));
  });
});

describe("listed rows", () => {
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
        published: null,
        synthetic: false,
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

  it("keys are shown with the headers of their columns", () => {
    expect(keyCells({ procedureCode: "99213", soi: 2 })).toEqual({ procedure_code: "99213", soi: 2 });
  });
});

describe("references", () => {
  function referencesOf(sheet: Sheet): References {
    return new References(sheet.steps, new ListedRows(sheet.readings.rowsOn(DAY), NO_ORIGINS));
  }

  function opened(...rows: Fee[]): Sheet {
    const sheet = sheetWith(rows);
    sheet.rows(fees, { code: "99213" });
    return sheet;
  }

  const row = feeOf({ line: 9 });

  describe("inputs", () => {
    it("are named in the order in which they are asked for, and say where they come from", () => {
      const sheet = opened(row);
      const formula = times(
        sheet.figure("fee", row, "fee"),
        sheet.sent("days", "length_of_stay", whole(3), "days"),
        sheet.parameter(program, "cutback").called("cutback share"),
        constant("xx 3 step 1", factor("1")),
      );
      const references = referencesOf(sheet);
      expect(references.expression(formula)).toEqual({
        op: "multiply",
        of: [{ ref: "i1" }, { ref: "i2" }, { ref: "i3" }, { ref: "i4" }],
      });
      expect(references.inputs).toEqual([
        { id: "i1", name: "fee", value: "24.05", unit: "dollars", from: { row: "r1", column: "fee" } },
        { id: "i2", name: "days", value: "3", unit: "days", from: { parameter: "length_of_stay" } },
        {
          id: "i3",
          name: "cutback share",
          value: "0.20",
          unit: "factor",
          from: { default: "cutback", section: "xx 2.3" },
        },
        { id: "i4", name: "1", value: "1", unit: "factor", from: { rule: "xx 3 step 1" } },
      ]);
    });

    it("that are asked for twice are one, under whatever name", () => {
      const sheet = opened(row);
      const fee = () => sheet.figure("fee", row, "fee");
      const first = fee();
      const references = referencesOf(sheet);
      const formula = plus(first, first.called("the same"), fee(), fee().called(null));
      expect(references.expression(formula)).toEqual({ op: "add", of: Array(4).fill({ ref: "i1" }) });
      expect(references.inputs).toHaveLength(1);
    });

    it("of two rows, of two columns or in two units are two", () => {
      const other = feeOf({ line: 10, modifier: "26" });
      const sheet = opened(row, other);
      const all = [
        sheet.figure("fee", row, "fee"),
        sheet.figure("fee", other, "fee"),
        sheet.figure("days", row, "averageDays", "days"),
        sheet.figure("days", row, "averageDays", "units"),
      ];
      const references = referencesOf(sheet);
      expect(all.map((figure) => references.figure(figure))).toEqual(["i1", "i2", "i3", "i4"]);
      expect(references.inputs[2]?.from).toEqual({ row: "r1", column: "average_days" });
    });

    it("must be of rows that the sheet has read", () => {
      const sheet = opened(row);
      const stranger = sheet.figure("fee", feeOf(), "fee");
      expect(() => referencesOf(sheet).figure(stranger)).toThrow("a row that the sheet has not read");
    });
  });

  describe("steps", () => {
    it("are named in their order, and results refer to them under whatever name", () => {
      const sheet = opened(row);
      const base = sheet.dollars("xx 3 step 1", sheet.figure("fee", row, "fee"));
      const half = sheet.dollars("xx 3 step 2", times(base.called("base"), constant("xx 3", factor("0.5"))));
      const references = referencesOf(sheet);
      expect(sheet.steps.map((step) => references.step(step))).toEqual(["s1", "s2"]);
      expect(references.expression(lesserOf(half, minus(base, half)))).toEqual({
        op: "min",
        of: [{ ref: "s2" }, { op: "subtract", of: [{ ref: "s1" }, { ref: "s2" }] }],
      });
      expect(references.inputs).toEqual([]);
    });

    it("must be on this sheet", () => {
      const elsewhere = sheetWith([]).dollars("xx 3", constant("xx 3", factor("1")));
      expect(() => referencesOf(sheetWith([])).figure(elsewhere)).toThrow("The step of xx 3 is not on this sheet");
    });
  });

  it("a formula that lacks a value has no expression, but its figures are named", () => {
    const missing = new MissingFigure("time units", "anesthesia_minutes not supplied", "anesthesia_minutes");
    const references = referencesOf(sheetWith([]));
    const lacking = times(plus(constant("xx 3", factor("6")), missing), constant("xx 3", factor("2")));
    expect(() => references.expression(lacking)).toThrow("The formula lacks its time units");
    references.mention(lacking);
    expect(references.inputs.map(({ value }) => value)).toEqual(["6", "2"]);
  });
});
