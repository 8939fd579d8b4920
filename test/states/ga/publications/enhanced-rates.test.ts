import { describe, expect, it } from "vitest";
import {
  enhancedEnrollmentList,
  enhancedObGyn,
  enhancedPrimaryCare,
} from "../../../../src/states/ga/publications/enhanced-rates.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

describe("the crosswalks to enhanced rates", () => {
  const AS_OF = { asOf: "2023-07-01" };
  const HEADER = ["CPT Code", "Current Rate", "New Rate"];

  it("takes the new rate of each primary care code, not the current one", async () => {
    const content = csv(["Primary care"], HEADER, ["99213", "$76.15", "$92.47"], ["99214", "$110.43", "$131.20"]);
    const { rows, report } = await importing(enhancedPrimaryCare, { name: "crosswalk.csv", content }, AS_OF);
    expect(rows("ga/fee_schedule")).toEqual(
      [
        ["99213", "92.47"],
        ["99214", "131.20"],
      ].map(([code, rate]) => ({
        service_category: "enhanced_rate",
        code,
        modifier: "",
        place_of_service: "",
        program: "primary_care",
        age_group: "",
        rate,
        manually_priced: "",
        effective_start_date: "2023-07-01",
        effective_end_date: "",
      })),
    );
    expect(report.sums).toEqual([{ title: "enhanced dollars", total: "223.67" }]);
  });

  it("keeps the programs apart, so that one crosswalk does not end the other", async () => {
    const primaryCare = { name: "pc.csv", content: csv(HEADER, ["99213", "76.15", "92.47"]) };
    const { dataset } = await importing(enhancedPrimaryCare, primaryCare, AS_OF);
    const obGyn = {
      name: "ob.csv",
      content: csv(HEADER, ["59400", "2,217.89", "2418.80"], ["59510", "2459.70", "2668.64"]),
    };
    const { rows } = await importing(enhancedObGyn, obGyn, {
      asOf: "2024-07-01",
      into: dataset,
      others: [enhancedPrimaryCare],
    });
    expect(
      rows("ga/fee_schedule").map(({ code, program, rate, effective_end_date }) => [
        code,
        program,
        rate,
        effective_end_date,
      ]),
    ).toEqual([
      ["59400", "ob_gyn", "2418.80", ""],
      ["59510", "ob_gyn", "2668.64", ""],
      ["99213", "primary_care", "92.47", ""],
    ]);
  });

  it("reads places of service and dates where a crosswalk has them", async () => {
    const header = [...HEADER, "Place of Service", "Effective Date"];
    const content = csv(
      header,
      ["99213", "76.15", "92.47", "Non-Facility", "7/1/2023"],
      ["99213", "58.42", "70.11", "facility", "7/1/2023"],
    );
    const { rows } = await importing(enhancedPrimaryCare, { name: "pc.csv", content }, { asOf: "2024-01-01" });
    expect(rows("ga/fee_schedule").map((row) => [row.place_of_service, row.rate, row.effective_start_date])).toEqual([
      ["facility", "70.11", "2023-07-01"],
      ["non_facility", "92.47", "2023-07-01"],
    ]);
  });

  it("leaves out a code whose rate does not rise, and refuses a word", async () => {
    const file = { name: "pc.csv", content: csv(HEADER, ["99213", "76.15", "92.47"], ["99211", "20.00", ""]) };
    const { report } = await importing(enhancedPrimaryCare, file, AS_OF);
    expect(report.leftOut).toEqual([{ reason: "no new rate", count: 1, examples: ["line 3"] }]);
    const bad = { name: "pc.csv", content: csv(HEADER, ["99213", "76.15", "BR"]) };
    await expect(importing(enhancedPrimaryCare, bad, AS_OF)).rejects.toThrow(
      /line 2: "New Rate" is "BR", expected an amount/,
    );
  });
});

describe("the list of enrolled providers", () => {
  const AS_OF = { asOf: "2025-07-01" };
  const HEADER = ["NPI", "Provider", "Program", "Start Date", "End Date"];

  it("takes NPIs with their programs, however these are spelt, and their dates", async () => {
    const content = csv(
      HEADER,
      ["1200050015", "Adams", "Primary Care", "7/1/2023", ""],
      ["12000-50023", "Baker", "OB/GYN", "", ""],
      ["1200050031", "Cole", "Obstetrics and Gynecology", "2024-01-01", "2024-12-31"],
      ["", "nobody", "primary_care", "", ""],
    );
    const { rows, report } = await importing(enhancedEnrollmentList, { name: "list.csv", content }, AS_OF);
    expect(rows("ga/enhanced_enrollments").map((row) => Object.values(row))).toEqual([
      ["1200050015", "primary_care", "2023-07-01", ""],
      ["1200050023", "ob_gyn", "2025-07-01", ""],
      ["1200050031", "ob_gyn", "2024-01-01", "2024-12-31"],
    ]);
    expect(report.leftOut).toEqual([{ reason: "no NPI", count: 1, examples: ["line 5"] }]);
  });

  it("takes two terms of one provider", async () => {
    const rows = [
      ["1200050015", "A", "Primary Care", "2021-01-01", "2022-12-31"],
      ["1200050015", "A", "Primary Care", "2024-01-01", ""],
    ];
    const imported = await importing(
      enhancedEnrollmentList,
      { name: "list.csv", content: csv(HEADER, ...rows) },
      AS_OF,
    );
    expect(imported.rows("ga/enhanced_enrollments")).toHaveLength(2);
  });

  it("refuses an NPI that is too short", async () => {
    const content = csv(HEADER, ["120005001", "A", "Primary Care", "", ""]);
    await expect(importing(enhancedEnrollmentList, { name: "list.csv", content }, AS_OF)).rejects.toThrow(
      /line 2: .*"120005001", expected 10 digits/,
    );
  });
});
