import { describe, expect, it } from "vitest";
import { DAY_BEFORE_MONTH } from "../../../src/reprice/values/days.ts";
import type { CatalogueState } from "../../../web/src/api/ready.ts";
import {
  filledUp,
  fillText,
  isOtherRelease,
  NO_LINES,
  owedLines,
  packetAddress,
  toggled,
} from "../../../web/src/repricing/appeal-packet.tsx";
import { datesBeforePricing, firstNotice } from "../../../web/src/repricing/first-notice.tsx";
import { addressOfLine } from "../../../web/src/repricing/largest-differences.tsx";
import { type Difference, filtered, filterText, variancesPath } from "../../../web/src/repricing/line-filter.ts";
import { notOwedWords } from "../../../web/src/repricing/not-owed.ts";
import { columnsOf } from "../../../web/src/repricing/totals.tsx";
import type { Group, RepricingSummary } from "../../../web/src/repricing/use-job.ts";
import { monthColumns } from "../../../web/src/repricing/variance-layout.ts";
import { figuresOf } from "../../../web/src/repricing/verdict-figures.tsx";

const NONE = { lines: 0, amount: "0.00" };

function summary(changes: Partial<RepricingSummary>): RepricingSummary {
  return {
    lookups: 3,
    priced: 2,
    total: "48.00",
    not_priced: 0,
    faulty: 0,
    modifier_not_priced: NONE,
    ...changes,
  } as RepricingSummary;
}

const COMPARED: Partial<RepricingSummary> = {
  compared_with: { column: "Paid", meaning: "paid_amount" },
  compared: 2,
  underpaid: { lines: 2, amount: "36.00" },
  paid_nothing: NONE,
  overpaid: NONE,
  as_expected: NONE,
  not_compared: 0,
  paid_at_alternative: { above: NONE },
  taken_back: NONE,
  total_expected: "48.00",
  total_paid: "12.00",
  total_difference: "36.00",
};

describe("The figures of a file", () => {
  it("are in one list without anything that is zero", () => {
    const names = (changes: Partial<RepricingSummary>) => figuresOf(summary(changes)).map(({ name }) => name);
    expect(names(COMPARED)).toEqual(["+ Owed to us", "Variance"]);
    expect(names({ ...COMPARED, faulty: 1, not_priced: 4 })).toEqual([
      "+ Owed to us",
      "Variance",
      "Not priced",
      "Rejected",
    ]);
    expect(names({})).toEqual(["Expected"]);
    expect(names({ priced: 0, not_priced: 3 })).toEqual(["Not priced"]);
  });
});

it("The figures add up to the lines, and takebacks are a part of them", () => {
  const figures = figuresOf(
    summary({
      ...COMPARED,
      not_compared: 7,
      paid_at_alternative: { above: { lines: 3, amount: "117.57" } },
      not_priced: 4,
      faulty: 1,
      taken_back: { lines: 3, amount: "24.00" },
      // Of three lines that were not owed, one has no price: it is among those of `not_priced`.
      not_owed: [
        { code: "denied", words: "", lines: 3, priced: 2, meaning: "", remedy: "", paid: "0.00", expected: "0.00" },
      ],
    }),
  );
  const shown = Object.fromEntries(figures.map(({ name, figure, detail }) => [name, `${figure} ${detail}`]));
  // 2 + 3 + 2 + 3 + 3 + 1 are the fourteen lines of the file.
  expect(shown).toMatchObject({
    "+ Owed to us": "$36.00 2 lines",
    "Paid at another rate": "3 lines",
    "Not compared": "2 lines",
    "Not owed": "3 lines",
    "Not priced": "3 lines",
    Rejected: "1 line",
    Takebacks: "$24.00 3 lines among those not compared or not priced",
  });
  expect(figures.at(-1)?.name).toBe("Takebacks");
});

it("Payments that may have been taken back are a figure, since their lines are as expected", () => {
  const taken = { lines: 2, dollars: "48.00", overpaid_lines: 1, is_complete: true, in_words: "" };
  expect(figuresOf(summary({ ...COMPARED, paid_with_takebacks: taken })).at(-1)).toEqual({
    ...{ name: "Paid, may have been taken back", kind: "plain", figure: "$48.00" },
    detail: "2 lines with a takeback, not underpaid",
  });
});

it("Overpaid lines with a takeback are counted where the money may be asked back: it may be settled", () => {
  const detailOf = (overpaid_lines: number) => {
    const taken = { lines: 2, dollars: "48.00", overpaid_lines, is_complete: true, in_words: "" };
    const overpaid = { lines: 3, amount: "9.00" };
    return figuresOf(summary({ ...COMPARED, overpaid, paid_with_takebacks: taken })).find(
      ({ kind }) => kind === "asked-back",
    )?.detail;
  };
  expect([detailOf(0), detailOf(1)]).toEqual(["3 lines", "3 lines, 1 with a takeback in this file"]);
});

it("A notice stands before the figures where few providers are known, and where nothing can be priced", () => {
  const isSaid = (changes: Partial<RepricingSummary>) =>
    firstNotice(summary(changes), "California", (code) => code) !== null;
  const npis = (found: number) => ({ npis: { total: 148, found, elsewhere: [], missing: [] } });
  expect([isSaid(npis(0)), isSaid(npis(73)), isSaid(npis(74))]).toEqual([true, true, false]);
  expect([isSaid({ lookups: 0, priced: 0 }), isSaid({ priced: 0 }), isSaid({})]).toEqual([true, true, false]);
  const fault = `DOS "19/3/2026" is not valid: expected ${DAY_BEFORE_MONTH.expected}.`;
  expect(datesBeforePricing([{ faults: [fault] }, { faults: [] }])).not.toBeNull();
  expect(datesBeforePricing([{ faults: ["Units are missing."] }])).toBeNull();
});

describe("The list of lines", () => {
  const line = (input_line: number, groups: readonly string[], paid = "10.00", difference = "14.00") =>
    ({ input_line, groups, paid, difference, expected_amount: "24.00", remarks: [] }) as unknown as Difference;
  const lines = [line(2, ["99213", "2026-09"]), line(3, ["99214", "2026-09"], "0.00", "24.00")];

  it("has only the lines of what is chosen in a chart", () => {
    const by = (place: number, key: string) => ({ kind: "group" as const, place, key, name: `Code: ${key}`, lines: 2 });
    expect(filtered(lines, null)).toEqual(lines);
    expect(filtered(lines, by(0, "99214"))).toEqual([lines[1]]);
    expect(filtered(lines, by(1, "2026-09"))).toEqual(lines);
    expect(filtered(lines, by(0, "2026-09"))).toEqual([]);
    const point = { kind: "point" as const, point: { expected: "24.00", paid: "10.00", lines: 1 } };
    expect(filtered(lines, point)).toEqual([lines[0]]);
    expect(filterText(point, "paid")).toBe("$10.00 paid, $24.00 expected");
    expect(filterText(point, "allowed")).toBe("$10.00 allowed, $24.00 expected");
  });

  it("is paged from the service by what the totals call a group, or by two amounts", () => {
    const of = { totals: [{ by: "code" }, { by: "month" }] } as unknown as RepricingSummary;
    const month = { kind: "group" as const, place: 1, key: "2026-03", name: "Month: Mar 2026", lines: 1_040 };
    const list = "/api/v1/reprice/ab/variances";
    expect(variancesPath({ id: "ab" }, of, null, 1)).toBe(`${list}?limit=50`);
    expect(variancesPath({ id: "ab" }, of, month, 3)).toBe(`${list}?by=month&key=2026-03&limit=50&offset=100`);
    const point = { kind: "point" as const, point: { expected: "24.00", paid: "10.00", lines: 1 } };
    expect(variancesPath({ id: "ab" }, of, point, 1)).toBe(`${list}?expected=24.00&paid=10.00&limit=50`);
  });
});

describe("Charts", () => {
  const group = (key: string, under: string, over: string, label?: string): Group => ({
    key,
    ...(label === undefined ? {} : { label }),
    lines: 2,
    not_priced: 0,
    expected: "0.00",
    modifier_not_priced: NONE,
    underpaid: { lines: 1, amount: under },
    overpaid: { lines: 1, amount: over },
  });

  it("have months as columns from left to right, on one scale for both sides", () => {
    const { columns, zero, height } = monthColumns(
      [group("2026-08", "10.00", "0.00"), group("2026-09", "0.00", "5.00")],
      600,
    );
    const [first, second] = columns;
    expect([first?.name, second?.name]).toEqual(["Aug 2026", "Sep 2026"]);
    expect(second?.x).toBeGreaterThan(first?.x ?? 0);
    expect(second?.over).toBeCloseTo((first?.under ?? 0) / 2);
    expect(zero - (first?.under ?? 0)).toBeGreaterThan(0);
    expect(zero + (second?.over ?? 0)).toBeLessThan(height);
  });
});

it("The table of totals adds up across a row: expected of the compared lines minus paid is the variance", () => {
  const group = { key: "99213", lines: 3, not_priced: 0, expected: "72.00", modifier_not_priced: NONE };
  const compared: Group = { ...group, compared: 2, paid: "44.00", difference: "4.00" };
  const row = (word: "paid" | null) =>
    Object.fromEntries(columnsOf("code", [compared], word).map(({ title, value }) => [title, value(compared)]));
  expect(row("paid")).toMatchObject({
    "Expected, all lines": "72.00",
    "Expected of compared": "48.00",
    "Paid of compared": "44.00",
    Variance: "4.00",
  });
  expect(row(null)).toMatchObject({ Expected: "72.00" });
  expect(row(null)).not.toHaveProperty("Expected of compared");
});

describe("The lines of an appeal packet", () => {
  const fifty = filledUp(
    NO_LINES,
    Array.from({ length: 80 }, (_, place) => place + 2),
  );

  it("are chosen and no longer chosen, up to fifty", () => {
    expect([...toggled(toggled(NO_LINES, 7), 3)]).toEqual([7, 3]);
    expect([...toggled(new Set([7, 3]), 7)]).toEqual([3]);
    expect(fifty.size).toBe(50);
    expect(toggled(fifty, 99)).toBe(fifty);
    expect(toggled(fifty, 2).size).toBe(49);
    expect([...filledUp(new Set([9]), [2, 9, 4])]).toEqual([9, 2, 4]);
  });

  it("are filled up with lines owed to us, without those that were paid nothing, and the button says so", () => {
    const lines = [
      { input_line: 2, difference: "4.00", paid: "20.00", has_takeback: false },
      { input_line: 3, difference: "24.00", paid: "0.00", has_takeback: true, is_put_on_patient: true },
      { input_line: 7, difference: "24.00", paid: "0.00", has_takeback: false },
      { input_line: 4, difference: "-6.50", paid: "30.50", has_takeback: false },
      { input_line: 5, difference: "23.50", paid: "0.50", has_takeback: false },
      { input_line: 6, difference: "14.00", paid: "10.00", has_takeback: true },
    ];
    const all = lines.map((line) => ({ is_put_on_patient: false, ...line }));
    expect(owedLines(all)).toEqual({ lines: [2, 5], zeroPaid: 2, onPatient: 1, withTakeback: 1 });
    const text = (more: number, isBegun: boolean, zeroPaid: number, withTakeback: number, word: "paid" | "allowed") =>
      fillText(more, isBegun, { zeroPaid, onPatient: 0, withTakeback }, word);
    expect(fillText(2, false, { zeroPaid: 2, onPatient: 1, withTakeback: 0 }, "paid")).toBe(
      "Choose 2 lines owed to us, without 2 lines that were paid nothing (1 put on the patient)",
    );
    expect(text(2, false, 1, 0, "paid")).toBe("Choose 2 lines owed to us, without 1 line that was paid nothing");
    expect(text(1, true, 3, 2, "allowed")).toBe(
      "Choose 1 more line owed to us, without 3 lines that were allowed nothing and 2 lines with a takeback",
    );
    expect(text(4, false, 0, 1, "paid")).toBe("Choose 4 lines owed to us, without 1 line with a takeback");
    expect(text(1, true, 0, 0, "paid")).toBe("Choose 1 more line owed to us");
  });

  it("are in the address in the order of the file", () => {
    expect(packetAddress("ab", new Set([44, 8, 13]))).toBe("/api/v1/reprice/ab/explanations?lines=8,13,44");
  });

  it("cannot be explained with other rates than those of the file", () => {
    const release = (content_hash: string) => ({ content_hash }) as never;
    expect(isOtherRelease({ release: release("a") }, release("b"))).toBe(true);
    expect(isOtherRelease({ release: release("a") }, release("a"))).toBe(false);
    expect(isOtherRelease({ release: release("a") }, null)).toBe(false);
  });
});

describe("What was not owed", () => {
  const reason = (
    code: "denied" | "covered_by_plan" | "other_setting",
    words: string,
    lines: number,
    priced: number,
  ) => ({
    ...{ code, words, lines, priced, meaning: "", remedy: "", paid: "0.00", expected: "0.00" },
  });
  const not_owed = [reason("covered_by_plan", "covered by a plan", 1_024, 1_000), reason("denied", "denied", 1, 1)];

  it("is said with every reason and its lines, the claims of another setting left out", () => {
    expect(notOwedWords(summary({ not_owed: [...not_owed, reason("other_setting", "other setting", 5, 0)] }))).toBe(
      "1,025 lines were not owed by Medicaid: covered by a plan (1,024), denied (1). They are not compared, and in no other amount.",
    );
    expect(notOwedWords(summary({ not_owed: [reason("other_setting", "other setting", 5, 0)] }))).toBeNull();
    expect(notOwedWords(summary({}))).toBeNull();
  });

  it("is no part of the lines that are not compared", () => {
    const figures = (changes: Partial<RepricingSummary>) =>
      figuresOf(summary({ ...COMPARED, not_compared: 1_003, ...changes })).map(({ name, figure }) => [name, figure]);
    expect(figures({ not_owed })).toContainEqual(["Not compared", "2"]);
    expect(figures({ not_owed })).toContainEqual(["Not owed", "1,025"]);
    expect(figures({})).toContainEqual(["Not compared", "1,003"]);
  });
});

describe("The lookup behind a line", () => {
  const states = [{ code: "ca", settings: [{ setting: "outpatient" }] }] as unknown as readonly CatalogueState[];
  const lookup = { billing_code: "99213", npi: "1000700140" };
  const partsOf = (line: Partial<Parameters<typeof addressOfLine>[0]>) =>
    addressOfLine(
      { lookup, units: null, billed: null, is_billed_below_rate: false, ...line },
      { state: "ca", setting: "outpatient" },
      states,
    ).replace("/?state=ca&setting=outpatient&billing_code=99213&npi=1000700140", "");

  it("has the units of the line, so that its price is that of the line", () => {
    expect(partsOf({ units: "2" })).toBe("&units=2");
    expect(partsOf({ units: "0.5" })).toBe("&units=0.5");
    expect(partsOf({ units: "1" })).toBe("");
    expect(partsOf({})).toBe("");
  });

  it("has what was billed, if that is below the rate", () => {
    expect(partsOf({ units: "2", billed: "40.00", is_billed_below_rate: true })).toBe("&units=2&billed=40.00");
    // As much as the rate comes to limits nothing.
    expect(partsOf({ units: "2", billed: "48.00", is_billed_below_rate: false })).toBe("&units=2");
    expect(partsOf({})).toBe("");
  });
});
