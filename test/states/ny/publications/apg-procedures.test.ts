import { describe, expect, it } from "vitest";
import { apgProcedureList } from "../../../../src/states/ny/publications/apg-procedures.ts";
import { xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const asOf = "2025-01-01";

describe("APGs of procedures", () => {
  it("say in one row what the workbook says on two sheets", async () => {
    const content = xlsx({
      "HCPCS to EAPGs": [
        ["HCPCS", "EAPG", "EAPG Description"],
        [97110, 271, "x"],
        ["G0463", "00271", "x"],
        [100, 380, "x"],
        ["Notes", null, null],
      ],
      "Px Weights": [
        ["CPT Code", "Procedure Weight", "Units Limit"],
        ["97110", 0.1375, 4],
        ["99999", null, 2],
      ],
    });
    const { rows, report } = await importing(apgProcedureList, { name: "apg.xlsx", content }, { asOf });
    expect(rows("ny/apg_procedures").map((each) => Object.values(each).join(" "))).toEqual([
      "00100 380   2025-01-01 ",
      "97110 271 0.1375 4 2025-01-01 ",
      "G0463 271   2025-01-01 ",
    ]);
    expect(report.leftOut).toMatchObject([
      { reason: "no procedure code in the row: a heading, a title or a note", count: 1 },
      { reason: "neither an APG nor a weight", count: 1 },
    ]);
  });

  it("are refused when two rows of a code contradict each other", async () => {
    const file = { name: "apg.csv", content: "HCPCS,APG\n97110,271\n97110,272\n" };
    await expect(importing(apgProcedureList, file, { asOf })).rejects.toThrow(
      /line 3: "272", expected 271 for 97110, as line 2 has it/,
    );
  });
});
