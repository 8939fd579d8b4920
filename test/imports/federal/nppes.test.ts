import { describe, expect, it } from "vitest";
import { text } from "../../../src/dataset/column.ts";
import { undatedTable } from "../../../src/dataset/table.ts";
import { nppes, nppesFor } from "../../../src/imports/federal/nppes.ts";
import { zip } from "../fixtures.ts";
import { importing } from "../support.ts";
import {
  identifiers,
  organization,
  person,
  practice,
  type RegistryRow,
  registryFile,
  taxonomies,
  unanswered,
} from "./registry.ts";

/** A state that takes everything from the registry. */
const people = undatedTable({
  folder: "zz",
  name: "people",
  columns: {
    npi: text(),
    entityType: text(),
    name: text(),
    address: text(),
    city: text(),
    zip: text(),
    taxonomy: text(),
    id: text(),
  },
  key: ["npi"],
});

const taking = nppesFor("ZZ", [people], (registrant, intake) => {
  const { npi, entityType, streetAddress: address, city, zipCode, primaryTaxonomy } = registrant;
  const name = registrant.nameParts.join(", ");
  const id = registrant.medicaidId(/^[0-9]{5}$/);
  intake.take(people, { npi, entityType, name, address, city, zip: zipCode, taxonomy: primaryTaxonomy, id });
});

const MONTHLY = "npidata_pfile_20050523-20260208.csv";
const options = { others: [nppes], files: { "zz/people.csv": "npi\n" } };
const here = practice("ZZ");

async function taken(...rows: readonly RegistryRow[]) {
  const { rows: rowsOf, report } = await importing(taking, { name: MONTHLY, content: registryFile(...rows) }, options);
  return { people: rowsOf("zz/people"), report };
}

describe("the NPI registry", () => {
  it("gives each state who practises in it, and accounts for the others", async () => {
    const { people: list, report } = await taken(
      organization("1003000019", "HARBOR HOSPITAL INC", { ...here, ...taxonomies("282N00000X*") }),
      person("1003000027", "ALDER", "JO", { ...practice("TX"), ...taxonomies("207Q00000X*") }),
      person("1003000035", "BIRCH", "AL", { ...practice("ONTARIO"), ...taxonomies("207Q00000X*") }),
      { NPI: "1003000043", "NPI Deactivation Date": "01/31/2020" },
    );
    expect(list).toEqual([
      {
        npi: "1003000019",
        entity_type: "Organization",
        name: "HARBOR HOSPITAL INC",
        address: "10 MAIN ST",
        city: "SPRINGFIELD",
        zip: "12345-0000",
        taxonomy: "282N00000X",
        id: "",
      },
    ]);
    expect(report.edition).toBe("2026-02-08");
    expect(report.rowsRead).toBe(4);
    expect(report.rowsLeftOut).toBe(3);
    expect(report.leftOut).toEqual([
      { reason: "practice outside the state", count: 2, examples: ["line 3", "line 4"] },
      { reason: "deactivated NPIs", count: 1, examples: ["line 5"] },
    ]);
  });

  it("names people last name first, with suffix, middle name and credential", async () => {
    const { people: list } = await taken(
      person("1003000019", "O'CASEY", "MARY", {
        ...here,
        "Provider Middle Name": "J",
        "Provider Name Prefix Text": "DR.",
        "Provider Name Suffix Text": "III",
        "Provider Credential Text": "M.D., PH.D.",
        "Provider Second Line Business Practice Location Address": "STE 4",
      }),
      person("1003000027", "<UNAVAIL>", "LEE", { ...practice("ZZ", "SPRINGFIELD", "12345") }),
    );
    expect(list).toMatchObject([
      { entity_type: "Individual", name: "O'CASEY III, MARY J, MD, PHD", address: "10 MAIN ST, STE 4" },
      { name: "LEE", zip: "12345" },
    ]);
  });

  it("finds the primary taxonomy by its switch, in whichever slot", async () => {
    const { people: list } = await taken(
      person("1003000019", "A", "A", { ...here, ...taxonomies("174400000X", "207W00000X*") }),
      person("1003000027", "B", "B", { ...here, ...unanswered("103T00000X", "103T00000X") }),
      person("1003000035", "C", "C", { ...here, ...unanswered("103T00000X", "101Y00000X") }),
    );
    expect(list.map(({ taxonomy }) => taxonomy)).toEqual(["207W00000X", "103T00000X", ""]);
  });

  it("takes the Medicaid ID of the state of practice when there is one of the state's shape", async () => {
    const { people: list } = await taken(
      person("1003000019", "A", "A", { ...here, ...identifiers("01 ZZ 99999", "05 TX 11111", "05 ZZ 12345") }),
      person("1003000027", "B", "B", { ...here, ...identifiers("5 ZZ 22222", "5 ZZ 22222", "5 ZZ A1") }),
      person("1003000035", "C", "C", { ...here, ...identifiers("05 ZZ 33333", "05 ZZ 44444") }),
      person("1003000043", "D", "D", { ...here, ...identifiers("05 ZZ 1003000043") }),
    );
    expect(list.map(({ id }) => id)).toEqual(["12345", "22222", "", ""]);
  });

  it("is read from the ZIP as downloaded, which tells the day", async () => {
    const content = zip({
      "npidata_pfile_20050523-20260208_fileheader.csv": "NPI\n",
      [MONTHLY]: registryFile(person("1003000019", "A", "A", here)),
      "othername_pfile_20050523-20260208.csv": "NPI\n",
    });
    const name = "NPPES_Data_Dissemination_February_2026.zip";
    const { report, rows } = await importing(taking, { name, content }, options);
    expect(report.edition).toBe("2026-02-08");
    expect(rows("zz/people")).toHaveLength(1);
  });

  it("refuses a weekly update, which has only what changed", async () => {
    const content = registryFile(person("1003000019", "A", "A", here));
    const weekly = { name: "npidata_pfile_20260202-20260208.csv", content };
    await expect(importing(taking, weekly, options)).rejects.toThrow("import the full monthly file");
    const zipped = { name: "week.zip", content: zip({ [weekly.name]: content, "readme.pdf": "x" }) };
    await expect(importing(taking, zipped, options)).rejects.toThrow("20050523");
  });

  it("refuses an entity type that is neither person nor organization, and a file of something else", async () => {
    const odd = registryFile({ ...person("1003000019", "A", "A", here), "Entity Type Code": "3" });
    await expect(importing(taking, { name: MONTHLY, content: odd }, options)).rejects.toThrow(
      'line 2: "Entity Type Code" is "3", expected one of 1, 2',
    );
    const other = { name: MONTHLY, content: '"NPI","Deactivation Date"\n"1003000019","01/31/2020"\n' };
    await expect(importing(taking, other, options)).rejects.toThrow("Entity Type Code");
  });
});
