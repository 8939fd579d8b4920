import { describe, expect, it } from "vitest";
import { fiscalYearStart } from "../../../../src/states/ca/publications/dhcs.ts";
import { drgWeightTable } from "../../../../src/states/ca/publications/drg-weights.ts";
import { type FixtureCell, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const HEADINGS = [
  "APR-DRG",
  "Description",
  "Casemix Relative\nWeight",
  "National Average Length of Stay",
  "Policy Adjustor - Adult",
  "Policy Adjustor - Adult, Designated NICU",
  "Policy Adjustor - Pediatric",
  "Policy Adjustor - Pediatric, Designated NICU",
];

function calculator(...rows: readonly (readonly FixtureCell[])[]) {
  const content = xlsx({ Cover: [["How to use it"]], "DRG Table": [["Table of APR-DRGs"], HEADINGS, ...rows] });
  return { name: "SFY 2023-24 Medi-Cal DRG Pricing Calculator.xlsx", content };
}

const YEAR = { effective_start_date: "2023-07-01", effective_end_date: "2024-06-30" };

describe("the DRG Pricing Calculator", () => {
  it("takes weights, stays and the four adjustors of a fiscal year", async () => {
    const { rows } = await importing(drgWeightTable, calculator(["588-3", "words", 3.4821, 21.46, 1, 1, 1.25, 1.75]));
    expect(rows("ca/drg_weights")).toEqual([
      {
        drg: "588",
        soi: "3",
        casemix_weight: "3.4821",
        national_average_los: "21.46",
        policy_adjustor_a: "1",
        policy_adjustor_b: "1",
        policy_adjustor_c: "1.25",
        policy_adjustor_d: "1.75",
        ...YEAR,
      },
    ]);
  });

  it("gives short DRGs their zeros, and leaves out what has no severity or no weight", async () => {
    const { rows, report } = await importing(
      drgWeightTable,
      calculator(
        ["4-1", "words", 10.5, 20, 1, 1, 1, 1],
        ["955-0", "words", 0, 0, 1, 1, 1, 1],
        ["5-2", "words", 0, 20, 1, 1, 1, 1],
        ["Weights are of the national version"],
      ),
    );
    expect(rows("ca/drg_weights")).toMatchObject([{ drg: "004", soi: "1", casemix_weight: "10.5" }]);
    expect(report.leftOut.map(({ reason, count }) => [reason, count])).toEqual([
      ["not an APR-DRG with a severity of 1 to 4", 2],
      ["no relative weight", 1],
    ]);
  });

  it("is refused without all four adjustors", async () => {
    const content = xlsx({ Table: [HEADINGS.slice(0, 6), ["588-3", "words", 3.4821, 21.46, 1, 1]] });
    const file = { name: "calculator.xlsx", content };
    await expect(importing(drgWeightTable, file, { asOf: "2023-07-01" })).rejects.toThrow(/Policy Adjustor C/);
  });

  it("is refused with words for a weight", async () => {
    const file = calculator(["588-3", "words", "heavy", 21.46, 1, 1, 1, 1]);
    await expect(importing(drgWeightTable, file)).rejects.toThrow(/row 3: .*heavy/);
  });
});

describe("dhcs", () => {
  it.each([
    ["list-for-california-providers-in-state-fiscal-year-2019-20.csv", "2019-07-01"],
    ["SFY 2023-2024 DRG Pricing Calculator.xlsx", "2023-07-01"],
    ["SFY_2099_00.xlsx", "2099-07-01"],
    ["calculator-2024-03-15.xlsx", null],
    ["20240315-25.xlsx", null],
    ["calculator.xlsx", null],
  ])("the fiscal year of %s starts on %s", (fileName, day) => {
    expect(fiscalYearStart(fileName)).toBe(day);
  });
});
