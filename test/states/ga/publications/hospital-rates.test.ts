import { describe, expect, it } from "vitest";
import { Refusal } from "../../../../src/core/text/refusal.ts";
import {
  fractionOfCharges,
  hospitalInpatient,
  hospitalOutpatient,
} from "../../../../src/states/ga/publications/hospital-rates.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const PEACHTREE = "1200010019";
const IN_FISCAL_YEAR = { asOf: "2026-02-01" };
const AS_OF = { asOf: "2025-07-01" };
const PROVIDERS = csv(
  ["npi", "provider_name", "provider_type", "primary_taxonomy_code"],
  [PEACHTREE, "Peachtree Regional Hospital, Inc.", "", "282N00000X"],
  ["1200010027", "MEMORIAL HOSPITAL", "HOSPITAL", ""],
  ["1200010035", "MEMORIAL HOSPITAL", "HOSPITAL", ""],
  ["1200050015", "PEACHTREE REGIONAL HOSPITAL PHYSICIANS", "PHYSICIAN", ""],
);
const KNOWN = { ...AS_OF, files: { "ga/providers.csv": PROVIDERS } };

describe("a share of charges", () => {
  it("reads a sign as a percentage, and a figure without one by its size", () => {
    const cells = ["30.42%", "0.5 %", "0.3042", "1", "2", "2.01", "65.12", "N/A"];
    expect(cells.map(fractionOfCharges)).toEqual(["0.3042", "0.005", "0.3042", "1", "2", "0.0201", "0.6512", null]);
  });

  it("refuses words", () => {
    expect(fractionOfCharges("cost")).toBeInstanceOf(Refusal);
  });
});

describe("the inpatient rate sheets", () => {
  const HEADER = ["Provider Name", "NPI", "Base Rate", "Operating CCR"];

  it("hold for their state fiscal year", async () => {
    const content = csv(
      HEADER,
      ["Peachtree", PEACHTREE, "$6,345.775", "0.2481"],
      ["Memorial", "1200010027", "5020", ""],
      ["New", "1200010035", "", "0.3"],
    );
    const { rows, report } = await importing(hospitalInpatient, { name: "sheet.csv", content }, IN_FISCAL_YEAR);
    expect(rows("ga/hospital_inpatient_rates").map((row) => Object.values(row))).toEqual([
      [PEACHTREE, "", "6345.78", "0.2481", "2025-07-01", "2026-06-30"],
      ["1200010027", "", "5020.00", "", "2025-07-01", "2026-06-30"],
    ]);
    expect(report.leftOut).toEqual([{ reason: "no base rate", count: 1, examples: ["line 4"] }]);
    expect(report.sums).toEqual([{ title: "base rates, dollars", total: "11365.78" }]);
  });

  it("are refused when a base rate is no amount", async () => {
    const file = { name: "sheet.csv", content: csv(HEADER, ["Peachtree", PEACHTREE, "see below", "0.2481"]) };
    await expect(importing(hospitalInpatient, file, IN_FISCAL_YEAR)).rejects.toThrow(
      /"Base Rate" is "see below", expected an amount/,
    );
  });
});

describe("the outpatient interim rates", () => {
  it("are fractions, however a list writes them", async () => {
    const header = ["NPI", "Campus", "Outpatient Percentage", "Effective Date"];
    const content = csv(
      header,
      [PEACHTREE, "Downtown", "30.42%", ""],
      [PEACHTREE, "Northside", "0.3310", "10/1/2025"],
      ["1200010027", "", "65.12", ""],
    );
    const { rows, report } = await importing(hospitalOutpatient, { name: "rates.csv", content }, KNOWN);
    expect(rows("ga/hospital_outpatient_rates").map((row) => Object.values(row))).toEqual([
      [PEACHTREE, "Downtown", "0.3042", "2025-07-01", ""],
      [PEACHTREE, "Northside", "0.3310", "2025-10-01", ""],
      ["1200010027", "", "0.6512", "2025-07-01", ""],
    ]);
    expect(report.findings).toEqual([]);
  });

  it("find a hospital by its name where the list has no NPI", async () => {
    const content = xlsx({
      Rates: [
        ["Hospital Name", "Interim Rate"],
        ["PEACHTREE REGIONAL\nHOSPITAL INC", 0.3042],
        ["Memorial Hospital", 0.4],
        ["Unheard Of Hospital", 0.5],
        [null, 0.6],
        ["Closed Hospital", null],
      ],
    });
    const { rows, report } = await importing(hospitalOutpatient, { name: "rates.xlsx", content }, KNOWN);
    expect(rows("ga/hospital_outpatient_rates")).toMatchObject([{ npi: PEACHTREE, outpatient_interim_rate: "0.3042" }]);
    expect(report.leftOut).toEqual([
      {
        reason: "several hospitals of ga/providers have this name: add its NPI in a column",
        count: 1,
        examples: ['sheet "Rates", row 3: Memorial Hospital'],
      },
      {
        reason: "no hospital of ga/providers has this name: add its NPI in a column",
        count: 1,
        examples: ['sheet "Rates", row 4: Unheard Of Hospital'],
      },
      { reason: "neither an NPI nor a name", count: 1, examples: ['sheet "Rates", row 5'] },
      { reason: "no interim rate", count: 1, examples: ['sheet "Rates", row 6'] },
    ]);
  });

  it("are taken for an NPI that is not there yet, and the report says so", async () => {
    const content = csv(["NPI", "Interim Rate"], ["1200010043", "0.3"]);
    const { rows, report } = await importing(hospitalOutpatient, { name: "rates.csv", content }, KNOWN);
    expect(rows("ga/hospital_outpatient_rates")).toHaveLength(1);
    expect(report.findings).toEqual([
      { reason: "rates of NPIs that are no hospital of ga/providers", count: 1, examples: ["1200010043"] },
    ]);
  });

  it("are refused when they are words", async () => {
    const file = { name: "rates.csv", content: csv(["NPI", "Interim Rate"], [PEACHTREE, "cost"]) };
    await expect(importing(hospitalOutpatient, file, AS_OF)).rejects.toThrow(
      /"Interim Rate" is "cost", expected a figure/,
    );
  });
});
