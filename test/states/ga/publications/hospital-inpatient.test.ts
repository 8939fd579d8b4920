import { describe, expect, it } from "vitest";
import { hospitalInpatient } from "../../../../src/states/ga/publications/hospital-inpatient.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2026-02-01" };
const PEACHTREE = "1200010019";

describe("the inpatient rate sheets", () => {
  const HEADER = ["Provider Name", "NPI", "Base Rate", "Operating CCR"];

  it("hold for their state fiscal year", async () => {
    const content = csv(
      HEADER,
      ["Peachtree", PEACHTREE, "$6,345.775", "0.2481"],
      ["Memorial", "1200010027", "5020", ""],
      ["New", "1200010035", "", "0.3"],
    );
    const { rows, report } = await importing(hospitalInpatient, { name: "sheet.csv", content }, AS_OF);
    expect(rows("ga/hospital_inpatient_rates").map((row) => Object.values(row))).toEqual([
      [PEACHTREE, "", "6345.78", "0.2481", "2025-07-01", "2026-06-30"],
      ["1200010027", "", "5020.00", "", "2025-07-01", "2026-06-30"],
    ]);
    expect(report.leftOut).toEqual([{ reason: "no base rate", count: 1, examples: ["line 4"] }]);
    expect(report.sums).toEqual([{ title: "base rates, dollars", total: "11365.78" }]);
  });

  it("are refused when a base rate is no amount", async () => {
    const file = { name: "sheet.csv", content: csv(HEADER, ["Peachtree", PEACHTREE, "see below", "0.2481"]) };
    await expect(importing(hospitalInpatient, file, AS_OF)).rejects.toThrow(
      /"Base Rate" is "see below", expected an amount/,
    );
  });
});
