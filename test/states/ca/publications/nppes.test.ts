import { describe, expect, it } from "vitest";
import { nppes as registry } from "../../../../src/imports/federal/nppes.ts";
import { nppes } from "../../../../src/states/ca/publications/federal.ts";
import {
  identifiers,
  organization,
  person,
  practice,
  type RegistryRow,
  registryFile,
  taxonomies,
  unanswered,
} from "../../../imports/federal/registry.ts";
import { importing } from "../../../imports/support.ts";

const here = practice("CA", "FRESNO", "937100000");
const HEADER = "npi,state_provider_id,alternate_npis,provider_name,provider_type";

async function imported(rows: readonly RegistryRow[], own = "") {
  const file = { name: "npidata_pfile_20050523-20260208.csv", content: registryFile(...rows) };
  return await importing(nppes, file, { others: [registry], files: { "ca/providers.csv": `${HEADER}\n${own}` } });
}

describe("the registry's California providers", () => {
  it("are added with their Medi-Cal number; the taxonomy tells their type", async () => {
    const { rows } = await imported([
      person("1003000019", "ALDER", "JO", { ...here, ...taxonomies("213E00000X*"), ...identifiers("05 CA 000e24150") }),
    ]);
    expect(rows("ca/providers")).toEqual([
      {
        npi: "1003000019",
        state_provider_id: "000E24150",
        alternate_npis: "",
        provider_name: "ALDER, JO",
        provider_type: "",
        entity_type: "Individual",
        primary_taxonomy: "213E00000X",
        street_address: "10 MAIN ST",
        city: "FRESNO",
        state: "CA",
        zip_code: "93710-0000",
        county: "",
        cbsa_code: "",
        cbsa_description: "",
      },
    ]);
  });

  it("are no hospitals under a Medi-Cal number, nor under another NPI of a listed hospital", async () => {
    const { rows } = await imported(
      [
        organization("1003000019", "A HOSPITAL", {
          ...here,
          ...taxonomies("282N00000X*"),
          ...identifiers("05 CA HSC1"),
        }),
        organization("1003000027", "POPPY PSYCHIATRIC UNIT", { ...here, ...taxonomies("273R00000X*") }),
      ],
      "1003000035,106190001,1003000027|1003000043,Poppy Hospital,hospital\n",
    );
    expect(rows("ca/providers")).toMatchObject([
      { npi: "1003000019", state_provider_id: "" },
      { npi: "1003000035", provider_name: "Poppy Hospital" },
    ]);
  });

  it("get a type from all taxonomies alike where none is marked as primary", async () => {
    const { rows } = await imported([
      person("1003000019", "A", "A", { ...here, ...unanswered("213E00000X", "213ES0103X") }),
      person("1003000027", "B", "B", { ...here, ...unanswered("213E00000X", "207Q00000X") }),
    ]);
    expect(rows("ca/providers").map((row) => row.provider_type)).toEqual(["podiatrist", ""]);
  });
});
