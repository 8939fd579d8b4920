import { expect, it } from "vitest";
import { laboratory } from "../../../../src/states/ga/publications/laboratory.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2025-07-01" };
const HEADER = ["HCPCS", "Mod", "Max Allowable", "Effective Date"];

it("brings rates in dollars and cents, and codes that are priced by hand", async () => {
  const content = csv(
    HEADER,
    ["80053", "", "$10.25", "01/01/2023"],
    ["80053", "qw", "10.255", ""],
    ["87999", "", "By Report", ""],
    ["81479", "", "0.00", ""],
  );
  const { rows, report } = await importing(laboratory, { name: "lab.csv", content }, AS_OF);
  expect(rows("ga/lab_rates").map((row) => Object.values(row))).toEqual([
    ["80053", "", "10.25", "", "2023-01-01", ""],
    ["80053", "QW", "10.26", "", "2025-07-01", ""],
    ["87999", "", "", "true", "2025-07-01", ""],
  ]);
  expect(report.leftOut).toEqual([{ reason: "no amount, or one of 0.00", count: 1, examples: ["line 5"] }]);
  expect(report.sums).toEqual([{ title: "laboratory dollars", total: "20.51" }]);
});

it("refuses a code that is listed twice with different amounts", async () => {
  const file = { name: "lab.csv", content: csv(HEADER, ["80053", "", "10.25", ""], ["80053", "", "10.52", ""]) };
  await expect(importing(laboratory, file, AS_OF)).rejects.toThrow(/line 2 and line 3 .* say different things/);
});
