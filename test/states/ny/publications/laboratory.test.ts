import { describe, expect, it } from "vitest";
import { laboratory } from "../../../../src/states/ny/publications/fee-schedules.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

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
