import { expect, it } from "vitest";
import {
  ambulatorySurgicalCenters,
  practitionerLaboratory,
} from "../../../../src/states/fl/publications/fee-schedules.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const JANUARY = { asOf: "2026-01-01" };

it("reads the practitioner laboratory schedule by its columns, from row 5 of the first sheet", async () => {
  const content = xlsx({
    Laboratory: [
      ["Practitioner Laboratory Fee Schedule"],
      [],
      ["Effective January 1"],
      [null, "CODE", "FEE", "PROFESSIONAL", "TECHNICAL"],
      [null, 80053, 6.34, 1.27, 5.07],
      [null, "Q0111", 4.15],
      [null, "87999", "BR"],
    ],
    Notes: [["nothing to read"]],
  });
  const { rows } = await importing(practitionerLaboratory, { name: "laboratory.xlsx", content }, JANUARY);
  expect(rows("fl/fee_schedule")).toMatchObject([
    { schedule: "LABORATORY", code: "80053", fsi: "6.34", facility: "", pci: "1.27", tci: "5.07" },
    { schedule: "LABORATORY", code: "87999", fsi: "", by_report: "true" },
    { schedule: "LABORATORY", code: "Q0111", fsi: "4.15", pci: "", tci: "" },
  ]);
});

it("refuses a schedule without the headings of one, and says what it found", async () => {
  const content = csv(["Drug", "Price"], ["aspirin", "1.00"]);
  await expect(
    importing(ambulatorySurgicalCenters, { name: "drugs.csv", content }, { asOf: "2016-01-01" }),
  ).rejects.toThrow(/no column with the heading "Code" or .*; found "Drug", "Price"/);
});

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
