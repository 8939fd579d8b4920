import { expect, it } from "vitest";
import { enhancedEnrollmentList } from "../../../../src/states/ga/publications/enhanced-enrollments.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2025-07-01" };
const HEADER = ["NPI", "Provider", "Program", "Start Date", "End Date"];

it("takes NPIs with their programs, however these are spelt, and their dates", async () => {
  const content = csv(
    HEADER,
    ["1200050015", "Adams", "Primary Care", "7/1/2023", ""],
    ["12000-50023", "Baker", "OB/GYN", "", ""],
    ["1200050031", "Cole", "Obstetrics and Gynecology", "2024-01-01", "2024-12-31"],
    ["", "nobody", "primary_care", "", ""],
  );
  const { rows, report } = await importing(enhancedEnrollmentList, { name: "list.csv", content }, AS_OF);
  expect(rows("ga/enhanced_enrollments").map((row) => Object.values(row))).toEqual([
    ["1200050015", "primary_care", "2023-07-01", ""],
    ["1200050023", "ob_gyn", "2025-07-01", ""],
    ["1200050031", "ob_gyn", "2024-01-01", "2024-12-31"],
  ]);
  expect(report.leftOut).toEqual([{ reason: "no NPI", count: 1, examples: ["line 5"] }]);
});

it("takes two terms of one provider", async () => {
  const rows = [
    ["1200050015", "A", "Primary Care", "2021-01-01", "2022-12-31"],
    ["1200050015", "A", "Primary Care", "2024-01-01", ""],
  ];
  const imported = await importing(enhancedEnrollmentList, { name: "list.csv", content: csv(HEADER, ...rows) }, AS_OF);
  expect(imported.rows("ga/enhanced_enrollments")).toHaveLength(2);
});

it("refuses an NPI that is too short", async () => {
  const content = csv(HEADER, ["120005001", "A", "Primary Care", "", ""]);
  await expect(importing(enhancedEnrollmentList, { name: "list.csv", content }, AS_OF)).rejects.toThrow(
    /line 2: .*"120005001", expected 10 digits/,
  );
});
