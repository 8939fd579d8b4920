import { expect, it } from "vitest";
import { anesthesiaConversionFactorList } from "../../../../src/states/ga/publications/anesthesia-conversion-factors.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2025-07-01" };

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
