import { expect, it } from "vitest";
import { anesthesiaBaseUnitList } from "../../../../src/states/ga/publications/anesthesia-base-units.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2025-07-01" };

it("reads base units as CMS prints them, codes with their zeros", async () => {
  const content = xlsx({
    Units: [["Anesthesia Base Units by CPT Code"], ["Code", "Base Unit"], [100, 5], ["00840", 6], ["01999", null]],
  });
  const { rows, report } = await importing(anesthesiaBaseUnitList, { name: "units.xlsx", content }, AS_OF);
  expect(rows("ga/anesthesia_base_units").map(({ code, base_units }) => [code, base_units])).toEqual([
    ["00100", "5"],
    ["00840", "6"],
  ]);
  expect(report.leftOut).toEqual([{ reason: "no base units", count: 1, examples: ['sheet "Units", row 5'] }]);
});

it("refuses base units that are words", async () => {
  const file = { name: "units.csv", content: csv(["Code", "Base Units"], ["00100", "five"]) };
  await expect(importing(anesthesiaBaseUnitList, file, AS_OF)).rejects.toThrow(
    /"Base Units" is "five", expected a number/,
  );
});
