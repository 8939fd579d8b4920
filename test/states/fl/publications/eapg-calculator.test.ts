import { describe, expect, it } from "vitest";
import { eapgCalculator } from "../../../../src/states/fl/publications/eapg-calculator.ts";
import { type FixtureCell, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";
import { REGISTRY } from "./registry.ts";

type Row = readonly FixtureCell[];

const WEIGHTS: readonly Row[] = [
  ["EAPG Code", "EAPG Description", "EAPG Type", "Relative Weight"],
  ["00013", "a description", "Significant procedure", 1.3864],
];
const HOSPITALS: readonly Row[] = [
  ["Medicaid ID", "Hospital", "Class", "Base Rate", "Policy Adjustor", "Automatic Rate Enhancement"],
  ["010200200", "Pelican", "Children's", 263.04999, 1.555, 41.87],
];

function imported(sheets: Readonly<Record<string, readonly Row[]>>) {
  const content = xlsx({ "EAPG List": WEIGHTS, Hospitals: HOSPITALS, ...sheets });
  return importing(eapgCalculator, { name: "eapg.xlsx", content }, { asOf: "2026-07-01", files: REGISTRY });
}

describe("Florida EAPG Calculator", () => {
  it("reads weights, without descriptions, and leaves out what has none", async () => {
    const { rows, report } = await imported({
      "EAPG List": [
        ...WEIGHTS,
        [74, "", "Medical visit", 6.2417],
        ["999", "", "Unassigned", 0],
        [993, "", "Other", "N/A"],
        ["", "note"],
      ],
    });
    expect(rows("fl/eapg_weights").map((row) => [row.eapg, row.weight, row.effective_start_date])).toEqual([
      ["00013", "1.3864", "2026-07-01"],
      ["74", "6.2417", "2026-07-01"],
      ["999", "0", "2026-07-01"],
    ]);
    expect(report.leftOut.map(({ reason }) => reason)).toEqual(["no weight is printed", "headings and notes"]);
  });

  it("reads the base rates of hospitals, and of surgical centers on a sheet of their own", async () => {
    const { rows } = await imported({
      "Surgical Centers": [
        ["Medicaid ID", "Name", "Base Rate"],
        [65500100, "Ibis", 271.33],
      ],
    });
    expect(rows("fl/eapg_rates")).toMatchObject([
      {
        state_provider_id: "010200200",
        hospital_class: "Childrens",
        base_rate: "263.05",
        policy_adjustor: "1.555",
        childrens_addon: "41.87",
      },
      { state_provider_id: "065500100", hospital_class: "", base_rate: "271.33", policy_adjustor: "" },
    ]);
  });

  it("leaves out facilities without a base rate, and those that the registry does not have", async () => {
    const { report } = await imported({
      Hospitals: [...HOSPITALS, ["010100100", "Heron", "Teaching", null], ["010999900", "Gull", "Rural", 200]],
    });
    expect(report.leftOut.map(({ reason }) => reason)).toEqual([
      "no base rate is printed",
      "not in fl/providers.csv by its Medicaid ID",
    ]);
  });

  it("reads the percentages that are paid, where a sheet says them", async () => {
    const { rows, report } = await imported({
      Discounts: [
        ["Discount", "Percent Paid"],
        ["Multiple significant procedures", 0.5],
        ["Repeat ancillary", "50%"],
        ["Bilateral procedure", 150],
        ["Terminated procedure", 0.5],
        ["Same significant procedure consolidation", 0],
        ["Clinical significant procedure consolidation", "0%"],
        ["Ancillary packaging", 0],
        ["Charge cap", 1],
      ],
    });
    expect(rows("fl/parameters").map((row) => [row.name, row.value])).toEqual([
      ["paf_bilateral", "1.5"],
      ["paf_clinical_significant", "0"],
      ["paf_multiple_significant", "0.5"],
      ["paf_packaging", "0"],
      ["paf_repeat_ancillary", "0.5"],
      ["paf_same_significant", "0"],
      ["paf_terminated", "0.5"],
    ]);
    expect(report.leftOut).toMatchObject([
      { reason: "discounts that are no parameter, or have no percentage", count: 1 },
    ]);
  });

  it("does not take a percentage of discount for one of payment", async () => {
    const { rows } = await imported({
      Discounts: [
        ["Discount", "Percent"],
        ["Ancillary packaging", "100%"],
      ],
    });
    expect(rows("fl/parameters")).toEqual([]);
  });

  it("refuses a column of text where base rates belong", async () => {
    const hospitals: readonly Row[] = [HOSPITALS[0] as Row, ["010200200", "Pelican", "Rural", "Tallahassee"]];
    await expect(imported({ Hospitals: hospitals })).rejects.toThrow(
      /sheet "Hospitals", row 2: "Base Rate" is "Tallahassee", expected an amount/,
    );
  });
});
