import { expect, it } from "vitest";
import { nppes as georgiaRegistry } from "../../src/states/ga/publications/federal.ts";
import { criticalAccess } from "../../src/states/ga/publications/places.ts";
import { acuteFeeForService } from "../../src/states/ny/publications/acute-rates.ts";
import { nppes } from "../../src/states/ny/publications/nppes.ts";
import { csv } from "./fixtures.ts";
import { importing } from "./support.ts";

const AS_OF = { asOf: "2026-01-01", others: [nppes] };
const FIRST = "import providers first: ny/providers has no rows to join (federal/nppes brings them)";
const rates = { name: "rates.csv", content: csv(["OPCERT", "Discharge Rate"], ["7000101", "9000.00"]) };

it("a list that joins providers says to import them first where there are none", async () => {
  const header = ["State", "Hospital Type", "Facility Name", "ZIP Code"];
  const content = csv(header, ["GA", "Critical Access Hospitals", "Reef Hospital", "30303"]);
  const general = importing(criticalAccess, { name: "h.csv", content }, { ...AS_OF, others: [georgiaRegistry] });
  await expect(general).rejects.toThrow(
    "nothing usable is in it: the only row of the file was left out: 1 (no hospital of ga/providers has its name or address; line 2: Reef Hospital). Import providers first: ga/providers has no rows to join (federal/nppes brings them), then this list again.",
  );
});

it("one that is taken all the same says so in its report", async () => {
  const { report } = await importing(acuteFeeForService, rates, AS_OF);
  expect(report.findings).toContainEqual({ reason: FIRST, count: 1, examples: [] });
});

it("nothing is said where there are providers", async () => {
  const files = {
    "ny/providers.csv": "npi,opcert,provider_name,provider_type\n1200010019,7000101H,Reef Hospital,HOSPITAL\n",
  };
  const { report } = await importing(acuteFeeForService, rates, { ...AS_OF, files });
  expect([report.findings, report.leftOut]).toEqual([[], []]);
});
