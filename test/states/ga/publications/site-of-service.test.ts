import { expect, it } from "vitest";
import { physician } from "../../../../src/states/ga/publications/physician.ts";
import { siteOfService } from "../../../../src/states/ga/publications/site-of-service.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2025-07-01" };

it("brings the facility amounts of an appendix beside the standard rows of the schedule", async () => {
  const schedule = { name: "physician.csv", content: csv(["Code", "Rate"], ["99213", "76.15"]) };
  const { dataset } = await importing(physician, schedule, AS_OF);
  const appendix = {
    name: "appendix.csv",
    content: csv(["CPT Code", "Site of Service Rate"], ["99213", "58.42"], ["99214", ""], ["99499", "BR"]),
  };
  const { rows, report } = await importing(siteOfService, appendix, { ...AS_OF, into: dataset, others: [physician] });
  expect(
    rows("ga/fee_schedule").map(({ service_category, code, rate, manually_priced }) => [
      service_category,
      code,
      rate,
      manually_priced,
    ]),
  ).toEqual([
    ["physician_fs", "99213", "76.15", ""],
    ["site_of_service", "99213", "58.42", ""],
    ["site_of_service", "99499", "", "true"],
  ]);
  expect(report.leftOut).toMatchObject([{ reason: "no amount, or one of 0.00", count: 1 }]);
});
