import { describe, expect, it } from "vitest";
import { tableImporter } from "../../../../src/imports/declaring/table-importer.ts";
import { nppes as registry } from "../../../../src/imports/federal/nppes.ts";
import { clfs, nppes } from "../../../../src/states/ga/publications/index.ts";
import { labRates } from "../../../../src/states/ga/tables.ts";
import {
  organization,
  person,
  practice,
  type RegistryRow,
  registryFile,
  taxonomies,
  unanswered,
} from "../../../imports/federal/registry.ts";
import { csv, zip } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const PREAMBLE =
  "Clinical Laboratory Fee Schedule\n2026 Quarter 2\nCPT codes and descriptions are copyrighted\u00ae\nEffective April 1\n";
const CLFS_HEADER = [
  "YEAR",
  "HCPCS",
  "MOD",
  "EFF_DATE",
  "INDICATOR",
  "RATE",
  "SHORTDESC",
  "LONGDESC",
  "EXTENDEDLONGDESC",
];

function file(...rows: readonly (readonly string[])[]) {
  const content = Buffer.from(PREAMBLE + csv(CLFS_HEADER, ...rows), "latin1");
  return { name: "PUF_CLFS_CY2026_Q2V1.csv", content };
}

const fee = (code: string, modifier: string, rate: string, effectiveFrom = "20260101", year = "2026") => [
  year,
  code,
  modifier,
  effectiveFrom,
  "N",
  rate,
  "text",
  "caf\u00e9, text",
  "text",
];

describe("Medicare's laboratory fees", () => {
  it("hold from their own day to the end of the year, with thousands separators, modifiers and numbers that lost their zeros", async () => {
    const { rows, report } = await importing(
      clfs,
      file(
        fee("80053", "", "10.56"),
        fee("80053", "QW", "10.56"),
        fee("0242U", "", "5,000.00"),
        fee("80190", "", "60"),
      ),
    );
    const year = { effective_start_date: "2026-01-01", effective_end_date: "2026-12-31" };
    expect(rows("ga/medicare_clfs")).toEqual([
      { code: "0242U", modifier: "", rate: "5000.00", ...year },
      { code: "80053", modifier: "", rate: "10.56", ...year },
      { code: "80053", modifier: "QW", rate: "10.56", ...year },
      { code: "80190", modifier: "", rate: "60.00", ...year },
    ]);
    expect(report.sums).toEqual([{ title: "fees", total: "5081.12" }]);
  });

  it("are left out where there is no amount", async () => {
    const { rows, report } = await importing(clfs, file(fee("80053", "", "10.56"), fee("81479", "", "0.00")));
    expect(rows("ga/medicare_clfs")).toHaveLength(1);
    expect(report.leftOut).toEqual([{ reason: "no amount", count: 1, examples: ["line 7: 81479"] }]);
  });

  const inQuarter = (quarter: number, ...rows: readonly (readonly string[])[]) => ({
    ...file(...rows),
    name: `PUF_CLFS_CY2026_Q${quarter}V1.csv`,
  });
  const periods = (rows: (table: string) => Record<string, string>[]) =>
    rows("ga/medicare_clfs").map((row) => Object.values(row).filter((cell) => cell !== ""));

  it("are replaced by a later quarter from the day that its row names, or no longer listed from its first day on", async () => {
    const { dataset } = await importing(
      clfs,
      inQuarter(1, fee("80053", "", "10.56"), fee("80061", "", "13.00"), fee("82947", "", "4.00")),
    );
    const third = inQuarter(
      3,
      fee("80053", "", "10.56"),
      fee("80061", "", "14.00", "20260701"),
      fee("87999", "", "9.00", "20260401"),
    );
    const { rows } = await importing(clfs, third, { into: dataset, acceptShrink: true });
    const expected = [
      ["80053", "10.56", "2026-01-01", "2026-12-31"],
      ["80061", "13.00", "2026-01-01", "2026-06-30"],
      ["80061", "14.00", "2026-07-01", "2026-12-31"],
      ["82947", "4.00", "2026-01-01", "2026-06-30"],
      ["87999", "9.00", "2026-04-01", "2026-12-31"],
    ];
    expect(periods(rows)).toEqual(expected);
  });

  it("say the same whatever the order of the quarters", async () => {
    const first = inQuarter(1, fee("80053", "", "10.00"), fee("82947", "", "4.00"));
    const last = inQuarter(4, fee("80053", "", "10.56", "20260401"));
    const orders = [
      [first, last],
      [last, first],
    ] as const;
    for (const [one, other] of orders) {
      const { dataset } = await importing(clfs, one);
      const { rows } = await importing(clfs, other, { into: dataset, acceptShrink: true });
      expect(periods(rows)).toEqual([
        ["80053", "10.00", "2026-01-01", "2026-03-31"],
        ["80053", "10.56", "2026-04-01", "2026-12-31"],
        ["82947", "4.00", "2026-01-01", "2026-09-30"],
      ]);
    }
  });

  it("are refused where a row would start after its year, and counted where it names no day", async () => {
    await expect(importing(clfs, file(fee("80053", "", "10.56", "20270101")))).rejects.toThrow(
      'line 6: "2027-01-01", expected a day no later than 2026-12-31, the last day of the rates of 2026',
    );
    const { rows, report } = await importing(clfs, file(fee("80053", "", "10.56", "")));
    expect(periods(rows)).toEqual([["80053", "10.56", "2026-04-01", "2026-12-31"]]);
    expect(report.findings).toEqual([
      { reason: "rates without an EFF_DATE, taken from the first day of the edition", count: 1, examples: ["80053"] },
    ]);
  });

  it("never reach back before their year, where an earlier file tells what was paid", async () => {
    const year2025 = { ...file(fee("80053", "", "10.00", "20250101", "2025")), name: "PUF_CLFS_CY2025_Q4V1.csv" };
    const { dataset } = await importing(clfs, year2025);
    const year2026 = file(fee("80053", "", "12.00", "20250701"), fee("80061", "", "13.00", "20251231"));
    const { rows, report } = await importing(clfs, year2026, { into: dataset });
    expect(periods(rows)).toEqual([
      ["80053", "10.00", "2025-01-01", "2025-12-31"],
      ["80053", "12.00", "2026-01-01", "2026-12-31"],
      ["80061", "13.00", "2026-01-01", "2026-12-31"],
    ]);
    expect(report.findings).toEqual([
      {
        reason: "rates with an EFF_DATE before their YEAR, taken from 2026-01-01 on",
        count: 2,
        examples: ["80053: 2025-07-01", "80061: 2025-12-31"],
      },
    ]);
  });

  it("are read from the ZIP, whose name tells the quarter", async () => {
    const { name, content } = file(fee("80053", "", "10.56"));
    const archive = zip({ "readme.txt": "x", [name.replace("Q2", "Q3")]: content });
    const { report } = await importing(clfs, { name: "26CLABQ3.zip", content: archive });
    expect(report.edition).toBe("2026-07-01");
  });

  it("are read from the text that stands beside the CSV, with ~ between its cells", async () => {
    const rows = ["2026~80053~  ~20260101~N~00010.56~", "2026~80053~QW~20260101~N~00010.56~"];
    const sentence = "Codes G2023, G2024, U0003, U0004, and U0005, say, are gone, declared so, or ended, as it were.";
    const content = [sentence, "", "YEAR~HCPCS~MOD~EFF_DATE~INDICATOR~RATE~SHORTDESC", ...rows, ""].join("\r\n");
    const text = await importing(clfs, { name: "PUF_CLFS_CY2026_Q3V1.txt", content });
    expect(periods(text.rows)).toEqual([
      ["80053", "10.56", "2026-01-01", "2026-12-31"],
      ["80053", "QW", "10.56", "2026-01-01", "2026-12-31"],
    ]);
    const both = zip({
      "PUF_CLFS_CY2026_Q3V1.txt": content,
      "PUF_CLFS_CY2026_Q3V1.csv": file(fee("80061", "", "1")).content,
    });
    const archive = await importing(clfs, { name: "26CLABQ3.zip", content: both });
    expect(archive.rows("ga/medicare_clfs")).toMatchObject([{ code: "80061" }]);
    expect(archive.report.notTaken).toEqual(["PUF_CLFS_CY2026_Q3V1.txt"]);
  });

  it("are refused as the state's own schedule, by their name", async () => {
    const options = { asOf: "2026-04-01", others: [clfs] };
    await expect(importing(tableImporter(labRates), file(fee("80053", "", "10.56")), options)).rejects.toThrow(
      "line 5: these are the headings of federal/clfs (Clinical Laboratory Fee Schedule), not of ga/lab_rates; import the file as federal/clfs",
    );
  });

  it("are refused under another year, and as text", async () => {
    const earlier = file(fee("80053", "", "10.56", "20250101", "2025"));
    await expect(importing(clfs, earlier)).rejects.toThrow('"2025", expected the year of 2026-04-01');
    const text = file(fee("80053", "", "see note"));
    await expect(importing(clfs, text)).rejects.toThrow('line 6: "RATE" is "see note", expected an amount');
  });
});

const here = practice("GA", "MACON", "312010000");
const HEADER = "npi,provider_name,campus_name,provider_type,city";

async function imported(rows: readonly RegistryRow[], own = "") {
  const file = { name: "npidata_pfile_20050523-20260208.csv", content: registryFile(...rows) };
  return await importing(nppes, file, { others: [registry], files: { "ga/providers.csv": `${HEADER}\n${own}` } });
}

describe("Georgia's providers", () => {
  it("are those of the registry, whose taxonomy gives their type", async () => {
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

  it("stay as they were written by hand, campus by campus", async () => {
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
