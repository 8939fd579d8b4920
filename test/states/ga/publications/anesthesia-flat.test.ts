import { expect, it } from "vitest";
import { anesthesiaFlat } from "../../../../src/states/ga/publications/anesthesia-flat.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2025-07-01" };

it("brings flat fees by modifier", async () => {
  const content = csv(
    ["Procedure Code", "Modifier", "Fee"],
    ["01967", "AA", "350.00"],
    ["1967", "QZ", "280"],
    ["01968", "", "BR"],
    ["01969", "", ""],
  );
  const { rows, report } = await importing(anesthesiaFlat, { name: "flat.csv", content }, AS_OF);
  expect(
    rows("ga/fee_schedule").map((row) => [row.service_category, row.code, row.modifier, row.rate, row.manually_priced]),
  ).toEqual([
    ["anesthesia_flat", "01967", "AA", "350.00", ""],
    ["anesthesia_flat", "01967", "QZ", "280.00", ""],
    ["anesthesia_flat", "01968", "", "", "true"],
  ]);
  expect(report.leftOut).toMatchObject([{ reason: "no amount, or one of 0.00", count: 1 }]);
});
