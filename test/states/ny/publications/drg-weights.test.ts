import { describe, expect, it } from "vitest";
import { acuteWeights } from "../../../../src/states/ny/publications/drg-weights.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const asOf = "2025-01-01";

describe("acute weights", () => {
  it("have a weight, a length of stay and a threshold per APR-DRG and severity", async () => {
    const content = xlsx({
      Weights: [
        ["APR-DRG Weights and ALOS for Acute Services"],
        [
          "APR-DRG",
          "Severity\nof Illness",
          "Description",
          "Service Intensity\nWeight",
          "ALOS",
          "Cost Outlier\nThreshold",
        ],
        [4, 1, "x", 0.7412, 4.37, 33120],
        ["139", "4", "x", 1.9846, 9.02, "$58,214.00"],
        [740, 1, "x", 0.5, 0, 0],
        [955, 0, "x", 0, 0, 0],
        [956, 1, "x", 0, 0, 0],
        ["Note: effective on discharge", null, null, null, null, null],
      ],
    });
    const { rows, report } = await importing(acuteWeights, { name: "siw.xlsx", content }, { asOf });
    expect(rows("ny/drg_weights").map((row) => Object.values(row).join(" "))).toEqual([
      "acute 004 1 0.7412 4.37 33120.00 2025-01-01 ",
      "acute 139 4 1.9846 9.02 58214.00 2025-01-01 ",
      "acute 740 1 0.5   2025-01-01 ",
    ]);
    expect(report.leftOut).toMatchObject([
      { reason: "no APR-DRG with a severity of 1 to 4 in the row", count: 2 },
      { reason: "no weight", count: 1 },
    ]);
  });

  it("are refused where a weight is text", async () => {
    const content = csv(["APR-DRG", "SOI", "SIW"], ["139", "2", "n.e."]);
    await expect(importing(acuteWeights, { name: "siw.csv", content }, { asOf })).rejects.toThrow(
      /"SIW" is "n.e.", expected a figure/,
    );
  });
});
