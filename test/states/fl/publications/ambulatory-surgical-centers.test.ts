import { expect, it } from "vitest";
import { ambulatorySurgicalCenters } from "../../../../src/states/fl/publications/ambulatory-surgical-centers.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const SURGICAL_CENTERS = {
  name: "asc.csv",
  content: csv(["Code", "Payment Group", "Fee"], ["66984", "8", "812.00"]),
};

it("ends the surgical centers' schedule when they came to be paid by EAPG", async () => {
  const { rows } = await importing(ambulatorySurgicalCenters, SURGICAL_CENTERS, { asOf: "2016-01-01" });
  expect(rows("fl/fee_schedule")).toMatchObject([
    {
      schedule: "ASC",
      code: "66984",
      fsi: "812.00",
      effective_start_date: "2016-01-01",
      effective_end_date: "2017-06-30",
    },
  ]);
});

it("takes no schedule of surgical centers after its last day", async () => {
  await expect(importing(ambulatorySurgicalCenters, SURGICAL_CENTERS, { asOf: "2017-06-30" })).resolves.toBeDefined();
  await expect(importing(ambulatorySurgicalCenters, SURGICAL_CENTERS, { asOf: "2017-07-01" })).rejects.toThrow(
    /2017-07-01 is after 2017-06-30, the schedule's last day; .* import fl\/eapg-calculator/,
  );
});
