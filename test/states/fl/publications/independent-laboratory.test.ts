import { expect, it } from "vitest";
import { independentLaboratory } from "../../../../src/states/fl/publications/independent-laboratory.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const JANUARY = { asOf: "2026-01-01" };

it("takes only what the independent laboratory schedule prices, or prices by hand", async () => {
  const content = csv(
    ["Procedure Code", "Maximum Fee"],
    ["80053", "$5.71"],
    ["81599", "By Report"],
    ["82270", ""],
    ["83036", "0.00"],
  );
  const { rows, report } = await importing(independentLaboratory, { name: "laboratory.csv", content }, JANUARY);
  expect(rows("fl/fee_schedule")).toMatchObject([
    { schedule: "INDEPENDENT_LAB", code: "80053", fsi: "5.71", by_report: "" },
    { schedule: "INDEPENDENT_LAB", code: "81599", fsi: "", by_report: "true" },
  ]);
  expect(report.leftOut).toMatchObject([{ reason: "no fee is printed", count: 2 }]);
});
