import { describe, expect, it } from "vitest";
import { practitioner, practitionerLaboratory } from "../../../../src/states/fl/publications/fee-schedules.ts";
import { type FixtureCell, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const JANUARY = { asOf: "2026-01-01" };

it("reads the practitioner laboratory schedule by its columns, from row 5 of the first sheet", async () => {
  const content = xlsx({
    Laboratory: [
      ["Practitioner Laboratory Fee Schedule"],
      [],
      ["Effective January 1"],
      [null, "CODE", "FEE", "PROFESSIONAL", "TECHNICAL"],
      [null, 80053, 6.34, 1.27, 5.07],
      [null, "Q0111", 4.15],
      [null, "87999", "BR"],
    ],
    Notes: [["nothing to read"]],
  });
  const { rows } = await importing(practitionerLaboratory, { name: "laboratory.xlsx", content }, JANUARY);
  expect(rows("fl/fee_schedule")).toMatchObject([
    { schedule: "LABORATORY", code: "80053", fsi: "6.34", facility: "", pci: "1.27", tci: "5.07" },
    { schedule: "LABORATORY", code: "87999", fsi: "", by_report: "true" },
    { schedule: "LABORATORY", code: "Q0111", fsi: "4.15", pci: "", tci: "" },
  ]);
});

type Row = readonly FixtureCell[];

const HEADINGS: readonly Row[] = [
  ["Practitioner Fee Schedule"],
  ["Effective January 1"],
  [null, "CODE", "MOD", "FSI", "FACILITY\nFEE", "PCI", "TCI"],
];

/** A workbook as the state publishes it: notes on a sheet of their own, three rows of headings, data from row 4. */
function workbook(...rows: readonly Row[]) {
  return {
    name: "practitioner.xlsx",
    content: xlsx({ Notes: [["Fees may change"]], "2026 Fee Schedule": [...HEADINGS, ...rows] }),
  };
}

const imported = (...rows: readonly Row[]) => importing(practitioner, workbook(...rows), { asOf: "2026-01-01" });

const BLANK = {
  schedule: "PRACTITIONER",
  modifier: "",
  fsi: "",
  facility: "",
  pci: "",
  tci: "",
  by_report: "",
  prior_auth_required: "",
  effective_start_date: "2026-01-01",
  effective_end_date: "",
};

describe("Florida Practitioner Fee Schedule", () => {
  it("reads codes, modifiers and amounts by their columns, from row 4 of the fee schedule's sheet", async () => {
    const { rows, report, origins } = await imported([null, "99202", "*", 58.45, 32.18], [null, "H1001", null, 50]);
    expect(rows("fl/fee_schedule")).toEqual([
      { ...BLANK, code: "99202", fsi: "58.45", facility: "32.18" },
      { ...BLANK, code: "H1001", fsi: "50.00" },
    ]);
    expect(report.sums).toEqual([{ title: "FSI of PRACTITIONER", total: "108.45" }]);
    expect(origins("fl/fee_schedule")[0]).toMatchObject({ place: 'sheet "2026 Fee Schedule", row 4' });
  });

  it("gives codes back the zeros that a spreadsheet took, and rounds what a formula left to cents", async () => {
    const { rows } = await imported([null, 100, null, 82.3249999]);
    expect(rows("fl/fee_schedule")).toEqual([{ ...BLANK, code: "00100", fsi: "82.32" }]);
  });

  it("reads amounts with dollar signs and separators, and none where nothing or zero is printed", async () => {
    const { rows } = await imported([null, "33945", null, " $4,102.60 ", 0, "N/A", "---"]);
    expect(rows("fl/fee_schedule")).toEqual([{ ...BLANK, code: "33945", fsi: "4102.60" }]);
  });

  it.each(["By Report", "BR", "B.R.", "Manually priced"])(
    "takes %s for a service that is priced by hand",
    async (text) => {
      const { rows } = await imported([null, "64999", null, text]);
      expect(rows("fl/fee_schedule")).toEqual([{ ...BLANK, code: "64999", by_report: "true" }]);
    },
  );

  it("takes a row without any amount for by report", async () => {
    const { rows } = await imported([null, "64999", "*", 0, 0, 0, 0]);
    expect(rows("fl/fee_schedule")).toEqual([{ ...BLANK, code: "64999", by_report: "true" }]);
  });

  it("says that an amount beside By Report is not kept", async () => {
    const { rows, report } = await imported([null, "64999", null, "BR", 12.5]);
    expect(rows("fl/fee_schedule")).toEqual([{ ...BLANK, code: "64999", by_report: "true" }]);
    expect(report.findings).toMatchObject([{ count: 1, examples: ["64999"] }]);
  });

  it("puts the rows of modifiers 26 and TC into the components of their base row", async () => {
    const { rows, report } = await imported(
      [null, "46924", 26, 123.4],
      [null, "46924", null, 465.38, 133.78],
      [null, "46924", "tc", null, null, null, 341.98],
    );
    expect(rows("fl/fee_schedule")).toEqual([
      { ...BLANK, code: "46924", fsi: "465.38", facility: "133.78", pci: "123.40", tci: "341.98" },
    ]);
    expect(report.findings).toMatchObject([
      { reason: "rows of modifiers 26 and TC, joined to the row of their code", count: 2 },
    ]);
  });

  it("makes a base row of components whose code is not listed otherwise", async () => {
    const { rows, origins } = await imported([null, "93042", "26", 7.5]);
    expect(rows("fl/fee_schedule")).toEqual([{ ...BLANK, code: "93042", pci: "7.50" }]);
    expect(origins("fl/fee_schedule")[0]).toMatchObject({ place: 'sheet "2026 Fee Schedule", row 4' });
  });

  it("leaves out components that have no amount", async () => {
    const { rows, report } = await imported([null, "46924", null, 465.38], [null, "46924", "26", "BR"]);
    expect(rows("fl/fee_schedule")).toEqual([{ ...BLANK, code: "46924", fsi: "465.38" }]);
    expect(report.leftOut).toEqual([
      {
        reason: "components without an amount",
        count: 1,
        examples: ['sheet "2026 Fee Schedule", row 5: 46924-26'],
      },
    ]);
  });

  it("refuses a component that is printed with two amounts", async () => {
    await expect(imported([null, "46924", null, 465.38, null, 123.4], [null, "46924", "26", 99])).rejects.toThrow(
      /"99.00", expected 123.40, the PCI that 46924 has elsewhere \(sheet "2026 Fee Schedule", row 5\)/,
    );
  });

  it("keeps the rows of other modifiers apart, without components", async () => {
    const { rows, report } = await imported([null, "99213", null, 34.29], [null, "99213", "u1", 40, null, 10]);
    expect(rows("fl/fee_schedule")).toEqual([
      { ...BLANK, code: "99213", fsi: "34.29" },
      { ...BLANK, code: "99213", modifier: "U1", fsi: "40.00" },
    ]);
    expect(report.findings).toMatchObject([
      { reason: "components of a row with a modifier, not kept", examples: ["99213-U1"] },
    ]);
  });

  it("reads a prior authorization mark before the code, and no other mark", async () => {
    const { rows } = await imported(["PA", "15820", null, 300], ["x", "15822", null, 310]);
    expect(rows("fl/fee_schedule")).toMatchObject([
      { code: "15820", prior_auth_required: "true" },
      { code: "15822", prior_auth_required: "" },
    ]);
  });

  it("leaves out notes below the table", async () => {
    const { report } = await imported([null, "99202", null, 58.45], ["* no modifier"], [null, "Fees are maximum fees"]);
    expect(report.leftOut).toMatchObject([{ reason: "headings and notes", count: 2 }]);
  });

  it("refuses an amount whose code is none, and a fee that is neither an amount nor By Report", async () => {
    await expect(imported([null, "99202X", null, 58.45])).rejects.toThrow(
      /row 4: "99202X", expected a procedure code of 5 characters/,
    );
    await expect(imported([null, "99202", null, "see notes"])).rejects.toThrow(
      /row 4: "column D" is "see notes", expected an amount such as 40.00, or By Report/,
    );
  });

  it("refuses a workbook without a fee schedule's sheet, and one without codes", async () => {
    const other = { name: "rates.xlsx", content: xlsx({ Rates: [["Code"]] }) };
    await expect(importing(practitioner, other, { asOf: "2026-01-01" })).rejects.toThrow(
      "no sheet has a name such as fee schedule; found",
    );
    await expect(imported(["only a note"])).rejects.toThrow(/no procedure codes where the layout has them/);
  });

  it("lets a newer edition close what it changes", async () => {
    const { dataset } = await imported([null, "99202", null, 58.45], [null, "99213", null, 34.29]);
    const { rows } = await importing(practitioner, workbook([null, "99202", null, 60], [null, "99213", null, 34.29]), {
      asOf: "2027-01-01",
      into: dataset,
    });
    expect(rows("fl/fee_schedule")).toEqual([
      { ...BLANK, code: "99202", fsi: "58.45", effective_end_date: "2026-12-31" },
      { ...BLANK, code: "99202", fsi: "60.00", effective_start_date: "2027-01-01" },
      { ...BLANK, code: "99213", fsi: "34.29" },
    ]);
  });
});
