import { describe, expect, it } from "vitest";
import { text } from "../../../src/dataset/column.ts";
import { undatedTable } from "../../../src/dataset/table.ts";
import { hcpcs } from "../../../src/imports/federal/hcpcs.ts";
import { nppes, nppesFor } from "../../../src/imports/federal/nppes.ts";
import { nucc } from "../../../src/imports/federal/nucc.ts";
import { csv, xlsx, zip } from "../fixtures.ts";
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

/** A line of the record layout: code, sequence, record type, 80 characters of text, the short description and the rest. */
function line(code: string, sequence: string, kind: string, text: string): string {
  return `${code.padStart(5)}${sequence}${kind}${text.padEnd(80)}${"Short text".padEnd(28)}00${" ".repeat(199)}\r\n`;
}

const PREAMBLE = `***Disclaimers${"\t".repeat(40)}\r\n\r\n*Brand names may appear.\u00a0\r\n`;

const TEXT = [
  PREAMBLE,
  line("A1", "00100", "7", "Dressing of one wound"),
  line("AD", "00100", "7", "Supervision by a physician of more than four"),
  line("AD", "00200", "8", "procedures at once"),
  line("A0001", "00100", "3", "First part of a long description that ends in the middle of the"),
  line("A0001", "00200", "4", "sentence, continues"),
  line("A0001", "00300", "4", "and ends"),
  line("D0120", "00100", "3", "Dental text"),
  line("99213", "00100", "3", "Licensed text"),
  line("J0696", "00100", "3", "Injection, caf\u00e9, 250 mg"),
  line("V9999", "00100", "3", ""),
].join("");

const content = Buffer.from(TEXT, "latin1");
const EXPECTED = [
  {
    code: "A0001",
    description: "First part of a long description that ends in the middle of the sentence, continues and ends",
  },
  { code: "J0696", description: "Injection, caf\u00e9, 250 mg" },
];

const WORKBOOK = xlsx({
  A: [
    ["***Disclaimers"],
    [null],
    ["HCPC", "SEQNUM", "RECID", "LONG DESCRIPTION", "SHORT DESCRIPTION", "PRICE1"],
    ["A1", "0010", "7", "Dressing of one wound", "Dressing", null],
    ["A0001", "0010", "3", "First part of a long description that ends in the middle of the", "Short", 0],
    ["A0001", "0020", "4", "sentence, continues and ends", null, null],
    ["J0696", "0010", 3, "Injection, caf\u00e9, 250 mg", "Short", 51],
  ],
});

/** A quarterly file whose name has a year and no month does not tell its day. */
const JANUARY = { asOf: "2019-01-01" };

describe("the HCPCS file", () => {
  it("joins the lines of a long description, and leaves out what has no place or is licensed", async () => {
    const { rows, report } = await importing(hcpcs, { name: "HCPC2026_JUL_ANWEB.txt", content });
    expect(report.edition).toBe("2026-07-01");
    expect(rows("common/hcpcs")).toEqual(EXPECTED);
    expect(report.rowsRead).toBe(12);
    expect(report.leftOut).toEqual([
      { reason: "no HCPCS record", count: 2, examples: ["line 1", "line 3"] },
      { reason: "a modifier, which no table describes", count: 2, examples: ["line 4: A1", "line 5: AD"] },
      { reason: "a line that continues the description of a modifier", count: 1, examples: ["line 6"] },
      {
        reason: "a dental code, whose text the American Dental Association licenses",
        count: 1,
        examples: ["line 11: D0120"],
      },
      { reason: "no HCPCS Level II code, so that its text may be licensed", count: 1, examples: ["line 12: 99213"] },
      { reason: "a code without a description", count: 1, examples: ["whole file: V9999"] },
    ]);
    expect(report.findings).toMatchObject([{ reason: "lines that continue the description of a code", count: 2 }]);
  });

  it("keeps the line where a description begins", async () => {
    const { origins } = await importing(hcpcs, { name: "HCPC2019_CONTR_ANWEB.txt", content }, JANUARY);
    expect(origins("common/hcpcs").map(({ place }) => place)).toEqual(["line 7", "line 12"]);
  });

  it("is read from the workbook where there is no text", async () => {
    const { rows, report } = await importing(hcpcs, { name: "HCPC2019_CONTR_ANWEB.xlsx", content: WORKBOOK }, JANUARY);
    expect(report.edition).toBe("2019-01-01");
    expect(rows("common/hcpcs")).toEqual(EXPECTED);
  });

  it("is read once from the ZIP, whose other members are something else", async () => {
    const archive = zip({
      "HCPC2019_README.txt": "Read me",
      "HCPC2019_CONTR_ANWEB.xlsx": WORKBOOK,
      "HCPC2019_CONTR_ANWEB.txt": content,
      "HCPC2019_Trans_Alpha.xlsx": "x",
    });
    const file = { name: "2019-Alpha-Numeric-HCPCS-File.zip", content: archive };
    await expect(importing(hcpcs, file)).rejects.toThrow("its effective day; give it with --as-of");
    const { rows, report } = await importing(hcpcs, file, JANUARY);
    expect(report).toMatchObject({ edition: "2019-01-01", rowsRead: 12 });
    expect(rows("common/hcpcs")).toEqual(EXPECTED);
  });

  it("reads a workbook from a ZIP that has no text", async () => {
    const archive = zip({ "Trans_Alpha.xlsx": "x", "HCPC2026_OCT_ANWEB.xlsx": WORKBOOK, "notes.pdf": "x" });
    const { rows, report } = await importing(hcpcs, { name: "october.zip", content: archive });
    expect(report.edition).toBe("2026-10-01");
    expect(rows("common/hcpcs")).toEqual(EXPECTED);
  });

  it("refuses a text without codes and a table without records", async () => {
    const january = { asOf: "2026-01-01" };
    const letter = { name: "letter.txt", content: "Dear reader,\nthis is no list of codes.\n" };
    await expect(importing(hcpcs, letter, january)).rejects.toThrow("no line of it is a HCPCS code");
    const table = { name: "codes.csv", content: csv(["HCPC", "Description"], ["J0696", "Injection"]) };
    await expect(importing(hcpcs, table, january)).rejects.toThrow("RECID");
  });
});

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

  it("is read from the ZIP as downloaded, whose name has the day", async () => {
    const content = zip({
      "npidata_pfile_20050523-20260208_fileheader.csv": "NPI\n",
      [MONTHLY]: registryFile(person("1003000019", "A", "A", here)),
      "othername_pfile_20050523-20260208.csv": "NPI\n",
    });
    const name = "NPPES_Data_Dissemination_February_2026_V2.zip";
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

describe("nucc", () => {
  it("takes display names as NUCC prints them", async () => {
    const content = csv(
      ["Code", "Grouping", "Classification", "Specialization", "Definition", "Notes", "Display Name", "Section"],
      [
        "133V00000X",
        "Dietary",
        "Dietitian, Registered",
        "",
        "",
        "[1/1/2004: new]",
        "Registered Dietitian",
        "Individual",
      ],
      [
        "207RC0000X",
        "Physicians",
        "Internal Medicine",
        "Cardiovascular Disease",
        "a\nb",
        "",
        "Cardiologist",
        "Individual",
      ],
    );
    const { rows, report } = await importing(nucc, { name: "nucc_taxonomy_261.csv", content });
    expect(report.edition).toBe("2026-10-01");
    expect(rows("common/taxonomy")).toEqual([
      { code: "133V00000X", display_name: "Registered Dietitian" },
      { code: "207RC0000X", display_name: "Cardiologist" },
    ]);
  });

  it("reads headings in snake case", async () => {
    const content = csv(
      ["taxonomy_code", "grouping", "classification", "specialization", "display_name"],
      ["152W00000X", "Eye and Vision Services Providers", "Optometrist", "", "Optometrist"],
    );
    const { rows } = await importing(nucc, { name: "nucc_taxonomy_260.csv", content });
    expect(rows("common/taxonomy")).toEqual([{ code: "152W00000X", display_name: "Optometrist" }]);
  });

  it("composes the names of the older layout, which prints none, from cp1252 text too", async () => {
    const physicians = "Allopathic & Osteopathic Physicians";
    const text = csv(
      ["Code", "Type", "Classification", "Specialization", "Definition", "Notes"],
      ["101YM0800X", "Behavioral Health", "Counselor", "Mental Health", "", ""],
      ["133V00000X", "Dietary", "Dietitian, Registered", "", "", ""],
      ["207Q00000X", physicians, "Family Medicine", "", "", ""],
      ["2080P0006X", physicians, "Pediatrics", "Developmental \u0096 Behavioral Pediatrics", "", ""],
      ["", "", "", "", "", ""],
      ["Total", "", "", "", "", ""],
    );
    const { rows, report } = await importing(
      nucc,
      { name: "taxonomy.csv", content: Buffer.from(text, "latin1") },
      { asOf: "2015-01-01" },
    );
    expect(rows("common/taxonomy").map((row) => row.display_name)).toEqual([
      "Mental Health Counselor",
      "Registered Dietitian",
      "Family Medicine Physician",
      "Developmental \u2013 Behavioral Pediatrics Physician",
    ]);
    expect(report.leftOut).toMatchObject([{ reason: "no code, or no classification", count: 1 }]);
  });

  it("refuses a code that is none, and a file without classifications", async () => {
    const january = { asOf: "2026-01-01" };
    const bad = { name: "t.csv", content: csv(["Code", "Classification"], ["207Q", "Family Medicine"]) };
    await expect(importing(nucc, bad, january)).rejects.toThrow(
      'common/taxonomy code" is "207Q", expected a NUCC code of ten characters',
    );
    const other = { name: "t.csv", content: csv(["Code", "Description"], ["207Q00000X", "Family Medicine"]) };
    await expect(importing(nucc, other, january)).rejects.toThrow('"Classification"');
  });
});
