import { describe, expect, it } from "vitest";
import { nppes as registry } from "../../../../src/imports/federal/nppes.ts";
import { nppes } from "../../../../src/states/ga/publications/federal.ts";
import {
  organization,
  person,
  practice,
  type RegistryRow,
  registryFile,
  taxonomies,
  unanswered,
} from "../../../imports/federal/registry.ts";
import { importing } from "../../../imports/support.ts";

const here = practice("GA", "MACON", "312010000");
const HEADER = "npi,provider_name,campus_name,provider_type,city";

async function imported(rows: readonly RegistryRow[], own = "") {
  const file = { name: "npidata_pfile_20050523-20260208.csv", content: registryFile(...rows) };
  return await importing(nppes, file, { others: [registry], files: { "ga/providers.csv": `${HEADER}\n${own}` } });
}

describe("Georgia's providers", () => {
  it("are those of the registry, whose taxonomy tells their type", async () => {
    const { rows, report } = await imported([
      person("1003000019", "ADAMS", "JANE", {
        ...here,
        ...taxonomies("174400000X", "207Q00000X*"),
        "Provider Credential Text": "M.D.",
      }),
      organization("1003000027", "OCMULGEE SURGERY CENTER LLC", { ...here, ...taxonomies("261QA1903X*") }),
    ]);
    expect(rows("ga/providers")).toEqual([
      {
        npi: "1003000019",
        provider_name: "ADAMS, JANE, MD",
        campus_name: "",
        provider_type: "",
        entity_type: "Individual",
        primary_taxonomy_code: "207Q00000X",
        primary_taxonomy_display_name: "",
        street_address: "10 MAIN ST",
        city: "MACON",
        county: "",
        zip_code: "31201-0000",
        critical_access_hospital: "",
        addon_exempt: "",
      },
      expect.objectContaining({ npi: "1003000027", provider_name: "OCMULGEE SURGERY CENTER LLC" }),
    ]);
    expect(report.tables).toMatchObject([{ table: "ga/providers", taken: 2, waiting: [] }]);
  });

  it("have critical access where they list its taxonomy, also beside a plainer one", async () => {
    const { rows } = await imported([
      organization("1003000019", "A HOSPITAL", { ...here, ...taxonomies("282NC0060X*") }),
      organization("1003000027", "B HOSPITAL", { ...here, ...taxonomies("282NC0060X", "282N00000X*") }),
      organization("1003000035", "C HOSPITAL", { ...here, ...taxonomies("282N00000X*") }),
      organization("1003000043", "D CLINIC", { ...here, ...taxonomies("261QP2300X*", "282NC0060X") }),
    ]);
    expect(rows("ga/providers").map((row) => row.critical_access_hospital)).toEqual(["true", "true", "", ""]);
  });

  it("get a type from all taxonomies alike where none is marked as primary, and wait where these differ", async () => {
    const { rows, report } = await imported([
      person("1003000019", "A", "A", { ...here, ...unanswered("103TC0700X", "103T00000X") }),
      person("1003000027", "B", "B", { ...here, ...unanswered("207Q00000X", "291U00000X") }),
      person("1003000035", "C", "C", { ...here, ...taxonomies("183500000X*") }),
    ]);
    expect(rows("ga/providers")).toMatchObject([{ provider_type: "PHYSICIAN", primary_taxonomy_code: "" }]);
    expect(report.tables).toMatchObject([
      { waiting: [{ reason: "provider_type: required where the taxonomy does not tell the type", count: 2 }] },
    ]);
  });

  it("stay as somebody wrote them by hand, campus by campus", async () => {
    const own = "1003000019,Magnolia,Downtown,HOSPITAL,Macon\n1003000019,Magnolia,Northside,HOSPITAL,Macon\n";
    const { rows } = await imported(
      [organization("1003000019", "MAGNOLIA INC", { ...here, ...taxonomies("282N00000X*") })],
      own,
    );
    expect(rows("ga/providers")).toMatchObject([
      { campus_name: "Downtown", entity_type: "" },
      { campus_name: "Northside", entity_type: "" },
    ]);
  });
});
