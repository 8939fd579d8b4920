import { expect, it } from "vitest";
import { criticalAccess } from "../../src/states/ga/publications/critical-access.ts";
import { hospitalOutpatient } from "../../src/states/ga/publications/hospital-rates.ts";
import { nppes } from "../../src/states/ga/publications/nppes.ts";
import { csv } from "./fixtures.ts";
import { importing } from "./support.ts";

const AS_OF = { asOf: "2026-01-01", others: [nppes] };
const FIRST = "import providers first: ga/providers has no rows to join (federal/nppes brings them)";

const byName = { name: "rates.csv", content: csv(["Hospital Name", "Interim Rate"], ["Reef Hospital", "30%"]) };
const byNpi = { name: "rates.csv", content: csv(["NPI", "Interim Rate"], ["1200010019", "30%"]) };

it("a list that joins providers says to import them first where there are none", async () => {
  await expect(importing(hospitalOutpatient, byName, AS_OF)).rejects.toThrow(
    `nothing usable is in it: the only row of the file was left out: 1 (no hospital of ga/providers has this name: add its NPI in a column; line 2: Reef Hospital). I${FIRST.slice(1)}, then this list again.`,
  );
  const header = ["State", "Hospital Type", "Facility Name", "ZIP Code"];
  const general = {
    name: "h.csv",
    content: csv(header, ["GA", "Critical Access Hospitals", "Reef Hospital", "30303"]),
  };
  await expect(importing(criticalAccess, general, AS_OF)).rejects.toThrow(`I${FIRST.slice(1)}`);
});

it("one that is taken all the same says so in its report", async () => {
  const { report } = await importing(hospitalOutpatient, byNpi, AS_OF);
  expect(report.findings).toContainEqual({ reason: FIRST, count: 1, examples: [] });
});

it("nothing is said where there are providers", async () => {
  const files = { "ga/providers.csv": "npi,provider_name,provider_type\n1200010019,Reef Hospital,HOSPITAL\n" };
  const { report } = await importing(hospitalOutpatient, byName, { ...AS_OF, files });
  expect([report.findings, report.leftOut]).toEqual([[], []]);
});
