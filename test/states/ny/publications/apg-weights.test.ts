import { describe, expect, it } from "vitest";
import { apgWeightsHistory } from "../../../../src/states/ny/publications/apg-weights.ts";
import { xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const asOf = "2025-01-01";

describe("APG weights", () => {
  it("have a column per date on the sheet with weights, whatever sheets come before it", async () => {
    const content = xlsx({
      "HCPCS to EAPGs": [
        ["HCPCS", "EAPG"],
        ["97110", 271],
      ],
      "Final APG Weights": [
        ["Final weights by date"],
        ["APG", "APG Description", "Weight eff. 7/1/2024", new Date("2025-01-01")],
        ["00271", "x", 0.75, 0.7658],
        [414, "y", 0.1, 0.1],
        ["Note", "z", null, null],
        [999, "ended", null, null],
      ],
    });
    const { rows, report } = await importing(apgWeightsHistory, { name: "apg.xlsx", content }, { asOf });
    expect(rows("ny/apg_weights").map((each) => Object.values(each).join(" "))).toEqual([
      "271 0.75  2024-07-01 2024-12-31",
      "271 0.7658  2025-01-01 ",
      "414 0.1 true 2024-07-01 ",
    ]);
    expect(report.leftOut).toMatchObject([
      { reason: "no APG number in the row", count: 1 },
      { reason: "no weight in any column", count: 1 },
    ]);
  });

  it("stay digit for digit where they are text", async () => {
    const file = { name: "apg.csv", content: "APG,1/1/2025\n271,0.7650\n272,.5\n" };
    const { rows } = await importing(apgWeightsHistory, file, { asOf });
    expect(rows("ny/apg_weights").map((each) => each.apg_weight)).toEqual(["0.7650", "0.5"]);
  });

  it("are refused where a weight is text", async () => {
    const file = { name: "apg.csv", content: "APG,1/1/2025\n271,see note\n" };
    await expect(importing(apgWeightsHistory, file, { asOf })).rejects.toThrow(/"see note", expected a figure/);
  });
});
