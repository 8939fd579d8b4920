import { expect, it } from "vitest";
import { vaccineAdministration } from "../../../../src/states/ga/publications/vaccine-administration.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

it("brings the fees of adults", async () => {
  const content = csv(["CPT", "Fee"], ["90471", "$21.93"], ["90480", ""]);
  const { rows, report } = await importing(
    vaccineAdministration,
    { name: "fees.csv", content },
    { asOf: "2024-01-01" },
  );
  expect(rows("ga/fee_schedule")).toMatchObject([
    { service_category: "vaccine_admin", code: "90471", place_of_service: "", age_group: "ADULT", rate: "21.93" },
  ]);
  expect(report.leftOut).toEqual([{ reason: "no amount, or one of 0.00", count: 1, examples: ["line 3"] }]);
});

it("refuses a list without fees", async () => {
  const file = { name: "codes.csv", content: csv(["CPT", "Vaccine"], ["90471", "any"]) };
  await expect(importing(vaccineAdministration, file, { asOf: "2024-01-01" })).rejects.toThrow(
    /no column with the heading "Maximum Allowable"/,
  );
});
