import { describe, expect, it } from "vitest";
import { factor, whole } from "../../src/core/money/factor.ts";
import { type Sheet, UNPRINTED } from "../../src/pricing/sheet.ts";
import {
  constant,
  lesserOf,
  MissingFigure,
  minus,
  over,
  plus,
  times,
  words,
} from "../../src/pricing/worksheet/calculation.ts";
import { decide } from "../../src/pricing/worksheet/computing.ts";
import { money, period } from "../support/rules.ts";
import { noRateOf, parameterRows, rowsOf } from "../support/sheet.ts";
import {
  DAY,
  type Fee,
  feeOf,
  fees,
  parameterRow,
  parameters,
  program,
  type Region,
  regions,
  sheetWith,
} from "./fees.ts";

const KEY = { code: "99213" };

function rowOf(sheet: Sheet): Fee {
  return sheet.row(fees, KEY, "code_not_listed", (nearest) =>
    nearest === null ? "Not listed." : `Not on ${DAY}; nearest ${nearest}.`,
  );
}

describe("a row of a key", () => {
  const ended = feeOf({ period: period("2020-01-01", "2025-06-30") });
  const live = feeOf({ line: 3 });
  const future = feeOf({ line: 4, period: period("2026-01-01") });

  it("is the one in force on the day, and is used", () => {
    const sheet = sheetWith([ended, live, feeOf({ line: 5, code: "99214" })]);
    expect(rowOf(sheet)).toBe(live);
    expect(sheet.readings.period).toEqual(live.period);
    expect(sheet.readings.rowsOn(DAY).map(({ row, used, whyNot }) => [row.line, used, whyNot])).toEqual([
      [2, false, "another period"],
      [3, true, null],
    ]);
  });

  it("that has none at all ends the calculation, and says what was searched for", () => {
    const noRate = noRateOf(() => rowOf(sheetWith([])));
    expect(noRate).toMatchObject({ code: "code_not_listed", message: "Not listed.", nearest: null, remedy: [] });
    expect(noRate.searched).toMatchObject({ table: fees, key: KEY, rows: [] });
  });

  it("that has only other periods names the nearest one, and a day of it as the remedy", () => {
    const why = "the nearest published period is 2020-01-01 to 2025-06-30";
    expect(noRateOf(() => rowOf(sheetWith([ended])))).toMatchObject({
      code: "not_in_force",
      message: "Not on 2025-10-01; nearest 2020-01-01 to 2025-06-30.",
      nearest: ended.period,
      remedy: [{ parameter: "date_of_service", value: "2025-06-30", why }],
    });
    expect(noRateOf(() => rowOf(sheetWith([ended, future])))).toMatchObject({
      nearest: future.period,
      message: "Not on 2025-10-01; nearest 2026-01-01 onward.",
      remedy: [{ value: "2026-01-01" }],
    });
  });

  it("holds on the first and on the last day of its period", () => {
    const only = feeOf({ period: period(DAY, DAY) });
    expect(rowOf(sheetWith([only]))).toBe(only);
    expect(noRateOf(() => rowOf(sheetWith([feeOf({ period: period("2025-10-02") })])))).toMatchObject({
      remedy: [{ value: "2025-10-02" }],
    });
    expect(noRateOf(() => rowOf(sheetWith([feeOf({ period: period("2025-01-01", "2025-09-30") })])))).toMatchObject({
      remedy: [{ value: "2025-09-30" }],
    });
  });

  it("that may be missing is handed out without being used", () => {
    const sheet = sheetWith([live]);
    expect(sheet.rowIfAny(fees, KEY)).toBe(live);
    expect(sheetWith([ended]).rowIfAny(fees, KEY)).toBeUndefined();
    expect(sheet.readings.period).toBeNull();
    expect(sheet.readings.rowsOn(DAY)).toMatchObject([{ used: false, whyNot: "not needed for this result" }]);
  });
});

describe("the period of a price", () => {
  const long = feeOf({ period: period("2025-01-01", "2026-12-31") });
  const short = feeOf({ line: 3, modifier: "26", period: period("2025-09-01", "2025-10-31") });

  it("is what the rows share that are used", () => {
    const sheet = sheetWith([long, short]);
    for (const row of sheet.rows(fees, KEY)) sheet.use(row);
    expect(sheet.readings.period).toEqual(period("2025-09-01", "2025-10-31"));
  });

  it("is narrowed by a parameter, which bounds no result without a price, and not by a row that is only consulted", () => {
    const ofOctober = rowsOf(parameters, [parameterRow("cutback", "0.5", period("2025-10-01", "2025-10-31"))]);
    const sheet = sheetWith([long, short], ofOctober);
    sheet.rows(fees, KEY);
    sheet.use(long);
    sheet.consult(short);
    sheet.figure("fee", short, "fee");
    expect(sheet.readings.period).toEqual(long.period);
    sheet.parameter(program, "cutback");
    expect(sheet.readings.period).toEqual(period("2025-10-01", "2025-10-31"));
    expect(sheet.readings.periodOfRates).toEqual(long.period);
    expect(sheet.readings.rowsOn(DAY).map(({ used }) => used)).toEqual([true, true, true]);
  });
});

describe("choosing among rows", () => {
  const plain = feeOf();
  const professional = feeOf({ line: 3, modifier: "26" });
  const technical = feeOf({ line: 4, modifier: "TC" });
  const whyNot = ({ modifier }: Fee) => `another modifier, ${modifier}`;
  const all = [plain, professional, technical];

  function whyNots(sheet: Sheet) {
    return sheet.readings.rowsOn(DAY).map((row) => row.whyNot);
  }

  it("says of those that do not fit why they lost", () => {
    const sheet = sheetWith(all);
    const fitting = sheet.those(sheet.rows(fees, KEY), ({ modifier }) => modifier === "26", whyNot);
    expect(fitting).toEqual([professional]);
    sheet.use(professional);
    expect(whyNots(sheet)).toEqual(["another modifier, null", null, "another modifier, TC"]);
  });

  it("may leave none, or keep all where none fits", () => {
    const sheet = sheetWith(all);
    const rows = sheet.rows(fees, KEY);
    expect(sheet.those(rows, () => false, whyNot)).toEqual([]);
    const lenient = sheetWith(all);
    const read = lenient.rows(fees, KEY);
    expect(lenient.thoseOrAll(read, () => false, whyNot)).toBe(read);
    expect(whyNots(lenient)).toEqual(Array(3).fill("not needed for this result"));
    expect(lenient.thoseOrAll(read, (row) => row === technical, whyNot)).toEqual([technical]);
    expect(whyNots(lenient).slice(0, 2)).toEqual(["another modifier, null", "another modifier, 26"]);
  });

  it("can be one row that was chosen", () => {
    const sheet = sheetWith(all);
    expect(sheet.chosen(sheet.rows(fees, KEY), technical, ({ line }) => `a lower rank, ${line}`)).toBe(technical);
    expect(whyNots(sheet)).toEqual(["a lower rank, 2", "a lower rank, 3", "not needed for this result"]);
  });

  it("a row that the release holds ready is a reading too, and is used", () => {
    const sheet = sheetWith([]);
    const region: Region = { line: 7, county: "Kern", region: "South" };
    expect(sheet.took(regions, { county: "Kern" }, region)).toBe(region);
    expect(sheet.readings.rowsOn(DAY)).toMatchObject([{ table: regions, key: { county: "Kern" }, used: true }]);
    expect(sheet.derived((data) => data.hasRows(fees))).toBe(false);
  });
});

describe("figures", () => {
  it("of a row know their name, unit and cell, and use the row", () => {
    const row = feeOf();
    const sheet = sheetWith([row]);
    sheet.rows(fees, KEY);
    expect(sheet.figure("fee", row, "fee")).toMatchObject({ name: "fee", unit: "dollars", value: { text: "24.05" } });
    expect(sheet.figure("weight", row, "weight")).toMatchObject({ unit: "factor", value: { text: "1.50" } });
    const days = sheet.figure("average days", row, "averageDays", "days");
    expect(days).toMatchObject({ unit: "days", value: { text: "4", scale: 0 } });
    expect(days.source).toMatchObject({ name: "average days", from: { row, column: "averageDays" } });
    expect(sheet.readings.rowsOn(DAY)).toMatchObject([{ used: true }]);
  });

  it("of an empty cell are none, and the row is not used for them", () => {
    const row = feeOf({ weight: null });
    const sheet = sheetWith([row]);
    sheet.rows(fees, KEY);
    expect(sheet.figure("weight", row, "weight")).toBeNull();
    expect(sheet.readings.rowsOn(DAY)).toMatchObject([{ used: false }]);
  });

  it("of the request name their parameter", () => {
    const sent = sheetWith([]).sent("total charges", "total_charges", money("45000"), "dollars");
    expect(sent).toMatchObject({ name: "total charges", source: { from: { parameter: "total_charges" } } });
  });

  it("keep their source under another name", () => {
    const sheet = sheetWith([]);
    const sent = sheet.sent("minutes", "anesthesia_minutes", whole(60), "units");
    const renamed = sent.called("time", ", sent");
    expect(renamed).toMatchObject({ name: "time", detail: ", sent", unit: "units" });
    expect(renamed.source).toBe(sent.source);
  });
});

describe("parameters of the program", () => {
  it("come from their row, which is used", () => {
    const sheet = sheetWith([], parameterRows(parameters, { cutback: "0.350" }));
    expect(sheet.parameter(program, "cutback")).toMatchObject({
      name: "cutback",
      value: { text: "0.350" },
      unit: "factor",
      source: { from: { row: { name: "cutback" }, column: "value" } },
    });
    expect(sheet.readings.rowsOn(DAY)).toMatchObject([{ table: parameters, key: { name: "cutback" }, used: true }]);
  });

  it("are the page's own where the file has none", () => {
    const sheet = sheetWith([]);
    expect(sheet.parameter(program, "cutback")).toMatchObject({
      value: { text: "0.20" },
      source: { from: { default: "cutback", section: "xx 2.3" } },
    });
    expect(sheet.readings.rowsOn(DAY)).toEqual([]);
  });

  it("end the calculation where they have no value on the day, with the nearest period", () => {
    const sheet = sheetWith([], rowsOf(parameters, [parameterRow("cutback", "0.5", period("2026-01-01"))]));
    expect(noRateOf(() => sheet.parameter(program, "cutback"))).toMatchObject({
      code: "not_in_force",
      message: "Parameter cutback has no value on 2025-10-01; the nearest published period is 2026-01-01 onward.",
      nearest: period("2026-01-01"),
      remedy: [{ parameter: "date_of_service", value: "2026-01-01" }],
      searched: { table: parameters, key: { name: "cutback" } },
    });
    expect(sheet.parameterIfAny(program, "cutback")).toBeNull();
    expect(sheet.dollarParameterIfAny(program, "cutback")).toBeNull();
  });

  it("end the calculation where nobody has published them", () => {
    const sheet = sheetWith([]);
    expect(noRateOf(() => sheet.parameter(program, "trend"))).toMatchObject({
      code: "missing_information",
      message: "The state has not published a trend.",
      nearest: null,
      remedy: [],
    });
    expect(sheet.parameterIfAny(program, "trend")).toBeNull();
  });

  it("are dollars where they stand for some, from the same cell", () => {
    const sheet = sheetWith([], parameterRows(parameters, { per_diem: "600.5" }));
    expect(sheet.dollarParameter(program, "per_diem")).toMatchObject({
      unit: "dollars",
      value: { text: "600.50" },
      source: { unit: "dollars", from: { row: { name: "per_diem" }, column: "value" } },
    });
    expect(sheet.dollarParameterIfAny(program, "threshold")).toMatchObject({
      value: { text: "99000.00" },
      source: { from: { default: "threshold" } },
    });
  });
});

describe("steps", () => {
  const two = constant("xx 3", factor("2"));
  const three = constant("xx 3", factor("3"));

  it("are recorded in order, each with its section, decimals and unit", () => {
    const sheet = sheetWith([]);
    sheet.dollars("xx 3 step 1", over(two, three));
    sheet.factor("xx 3 step 2", over(two, three), 4);
    sheet.fixedFactor("xx 3 step 3", over(three, two), 4);
    sheet.factor("xx 3 step 4", minus(two, three), null);
    sheet.count("xx 3 step 5", over(three, two), "days");
    sheet.published("xx 3 step 6", constant("xx 3", factor("0.01250"), "dollars"));
    expect(sheet.steps.map(({ section, value, decimals, unit }) => [section, value?.text, decimals, unit])).toEqual([
      ["xx 3 step 1", "0.67", 2, "dollars"],
      ["xx 3 step 2", "0.6667", 4, "factor"],
      ["xx 3 step 3", "1.5000", 4, "factor"],
      ["xx 3 step 4", "-1", null, "factor"],
      ["xx 3 step 5", "2", 0, "days"],
      ["xx 3 step 6", "0.01250", null, "dollars"],
    ]);
    expect(sheet.line).toBe(
      "2 / 3 = $0.67; 2 / 3 = 0.6667; 3 / 2 = 1.5000; 2 - 3 = -1; 3 / 2 = 2; $0.01250 = $0.01250",
    );
  });

  it("that are not printed are recorded all the same", () => {
    const sheet = sheetWith([]);
    const weight = sheet.factor("xx 3", times(two, three), 4, UNPRINTED).called("weight");
    expect(sheet.line).toBe("");
    sheet.dollars("xx 3", times(weight, two));
    sheet.note("xx 3", words`twice ${three}`);
    expect(sheet.line).toBe("weight (6) x 2 = $12.00; twice 3");
    expect(sheet.steps).toHaveLength(3);
  });

  it("of a note have neither formula nor value", () => {
    const sheet = sheetWith([]);
    sheet.note("xx 4", words`By report`);
    expect(sheet.steps).toMatchObject([{ section: "xx 4", formula: null, value: null, unit: null, applied: true }]);
  });

  it("of a formula that lacks a value have no result, and only of such a formula", () => {
    const sheet = sheetWith([]);
    const minutes = new MissingFigure("time units", "anesthesia_minutes not supplied");
    sheet.unfinished("xx 3", times(plus(two, minutes), three), { trail: " at least" });
    expect(sheet.line).toBe("(2 + time units (anesthesia_minutes not supplied)) x 3 at least");
    expect(sheet.steps).toMatchObject([{ value: null, decimals: null }]);
    expect(() => sheet.unfinished("xx 3", times(two, three))).toThrow("Nothing is missing in the formula of xx 3");
  });

  it("know which comparison decided about them, and whether they were used", () => {
    const sheet = sheetWith([]);
    const used = sheet.dollars("xx 5", lesserOf(two, three));
    const exceeds = decide(two, "less", three);
    sheet.decided(used, exceeds);
    const unused = sheet.dollars("xx 6", minus(three, two));
    const bites = decide(two, "greater", three);
    sheet.notApplied(unused, bites, words`not applied`);
    expect(sheet.steps).toMatchObject([
      { section: "xx 5", applied: true, decision: exceeds, remark: null },
      { section: "xx 6", applied: false, decision: bites },
    ]);
    expect(sheet.line).toBe("lesser of 2 and 3 = $2.00; 3 - 2 = $1.00, not applied");
  });
});

it("defaults that played a part are noted in words", () => {
  const sheet = sheetWith([]);
  sheet.assume("length_of_stay", "6", "not sent: the national average");
  expect(sheet.assumptions).toEqual([
    { parameter: "length_of_stay", value: "6", reason: "not sent: the national average" },
  ]);
});

describe("the end of a calculation", () => {
  it("names what was read last as what was searched for, and nothing where nothing was read", () => {
    const sheet = sheetWith([]);
    expect(sheet.noRate("not_payable", "No.").searched).toBeNull();
    sheet.rows(regions, { county: "Kern" });
    sheet.rows(fees, KEY);
    expect(sheet.noRate("not_payable", "No.").searched).toMatchObject({ table: fees, key: KEY });
  });

  it("has the remedies of the rule before the day of the nearest period", () => {
    const remedy = [{ parameter: "modifier", value: "26", why: "published for the code" }];
    const noRate = sheetWith([]).noRate("not_for_request", "No.", { remedy, nearest: period("2026-01-01") });
    expect(noRate.remedy).toMatchObject([remedy[0], { parameter: "date_of_service", value: "2026-01-01" }]);
  });
});

it("a misspelt key, column or parameter does not compile", () => {
  const sheet = sheetWith([]);
  const mistakes = [
    // @ts-expect-error: rows are read by their code
    () => sheet.rows(fees, { codes: "99213" }),
    // @ts-expect-error: a part of the key is missing
    () => sheet.rows(fees, {}),
    // @ts-expect-error: a text is no figure
    () => sheet.figure("code", feeOf(), "code"),
    // @ts-expect-error: the program has no such figure
    () => sheet.parameter(program, "cutbacks"),
    // @ts-expect-error: the list of codes is closed
    () => sheet.noRate("no_reason", "No."),
  ];
  expect(mistakes).toHaveLength(5);
});
