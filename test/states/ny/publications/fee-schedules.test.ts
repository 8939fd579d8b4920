import { describe, expect, it } from "vitest";
import {
  laboratory,
  physicianAnesthesia,
  physicianMedicine,
  physicianRadiology,
  physicianSurgery,
} from "../../../../src/states/ny/publications/fee-schedules.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const asOf = "2025-01-01";

/** The cells of fee rows that are filled, without the schedule and the dates. */
function fees(rows: (table: string) => Record<string, string>[]) {
  return rows("ny/fee_schedule").map(({ schedule: _s, effective_start_date: _f, effective_end_date: _t, ...cells }) =>
    Object.values(cells)
      .filter((cell) => cell !== "")
      .join(" "),
  );
}

describe("the physician fee schedule for medicine", () => {
  it("is refused with two columns for the same fee, unless the mapping file says which", async () => {
    const content = csv(["Code", "Previous Fee", "Current Fee"], ["99213", "60.00", "68.97"]);
    const file = { name: "medicine.csv", content };
    await expect(importing(physicianMedicine, file, { asOf })).rejects.toThrow(
      '2 columns fit the same fee: "Previous Fee" and "Current Fee". Write a pattern of the right ones as "fees"',
    );
    const sections = { table: { fields: { fees: "/^current fee/i" } } };
    const map = JSON.stringify({ publication: "ny/physician-medicine", sections });
    const { rows } = await importing(physicianMedicine, file, { asOf, map });
    expect(fees(rows)).toEqual(["99213 68.97"]);
  });

  it("has a fee per place of service, prior approval and unit limits", async () => {
    const content = xlsx({
      Medicine: [
        ["NEW YORK STATE MEDICAID"],
        ["CODE", "DESCRIPTION", "NON-FACILITY\nFEE", "FACILITY\nFEE", "FEE MOMS", "MAX UNITS", "PA"],
        ["EVALUATION AND MANAGEMENT", null, null, null, null, null, null],
        ["99213", "x", 68.97, 47.12, 80, null, null],
        ["17999", "x", "BR", null, null, null, "PA"],
        ["36415", "x", "$2.80 *", null, null, 1, "N"],
        ["99000", "x", 0, 0, null, null, null],
      ],
    });
    const { rows, report } = await importing(physicianMedicine, { name: "medicine.xlsx", content }, { asOf });
    expect(fees(rows)).toEqual([
      "17999 non_facility true true",
      "36415 non_facility 2.80 1 false",
      "99213 facility 47.12",
      "99213 non_facility 68.97",
    ]);
    expect(report.leftOut).toMatchObject([
      { reason: "no procedure code in the row: a heading, a title or a note", count: 1 },
      { reason: "neither a fee nor BR", count: 1, examples: ['sheet "Medicine", row 7: 99000'] },
    ]);
  });

  it("prices by report where the mark stands in a column of its own, and by the fee where BR only caps it", async () => {
    const content = csv(["Code", "Fee", "By Report"], ["17999", "", "BR"], ["A4206", "12.50", "BR SC"]);
    const { rows } = await importing(physicianMedicine, { name: "medicine.csv", content }, { asOf });
    expect(fees(rows)).toEqual(["17999 true", "A4206 12.50"]);
  });

  it("has components in columns or in rows", async () => {
    const wide = csv(["Code", "Fee", "Professional Component", "Technical Component"], ["93000", "20", "8", "12"]);
    const inColumns = await importing(physicianMedicine, { name: "wide.csv", content: wide }, { asOf });
    const long = csv(["Code", "Component", "Fee"], ["93000", "G", "20"], ["93000", "P", "8"], ["93000", "TC", "12"]);
    const inRows = await importing(physicianMedicine, { name: "long.csv", content: long }, { asOf });
    expect(fees(inColumns.rows)).toEqual(["93000 20.00", "93000 26 8.00", "93000 TC 12.00"]);
    expect(fees(inRows.rows)).toEqual(fees(inColumns.rows));
  });

  it("is refused without a fee column, and with text for a fee", async () => {
    const other = { name: "other.csv", content: "Code,Description\n99213,x\n" };
    await expect(importing(physicianMedicine, other, { asOf })).rejects.toThrow(/no column with the heading/);
    const bad = { name: "bad.csv", content: "Code,Fee\n99213,call us\n" };
    await expect(importing(physicianMedicine, bad, { asOf })).rejects.toThrow(/"call us", expected an amount/);
  });
});

describe("the physician fee schedule for surgery", () => {
  it("leaves a code that medicine has as well to medicine", async () => {
    const others = [physicianMedicine, physicianRadiology, physicianSurgery];
    const surgery = { name: "surgery.csv", content: "Code,Fee\n10060,44.00\n36415,9.99\n" };
    const { dataset } = await importing(physicianSurgery, surgery, { asOf, others });
    const medicine = { name: "medicine.csv", content: "Code,Fee\n36415,2.80\n" };
    const { rows } = await importing(physicianMedicine, medicine, { asOf, others, into: dataset });
    expect(fees(rows)).toEqual(["10060 44.00", "36415 2.80"]);
  });
});

describe("the physician fee schedule for radiology", () => {
  it("computes the components of a full fee: 25.05 x 0.40 = 10.02 and 25.05 x 0.60 = 15.03", async () => {
    const file = { name: "radiology.csv", content: "Code,Fee\n71046,25.05\n76499,BR\n" };
    const { rows, report } = await importing(physicianRadiology, file, { asOf });
    expect(fees(rows)).toEqual(["71046 25.05", "71046 26 10.02 0.40", "71046 TC 15.03 0.60", "76499 true"]);
    expect(report.findings).toMatchObject([{ reason: expect.stringContaining("18 NYCRR 533.6"), count: 1 }]);
  });

  it("takes published components as they are, and names the share where it is the regulation's", async () => {
    const content = csv(
      ["Code", "Fee", "Professional Component", "Technical Component"],
      ["71046", "25.05", "10.02", "15.00"],
    );
    const { rows, report } = await importing(physicianRadiology, { name: "radiology.csv", content }, { asOf });
    expect(fees(rows)).toEqual(["71046 25.05", "71046 26 10.02 0.40", "71046 TC 15.00"]);
    expect(report.findings).toEqual([]);
  });
});

describe("the physician fee schedule for anesthesia", () => {
  it("has base units, for codes whose zeros a spreadsheet took away", async () => {
    const content = xlsx({
      Anesthesia: [
        ["Code", "Description", "Base Units"],
        [840, "x", 6],
        ["01999", "x", "BR"],
        ["00100", "x", null],
        ["Note", null, null],
      ],
    });
    const { rows, report } = await importing(physicianAnesthesia, { name: "anesthesia.xlsx", content }, { asOf });
    expect(fees(rows)).toEqual(["00840 6", "01999 true"]);
    expect(rows("ny/fee_schedule")[0]).toMatchObject({ anesthesia_base_units: "6", fee: "" });
    expect(report.leftOut).toMatchObject([
      { reason: "neither base units nor BR", count: 1 },
      { reason: "no procedure code in the row: a heading, a title or a note", count: 1 },
    ]);
  });
});

describe("laboratory", () => {
  const asOf = "2025-01-01";

  describe("the laboratory fee schedule", () => {
    it("has a fee or BR, unit limits and prior approval", async () => {
      const content = csv(
        ["CODE", "DESCRIPTION", "FEE", "MAX UNITS", "PA"],
        ["80053", "x", "$8.43", "1", ""],
        ["81479", "x", "By Report", "", "Y"],
        ["0001U", "x", "1,160.00", "", ""],
        ["80000", "x", ".00", "", ""],
        ["PANELS", "", "", "", ""],
      );
      const { rows, report } = await importing(laboratory, { name: "laboratory.csv", content }, { asOf });
      expect(
        rows("ny/fee_schedule").map((row) => [
          row.schedule,
          row.code,
          row.fee,
          row.units_limit,
          row.by_report,
          row.prior_auth_required,
        ]),
      ).toEqual([
        ["laboratory", "0001U", "1160.00", "", "", ""],
        ["laboratory", "80053", "8.43", "1", "", ""],
        ["laboratory", "81479", "", "", "true", "true"],
      ]);
      expect(report.leftOut).toMatchObject([
        { reason: "neither a fee nor BR", count: 1 },
        { reason: "no procedure code in the row: a heading, a title or a note", count: 1 },
      ]);
    });

    it("is refused where prior approval is something else", async () => {
      const file = { name: "laboratory.csv", content: "Code,Fee,PA\n80053,8.43,maybe\n" };
      await expect(importing(laboratory, file, { asOf })).rejects.toThrow(/"maybe", expected PA, DVS, Y or N/);
    });
  });
});
