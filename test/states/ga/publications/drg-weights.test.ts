import { expect, it } from "vitest";
import { drgWeightList } from "../../../../src/states/ga/publications/drg-weights.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2025-07-01" };
const HEADER = ["APR-DRG", "SOI", "Description", "Relative Weight", "ALOS", "Outlier Threshold", "SST"];

it("brings weights digit for digit, thresholds, flags and the state's descriptions", async () => {
  const content = csv(
    HEADER,
    ["139", "1", "Other lungs", "0.4310", "2.41", "$30,000", ""],
    ["139", "2", "Other lungs", "0.5987", "3.12", "34215.505", "N"],
    ["5", "1", "Small", "1.2000", "", "", "Y"],
  );
  const { rows } = await importing(drgWeightList, { name: "weights.csv", content }, AS_OF);
  expect(rows("ga/drg_weights").map((row) => Object.values(row).slice(0, 6))).toEqual([
    ["005", "1", "1.2000", "", "", "true"],
    ["139", "1", "0.4310", "2.41", "30000.00", "false"],
    ["139", "2", "0.5987", "3.12", "34215.51", "false"],
  ]);
  expect(rows("common/apr_drg")).toEqual([
    { drg: "005", soi: "", description: "Small" },
    { drg: "139", soi: "", description: "Other lungs" },
  ]);
});

it("reads a group and its severity from one cell", async () => {
  const content = xlsx({
    Weights: [
      ["DRG-SOI", "Weight", "Short Stay Exempt"],
      ["139-3", 0.892, "Yes"],
      [5604, 0.9, "No"],
    ],
  });
  const { rows } = await importing(drgWeightList, { name: "weights.xlsx", content }, AS_OF);
  expect(rows("ga/drg_weights").map((row) => [row.drg, row.soi, row.short_stay_exempt])).toEqual([
    ["139", "3", "true"],
    ["560", "4", "false"],
  ]);
});

it("leaves out the groups of severity 0 and rows without a weight", async () => {
  const content = csv(
    HEADER,
    ["955", "0", "None", "0.0000", "", "", ""],
    ["956", "1", "None", "", "", "", ""],
    ["001", "1", "A", "8.1", "", "", ""],
  );
  const { report } = await importing(drgWeightList, { name: "weights.csv", content }, AS_OF);
  expect(report.leftOut).toEqual([
    { reason: "severity 0: claims that no group was found for", count: 1, examples: ["line 2: 955"] },
    { reason: "no weight", count: 1, examples: ["line 3"] },
  ]);
});

it("refuses a group without a severity", async () => {
  const file = { name: "weights.csv", content: csv(["DRG", "Weight", "SST"], ["139", "0.4", ""]) };
  await expect(importing(drgWeightList, file, AS_OF)).rejects.toThrow(
    /line 2: "139", expected an APR-DRG such as 139 with its severity/,
  );
});

it("takes a list without a short-stay column: no group is exempt, and the report says so", async () => {
  const silent = {
    name: "weights.csv",
    content: csv(["DRG", "SOI", "Weight"], ["139", "1", "0.4"], ["139", "2", "0.5"]),
  };
  const { rows, report } = await importing(drgWeightList, silent, AS_OF);
  expect(rows("ga/drg_weights").map((row) => row.short_stay_exempt)).toEqual(["false", "false"]);
  expect(report.findings).toEqual([
    {
      reason: expect.stringContaining("none of them is taken as exempt from short-stay pricing"),
      count: 2,
      examples: [],
    },
  ]);
  const flagged = { name: "weights.csv", content: csv(["DRG", "SOI", "Weight", "SST"], ["139", "1", "0.4", "Y"]) };
  expect((await importing(drgWeightList, flagged, AS_OF)).report.findings).toEqual([]);
});
