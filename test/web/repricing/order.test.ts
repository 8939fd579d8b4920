import { describe, expect, it } from "vitest";
import { type Compared, comparedRows } from "../../../web/src/repricing/compared.ts";
import { firstRecords } from "../../../web/src/repricing/first-records.ts";
import { changed, EMPTY_DRAFT, formFields } from "../../../web/src/repricing/order-state.ts";
import type { Group } from "../../../web/src/repricing/use-job.ts";
import { BARS_MAX, chartedGroups, divergingBars } from "../../../web/src/repricing/variance-layout.ts";

const said = { ...EMPTY_DRAFT, sheet: "May", columns: { DOS: "date_of_service", Payer: null }, by: ["code"] };

describe("What is asked of a file", () => {
  it("is sent by the API's names, without what was not entered", () => {
    expect(formFields(EMPTY_DRAFT, "ca", "outpatient")).toEqual({ state: "ca", setting: "outpatient" });
    expect(formFields({ ...said, tolerance: " 1% ", noChargeLimit: true }, "ca", "outpatient")).toEqual({
      state: "ca",
      setting: "outpatient",
      sheet: "May",
      columns: '{"DOS":"date_of_service","Payer":null}',
      no_charge_limit: "true",
      tolerance: "1%",
      by: "code",
    });
  });

  it.each([
    ["another file", { file: new File(["x"], "other.csv") }, { columns: {}, sheet: null }],
    ["another sheet", { sheet: "June" }, { columns: {}, sheet: "June" }],
    ["another setting", { setting: "inpatient" }, { columns: {}, sheet: "May" }],
    ["another tolerance", { tolerance: "0.50" }, { columns: said.columns, sheet: "May" }],
  ])("forgets what was said about columns with %s, where they are others", (_what, changes, expected) => {
    expect(changed(said, changes)).toMatchObject(expected);
    expect(Object.keys(changed(said, changes).columns)).toEqual(Object.keys(expected.columns));
  });
});

describe("The first records of a CSV", () => {
  const text = 'line,reason\r\n2,"a ""b"", c\nd"\r\n3,last';

  it("keep quotes, commas and line ends inside cells", () => {
    expect(firstRecords(text, 9, true)).toEqual([
      ["line", "reason"],
      ["2", 'a "b", c\nd'],
      ["3", "last"],
    ]);
  });

  it("leave out one that is cut off, and those beyond the number asked for", () => {
    expect(firstRecords(text, 9, false)).toHaveLength(2);
    expect(firstRecords(text, 1, true)).toEqual([["line", "reason"]]);
  });
});

const COMPARED: Compared = {
  column: "Paid Amt",
  word: "paid",
  lines: 4,
  expected: "1096.00",
  paid: "1050.00",
  difference: "46.00",
  underpaid: { lines: 2, amount: "54.00" },
  paidNothing: { lines: 1, amount: "24.00" },
  overpaid: { lines: 1, amount: "8.00" },
  asExpected: { lines: 1, amount: "0.00" },
  notCompared: 2,
  atAlternative: { lines: 3, amount: "117.57" },
  takenBack: { lines: 1, amount: "24.00" },
  paidAndTakenBack: { lines: 1, amount: "24.00" },
  overpaidAndTakenBack: 0,
};

describe("What was compared", () => {
  it("has a row for everything that is shown, digit for digit", () => {
    expect(comparedRows(COMPARED).map(({ what, lines, dollars }) => `${what}: ${lines}, ${dollars}`)).toEqual([
      "Owed to us: 2, 54.00",
      "Denied or zero-paid, of those owed to us: 1, 24.00",
      "May be asked back: 1, 8.00",
      "As expected: 1, 0.00",
      "Expected, of the lines compared: 4, 1096.00",
      "Paid for them: 4, 1050.00",
      "Variance: expected minus paid: 4, 46.00",
      "Paid at another published rate: 3, null",
      "Priced, not compared: 2, null",
      "Takebacks, of those not compared or not priced: 1, 24.00",
      "Paid, and may have been taken back: 1, 24.00",
    ]);
    const none = { lines: 0, amount: "0.00" };
    expect(comparedRows({ ...COMPARED, takenBack: none, paidNothing: none }).map(({ what }) => what)).not.toContain(
      "Takebacks, of those not compared or not priced",
    );
  });
});

function group(key: string, under: string, over: string): Group {
  return {
    key,
    lines: 1,
    not_priced: 0,
    expected: "0.00",
    modifier_not_priced: { lines: 0, amount: "0.00" },
    underpaid: { lines: 1, amount: under },
    overpaid: { lines: 1, amount: over },
  };
}

describe("Bars of what is missing and too much", () => {
  it("are drawn on one scale, the longest leaving room for its amount", () => {
    const { bars, middle, width } = divergingBars(
      "code",
      [group("99213", "100.00", "50.00"), group("99214", "0.00", "25.00")],
      640,
    );
    const [first, second] = bars;
    expect(first?.over).toBeCloseTo((first?.under ?? 0) / 2);
    expect(second?.over).toBeCloseTo((first?.under ?? 0) / 4);
    expect(second?.underpaid).toBeNull();
    expect(middle + (first?.under ?? 0)).toBeLessThan(width - 80);
  });

  it("leave out groups without a variance, and have all months in their order", () => {
    const months = [
      group("2026-03", "5.00", "0.00"),
      group("2026-01", "1.00", "0.00"),
      group("2026-02", "0.00", "0.00"),
    ];
    expect(chartedGroups("month", months).map(({ key }) => key)).toEqual(["2026-01", "2026-02", "2026-03"]);
    expect(chartedGroups("month", [group("2026-02", "0.00", "0.00")])).toEqual([]);
    const many = Array.from({ length: 40 }, (_, place) => group(`${place}`, "1.00", "0.00"));
    expect(chartedGroups("code", many)).toEqual(many.slice(0, BARS_MAX));
  });
});
