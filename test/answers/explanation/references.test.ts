import { describe, expect, it } from "vitest";
import { ListedRows, References } from "../../../src/answers/explanation/explain-result.ts";
import { factor, whole } from "../../../src/core/money/factor.ts";
import type { Sheet } from "../../../src/pricing/sheet.ts";
import { constant, lesserOf, MissingFigure, minus, plus, times } from "../../../src/pricing/worksheet/calculation.ts";
import { DAY, type Fee, feeOf, fees, program, sheetWith } from "../../pricing/fees.ts";
import { NO_ORIGINS } from "../../support/no-origins.ts";

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
