import { expect, it } from "vitest";
import {
  anesthesiaBaseUnitList,
  anesthesiaConversionFactorList,
  anesthesiaFlat,
} from "../../../../src/states/ga/publications/anesthesia.ts";
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

it("keeps conversion factors digit for digit, the one without a modifier too", async () => {
  const content = csv(
    ["Modifier", "Conversion Factor"],
    ["AA", "$18.20"],
    ["qz", "16.3850"],
    ["None", "17"],
    ["QK", "-"],
  );
  const { rows, report } = await importing(anesthesiaConversionFactorList, { name: "factors.csv", content }, AS_OF);
  expect(rows("ga/anesthesia_conversion_factors").map((row) => [row.modifier, row.conversion_factor])).toEqual([
    ["", "17"],
    ["AA", "18.20"],
    ["QZ", "16.3850"],
  ]);
  expect(report.leftOut).toMatchObject([{ reason: "no conversion factor", count: 1 }]);
});

it("refuses a factor of zero, and a list of factors without modifiers", async () => {
  const zero = { name: "factors.csv", content: csv(["Modifier", "Conversion Factor"], ["AA", "0.00"]) };
  await expect(importing(anesthesiaConversionFactorList, zero, AS_OF)).rejects.toThrow(
    /"0.00", expected a plain decimal above 0/,
  );
  const none = { name: "factors.csv", content: csv(["Conversion Factor"], ["18.20"]) };
  await expect(importing(anesthesiaConversionFactorList, none, AS_OF)).rejects.toThrow(
    /no column with the heading "Modifier"/,
  );
});

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
