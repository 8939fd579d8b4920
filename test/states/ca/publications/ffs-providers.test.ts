import { describe, expect, it } from "vitest";
import { ffsProviders } from "../../../../src/states/ca/publications/ffs-providers.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2026-01-01" };

const FFS = [
  "PROVIDER_NUMBER",
  "NPI",
  "LEGAL_NAME",
  "PROVIDER_TAXONOMY",
  "ADDRESS",
  "ADDRESS2",
  "CITY",
  "STATE",
  "ZIP",
  "ZIP_4",
  "COUNTY",
];
const OFFICE = [
  "00A000010",
  "1100000009",
  "ALDER  JO MD",
  "207Q00000X",
  "10 MAIN ST",
  "STE 2",
  "FRESNO",
  "CA",
  "93710",
  "0012",
  "FRESNO",
];

const ffs = (...rows: readonly (readonly string[])[]) => ({ name: "ffs.csv", content: csv(FFS, ...rows) });

function but(row: readonly string[], cells: Readonly<Record<number, string>>): string[] {
  return row.map((cell, index) => cells[index] ?? cell);
}

describe("the Profile of Enrolled Medi-Cal FFS Providers", () => {
  it("takes a provider with its number, taxonomy and address", async () => {
    const { rows } = await importing(ffsProviders, ffs(OFFICE), AS_OF);
    expect(rows("ca/providers")).toEqual([
      {
        npi: "1100000009",
        state_provider_id: "00A000010",
        alternate_npis: "",
        provider_name: "ALDER JO MD",
        provider_type: "",
        entity_type: "",
        primary_taxonomy: "207Q00000X",
        street_address: "10 MAIN ST STE 2",
        city: "FRESNO",
        state: "CA",
        zip_code: "93710-0012",
        county: "FRESNO",
        cbsa_code: "",
        cbsa_description: "",
      },
    ]);
  });

  it("takes a provider once, with its first service location", async () => {
    const { rows, report } = await importing(ffsProviders, ffs(OFFICE, but(OFFICE, { 4: "20 OAK ST" })), AS_OF);
    expect(rows("ca/providers")).toMatchObject([{ street_address: "10 MAIN ST STE 2" }]);
    expect(report.tables).toMatchObject([{ repeated: 1 }]);
  });

  it("leaves California's hospitals to the crosswalk and border hospitals to their own list", async () => {
    const hospital = { 0: "HSP00001", 1: "1100000017", 2: "BAY HOSPITAL", 3: "282N00000X" };
    const border = { ...hospital, 1: "1100000025", 2: "DESERT HOSPITAL", 7: "AZ" };
    const far = { ...hospital, 1: "1100000033", 2: "FAR HOSPITAL", 7: "NY" };
    const own =
      "npi,state_provider_id,provider_name,provider_type\n1100000025,BORDER-1100000025,DESERT HOSPITAL,hospital\n";
    const { rows, report } = await importing(
      ffsProviders,
      ffs(OFFICE, but(OFFICE, hospital), but(OFFICE, border), but(OFFICE, far)),
      { ...AS_OF, files: { "ca/providers.csv": own } },
    );
    expect(report.leftOut).toEqual([
      {
        reason: "a hospital of California: ca/hcai-npi-crosswalk has it",
        count: 1,
        examples: ["line 3: BAY HOSPITAL"],
      },
      { reason: "a hospital of ca/border-hospitals", count: 1, examples: ["line 4: DESERT HOSPITAL"] },
    ]);
    expect(rows("ca/providers").map((row) => row.provider_name)).toEqual([
      "ALDER JO MD",
      "DESERT HOSPITAL",
      "FAR HOSPITAL",
    ]);
  });

  it("leaves out who has no number or no name", async () => {
    const { report } = await importing(
      ffsProviders,
      ffs(OFFICE, but(OFFICE, { 0: "", 1: "N/A" }), but(OFFICE, { 2: "" })),
      AS_OF,
    );
    expect(report.leftOut).toEqual([
      { reason: "neither NPI nor provider number", count: 1, examples: ["line 3: ALDER JO MD"] },
      { reason: "no name", count: 1, examples: ["line 4: 1100000009"] },
    ]);
  });

  it("is refused when it is another list", async () => {
    const other = { name: "ffs.csv", content: csv(["NPI", "NAME"], ["1100000009", "ALDER"]) };
    await expect(importing(ffsProviders, other, AS_OF)).rejects.toThrow(/PROVIDER_NUMBER/);
  });
});
