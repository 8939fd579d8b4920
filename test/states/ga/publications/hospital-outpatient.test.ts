import { describe, expect, it } from "vitest";
import { hospitalOutpatient } from "../../../../src/states/ga/publications/hospital-outpatient.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2025-07-01" };
const PEACHTREE = "1200010019";
const PROVIDERS = csv(
  ["npi", "provider_name", "provider_type", "primary_taxonomy_code"],
  [PEACHTREE, "Peachtree Regional Hospital, Inc.", "", "282N00000X"],
  ["1200010027", "MEMORIAL HOSPITAL", "HOSPITAL", ""],
  ["1200010035", "MEMORIAL HOSPITAL", "HOSPITAL", ""],
  ["1200050015", "PEACHTREE REGIONAL HOSPITAL PHYSICIANS", "PHYSICIAN", ""],
);
const KNOWN = { ...AS_OF, files: { "ga/providers.csv": PROVIDERS } };

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
