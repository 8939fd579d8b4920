import { describe, expect, it } from "vitest";
import { clfs } from "../../../src/imports/federal/clfs.ts";
import { anesthesiaFile, localitiesFile, practiceCostsFile } from "../../../src/imports/federal/medicare/index.ts";
import { countiesFile } from "../../../src/imports/federal/medicare/locality-counties.ts";
import { physicianValuesFile } from "../../../src/imports/federal/medicare/physician-values.ts";
import { csv, type FixtureCell, xlsx, zip } from "../fixtures.ts";
import { importing } from "../support.ts";

/* Look-alikes of CMS's files: the captions are CMS's, the figures ours. */

const COLUMNS = [
  ["", "", "", "", "HCPCS"],
  ["", "", "", "", "MOD"],
  ["", "", "", "", "DESCRIPTION"],
  ["", "", "", "STATUS", "CODE"],
  ["", "NOT USED", "FOR", "MEDICARE ", "PAYMENT"],
  ["", "", "", "WORK", "RVU"],
  ["", "", "", "NON-FAC", "PE RVU"],
  ["", "", "NON-FAC", "NA", "INDICATOR"],
  ["", "", "", "FACILITY", "PE RVU"],
  ["", "", "FACILITY ", "NA", "INDICATOR"],
  ["", "", "", "MP", "RVU"],
  ["", "", "", "NON-FACILITY", "TOTAL"],
  ["", "", "", "FACILITY", "TOTAL"],
  ["", "", "", "PCTC", "IND"],
  ["", "", "", "GLOB", "DAYS"],
  ["", "", "", "PRE", "OP"],
  ["", "", "", "INTRA", "OP"],
  ["", "", "", "POST", "OP"],
  ["", "", "", "MULT", "PROC"],
  ["", "", "", "BILAT", "SURG"],
  ["", "", "", "ASST", "SURG"],
  ["", "", "", "CO-", "SURG"],
  ["", "", "", "TEAM", "SURG"],
  ["", "", "", "ENDO", "BASE"],
  ["", "", "", "CONV", "FACTOR"],
  ["", "PHYSICIAN", "SUPERVISION OF", "DIAGNOSTIC", "PROCEDURES"],
  ["", "", "", "CALCULATION", "FLAG"],
  ["", "DIAGNOSTIC", "IMAGING", "FAMILY", "INDICATOR"],
  ["NON-FACILITY", "PE USED", "FOR OPPS", "PAYMENT", "AMOUNT"],
  ["FACILITY", "PE USED", "FOR OPPS", "PAYMENT", "AMOUNT"],
  ["", "MP USED", "FOR OPPS", "PAYMENT", "AMOUNT"],
];

const TITLES = ["2031 National Physician Fee Schedule Relative Value File October Release", "RELEASED 09/11/2031"];
const captions = [0, 1, 2, 3, 4].map((row) => COLUMNS.map((column) => column[row] ?? ""));
const head = [...TITLES.map((title) => COLUMNS.map((_, place) => (place === 2 ? title : ""))), ...captions];

interface Values {
  readonly modifier?: string;
  readonly status?: string;
  readonly work?: string;
  readonly practice?: readonly [nonFacility: string, facility: string];
  readonly na?: readonly [nonFacility: string, facility: string];
  readonly malpractice?: string;
  readonly totals?: readonly [nonFacility: string, facility: string];
  readonly flag?: string;
  readonly cap?: readonly [string, string, string];
}

function valuesRow(code: string, values: Values = {}): string[] {
  const { modifier = "", status = "A", work = "1.30", practice = ["1.35", "0.57"], na = ["", ""] } = values;
  const { malpractice = "0.10", totals = ["2.75", "1.97"], flag = "0", cap = ["0.00", "0.00", "0.00"] } = values;
  const money = [work, practice[0], na[0], practice[1], na[1], malpractice, ...totals];
  const rest = ["0", "ZZZ", "0.00", "0.00", "0.00", "2", "3", "1", "0", "0", "", "30.5", "09", flag, "99", ...cap];
  return [code, modifier, "licensed text", status, "", ...money, ...rest];
}

const asCsv = (...rows: readonly string[][]) => csv(...([...head, ...rows] as [string[], ...string[][]]));
const file = (...rows: readonly string[][]) => ({ name: "PPRRVU2031_Oct.csv", content: asCsv(...rows) });
const AS_OF = { asOf: "2025-10-01" };
const OCTOBER = { name: "PPRRVU2025_Oct.csv" };

describe("relative values", () => {
  it("have captions over five rows, and no description is taken", async () => {
    const rows = [
      valuesRow("99213"),
      valuesRow("70450", { modifier: "TC", cap: ["2.71", "2.70", "0.02"], na: ["", "NA"] }),
      valuesRow("840", {
        status: "J",
        work: "0.00",
        practice: ["0.00", "0.00"],
        malpractice: "0.00",
        totals: ["0.00", "0.00"],
      }),
    ];
    const { rows: taken } = await importing(physicianValuesFile, { ...file(...rows), ...OCTOBER });
    const values = taken("medicare/physician_values");
    expect(values.map(({ code, modifier, status_code }) => [code, modifier, status_code])).toEqual([
      ["00840", "", "J"],
      ["70450", "TC", "A"],
      ["99213", "", "A"],
    ]);
    expect(values[2]).toEqual({
      code: "99213",
      modifier: "",
      status_code: "A",
      work_rvu: "1.30",
      non_facility_practice_rvu: "1.35",
      non_facility_na: "",
      facility_practice_rvu: "0.57",
      facility_na: "",
      malpractice_rvu: "0.10",
      conversion_factor: "30.5",
      pctc_indicator: "0",
      global_days: "ZZZ",
      multiple_procedure: "2",
      bilateral_surgery: "3",
      assistant_surgery: "1",
      co_surgery: "0",
      team_surgery: "0",
      cap_non_facility_practice_rvu: "",
      cap_facility_practice_rvu: "",
      cap_malpractice_rvu: "",
      effective_start_date: "2025-10-01",
      effective_end_date: "2025-12-31",
    });
    expect(values[1]).toMatchObject({
      facility_na: "true",
      cap_non_facility_practice_rvu: "2.71",
      cap_facility_practice_rvu: "2.70",
      cap_malpractice_rvu: "0.02",
    });
    expect(JSON.stringify(values)).not.toContain("licensed");
  });

  it("are the same in a workbook, whose numbers lost their zeros, and in a ZIP beside other files", async () => {
    const asNumbers = (row: readonly string[]): FixtureCell[] =>
      row.map((cell) => (/^[0-9.]+$/.test(cell) ? Number(cell) : cell || null));
    const workbook = xlsx({
      PPRRVU: [...head.map((row) => row.map((cell) => cell || null)), asNumbers(valuesRow("99213"))],
    });
    const packed = zip({
      "GPCI2025.csv": "nothing",
      "PPRRVU2025_Oct.csv": asCsv(valuesRow("99213")),
      "PPRRVU2025_Oct_QPP.csv": "another conversion factor",
      "PPRRVU2025_Oct.xlsx": "nothing",
    });
    const parts = [
      { name: "PPRRVU2025_Oct.xlsx", content: workbook },
      { name: "RVU25D.zip", content: packed },
    ];
    for (const part of parts) {
      const { rows } = await importing(physicianValuesFile, part);
      expect(rows("medicare/physician_values")).toMatchObject([
        { code: "99213", conversion_factor: "30.5", effective_start_date: "2025-10-01" },
      ]);
    }
  });

  it("of a quarter replace those of the one before, and end with the year", async () => {
    const january = { ...file(valuesRow("99213"), valuesRow("99214")), name: "PPRRVU2025_Jan.csv" };
    const { dataset } = await importing(physicianValuesFile, january);
    const changed = valuesRow("99213", { work: "1.40", totals: ["2.85", "2.07"] });
    const october = { ...file(changed), ...OCTOBER };
    const { rows } = await importing(physicianValuesFile, october, { into: dataset, acceptShrink: true });
    const periods = rows("medicare/physician_values").map((row) => [
      row.code,
      row.work_rvu,
      row.effective_start_date,
      row.effective_end_date,
    ]);
    expect(periods).toEqual([
      ["99213", "1.30", "2025-01-01", "2025-09-30"],
      ["99213", "1.40", "2025-10-01", "2025-12-31"],
      ["99214", "1.30", "2025-01-01", "2025-09-30"],
    ]);
  });

  it.each([
    [
      "a total that is not the sum",
      { totals: ["2.76", "1.97"] as const },
      "2.75, the total of the relative values of 99213",
    ],
    ["a calculation flag", { flag: "1" }, "a calculation flag of 0"],
    ["an unknown status", { status: "Q" }, "status_code"],
    ["a mark that is not NA", { na: ["X", ""] as const }, "NA or an empty cell"],
  ])("with %s are refused", async (_, values, message) => {
    const edition = { ...file(valuesRow("99213", values)), ...OCTOBER };
    await expect(importing(physicianValuesFile, edition)).rejects.toThrow(message);
  });

  it("without a column of the layout are refused, and a name without a quarter needs a day", async () => {
    const renamed = asCsv(valuesRow("99213")).replace("CONV,", "OTHER,");
    await expect(importing(physicianValuesFile, { ...OCTOBER, content: renamed })).rejects.toThrow("CONV FACTOR");
    const unnamed = { ...file(valuesRow("99213")), name: "values.csv" };
    await expect(importing(physicianValuesFile, unnamed)).rejects.toThrow("--as-of");
    const ofQualifying = { ...file(valuesRow("99213")), name: "PPRRVU2025_Oct_QPP.csv" };
    await expect(importing(physicianValuesFile, ofQualifying)).rejects.toThrow("--as-of");
    const { rows } = await importing(physicianValuesFile, unnamed, AS_OF);
    expect(rows("medicare/physician_values")).toHaveLength(1);
  });
});

describe("practice cost indices", () => {
  const GPCI = csv(
    ["ADDENDUM E. GEOGRAPHIC PRACTICE COST INDICES"],
    [
      "Medicare Administrative Contractor (MAC)",
      "State",
      "Locality Number",
      "Locality Name",
      "2025 PW GPCI (without 1.0 Floor)",
      "2025 PW GPCI (with 1.0 Floor)",
      "2025 PE GPCI",
      "2025 MP GPCI",
    ],
    ["01112", "CA", "5", "SAN FRANCISCO", "1.07", "1.088", "1.419", "0.445"],
    ["02102", "AK", "01", "ALASKA**", "0.9", "1.5", "1", "0.592"],
    ["MAC Assignments as of November 22, 2023"],
    ["*Work GPCI reflects a 1.5 floor"],
  );

  it("are taken with the floor, for the year of the file, without footnotes", async () => {
    const { rows } = await importing(practiceCostsFile, { name: "GPCI2025.csv", content: GPCI });
    const year = { effective_start_date: "2025-01-01", effective_end_date: "2025-12-31" };
    expect(rows("medicare/practice_costs")).toEqual([
      {
        contractor: "01112",
        locality: "05",
        state: "CA",
        locality_name: "SAN FRANCISCO",
        work_index: "1.088",
        practice_index: "1.419",
        malpractice_index: "0.445",
        ...year,
      },
      {
        contractor: "02102",
        locality: "01",
        state: "AK",
        locality_name: "ALASKA",
        work_index: "1.5",
        practice_index: "1",
        malpractice_index: "0.592",
        ...year,
      },
    ]);
  });

  it("of anesthesia are dollars", async () => {
    const content = csv(
      ["Contractor", "Locality", "Locality Name", "National Anes CF of 20.3178"],
      ["01112 ", "05 ", "SAN FRANCISCO", "22.37 "],
      ["", "", "", ""],
    );
    const { rows } = await importing(anesthesiaFile, { name: "ANES2025.csv", content });
    expect(rows("medicare/anesthesia_factors")).toMatchObject([
      { contractor: "01112", locality: "05", conversion_factor: "22.37", effective_end_date: "2025-12-31" },
    ]);
  });
});

describe("localities", () => {
  const line = (state: string, zip: string, plusFour = "0", quarter = "20254") =>
    `${state}${zip}0111205RZ9R  ${plusFour} A`.padEnd(75) + quarter;
  const text = (...lines: readonly string[]) => ({ name: "ZIP5_OCT2025.txt", content: `${lines.join("\n")}\n` });

  it("are read by position, and ZIP codes in several localities are marked and counted", async () => {
    const { rows, report } = await importing(localitiesFile, text(line("CA", "94110"), line("CA", "90265", "1")));
    expect(rows("medicare/zip_localities")).toEqual([
      {
        zip: "90265",
        state: "CA",
        contractor: "01112",
        locality: "05",
        plus_four: "true",
        effective_start_date: "2025-10-01",
        effective_end_date: "2025-12-31",
      },
      {
        zip: "94110",
        state: "CA",
        contractor: "01112",
        locality: "05",
        plus_four: "false",
        effective_start_date: "2025-10-01",
        effective_end_date: "2025-12-31",
      },
    ]);
    expect(report.findings).toMatchObject([{ count: 1, examples: [expect.stringContaining("90265")] }]);
  });

  it.each([
    ["of another quarter", line("CA", "94110", "0", "20253"), "20254, the quarter of 2025-10-01"],
    ["without a flag", line("CA", "94110", " "), "0 or 1 at position 21"],
    ["of another layout", line("94", "110CA"), "a ZIP code, five digits"],
  ])("%s are refused", async (_, bad, message) => {
    await expect(importing(localitiesFile, text(line("CA", "94111"), bad))).rejects.toThrow(message);
  });

  it("have counties by name, those of other states and the rest of a state", async () => {
    const content = csv(
      ["COUNTIES INCLUDED IN 2025 LOCALITIES"],
      ["Medicare Adminstrative Contractor", "Locality Number", "State ", "Fee Schedule Area ", "Counties"],
      ["10112", "0", "ALABAMA ", "STATEWIDE", "ALL COUNTIES "],
      ["", "", "", "", ""],
      ["1182", "18", "CALIFORNIA", "LOS ANGELES", "LOS ANGELES /ORAGNGE CNTY"],
      ["1112", "75", "", "REST OF STATE*", "ALL OTHER COUNTIES"],
      [
        "12202",
        "1",
        "DISTRICT OF COLUMBIA ",
        "DC",
        "DISTRICT OF COLUMBIA; ALEXANDRIA CITY, ARLINGTON IN VIRGINIA; MONTGOMERY AND PRINCE GEORGE'S IN MARYLAND",
      ],
      ["9102", "4", "FLORIDA ", "MIAMI", "DADE AND MONROE"],
      ["1212", "1", "HAWAII/GUAM", "STATEWIDE", "ALL COUNTIES"],
      ["11302", "0", "VIRGINIA", "STATEWIDE", "ALL COUNTIES, EXCEPT ALEXANDRIA CITY, ARLINGTON"],
      ["*  Payment locality is serviced by two carriers."],
    );
    const { rows } = await importing(countiesFile, { name: "25LOCCO.csv", content });
    const found = rows("medicare/county_localities").map(
      (row) => `${row.state} ${row.county} ${row.contractor}-${row.locality}`,
    );
    expect(found).toEqual([
      "AL ALL COUNTIES 10112-00",
      "CA ALL OTHER COUNTIES 01112-75",
      "CA LOS ANGELES 01182-18",
      "CA ORANGE 01182-18",
      "DC DISTRICT OF COLUMBIA 12202-01",
      "FL DADE 09102-04",
      "FL MIAMI DADE 09102-04",
      "FL MONROE 09102-04",
      "GU ALL COUNTIES 01212-01",
      "HI ALL COUNTIES 01212-01",
      "MD MONTGOMERY 12202-01",
      "MD PRINCE GEORGE S 12202-01",
      "VA ALEXANDRIA CITY 12202-01",
      "VA ALL OTHER COUNTIES 11302-00",
      "VA ARLINGTON 12202-01",
    ]);
    const unknown = content.replace("ALABAMA", "ALBAMA");
    await expect(importing(countiesFile, { name: "25LOCCO.csv", content: unknown })).rejects.toThrow(
      "the name of a state",
    );
  });
});

it("laboratory fees are Medicare's where the dataset has its folder", async () => {
  const content = csv(
    ["YEAR", "HCPCS", "MOD", "EFF_DATE", "INDICATOR", "RATE", "SHORTDESC", "LONGDESC", "EXTENDEDLONGDESC"],
    ["2025", "80053", "", "20250101", "N", "10.56", "", "", ""],
  );
  const { rows } = await importing(clfs, { name: "PUF_CLFS_CY2025_Q4V1.csv", content });
  expect(rows("medicare/laboratory_fees")).toMatchObject([
    { code: "80053", rate: "10.56", effective_end_date: "2025-12-31" },
  ]);
});
