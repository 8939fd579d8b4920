import { expect, it } from "vitest";
import { radiology } from "../../../../src/states/fl/publications/radiology.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const JANUARY = { asOf: "2026-01-01" };

it("reads the radiology schedule by its headings, with components in columns or in rows of their own", async () => {
  const content = xlsx({
    Radiology: [
      ["Radiology Fee Schedule"],
      ["CODE", "MOD", "FSI", "PCI", "TCI", "PA"],
      [70551, "*", 210.4, 52.6, 157.8, "PA"],
      ["71045", null, 18.2],
      ["71045", "26", 6.9],
      ["71045", "TC", 11.3],
    ],
  });
  const { rows } = await importing(radiology, { name: "radiology.xlsx", content }, JANUARY);
  expect(rows("fl/fee_schedule")).toMatchObject([
    { schedule: "RADIOLOGY", code: "70551", fsi: "210.40", pci: "52.60", tci: "157.80", prior_auth_required: "true" },
    { schedule: "RADIOLOGY", code: "71045", modifier: "", fsi: "18.20", pci: "6.90", tci: "11.30" },
  ]);
});

it("refuses a schedule without the headings of one, and says what it found", async () => {
  const content = csv(["Drug", "Price"], ["aspirin", "1.00"]);
  await expect(importing(radiology, { name: "drugs.csv", content }, JANUARY)).rejects.toThrow(
    /no column with the heading "Code" or .*; found "Drug", "Price"/,
  );
});
