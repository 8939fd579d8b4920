import { describe, expect, it } from "vitest";
import { ascLocalityList, ascProcedureList, ascRateList } from "../../../../src/states/ga/publications/asc.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2024-01-01" };

describe("the ASC procedure list", () => {
  it("reads groups as numbers, with and without zeros and words", async () => {
    const content = csv(
      ["CPT Code", "Payment Group"],
      ["66984", "8"],
      ["10060", "01"],
      ["25447", "Group 6"],
      ["99213", ""],
    );
    const { rows, report } = await importing(ascProcedureList, { name: "asc.csv", content }, AS_OF);
    expect(rows("ga/asc_procedures").map(({ code, payment_group }) => [code, payment_group])).toEqual([
      ["10060", "01"],
      ["25447", "06"],
      ["66984", "08"],
    ]);
    expect(report.leftOut).toEqual([{ reason: "no payment group", count: 1, examples: ["line 5"] }]);
  });

  it("refuses a tenth group, and a group that is no number", async () => {
    const tenth = { name: "asc.csv", content: csv(["Code", "Group"], ["66984", "10"]) };
    await expect(importing(ascProcedureList, tenth, AS_OF)).rejects.toThrow(/"10", expected a payment group, 01 to 09/);
    const word = { name: "asc.csv", content: csv(["Code", "Group"], ["66984", "eye"]) };
    await expect(importing(ascProcedureList, word, AS_OF)).rejects.toThrow(
      /"Group" is "eye", expected a number such as 8/,
    );
  });
});

describe("the ASC rates", () => {
  it("are read from a row per group and locality", async () => {
    const content = csv(
      ["Payment Group", "Locality", "Rate"],
      ["8", "1", "$973.00"],
      ["08", "02", "1026.4"],
      ["9", "1", ""],
    );
    const { rows, report } = await importing(ascRateList, { name: "rates.csv", content }, AS_OF);
    expect(rows("ga/asc_rates").map((row) => [row.payment_group, row.locality, row.rate])).toEqual([
      ["08", "01", "973.00"],
      ["08", "02", "1026.40"],
    ]);
    expect(report.leftOut).toEqual([{ reason: "no rate", count: 1, examples: ["line 4"] }]);
  });

  it("are read from a column per locality", async () => {
    const content = xlsx({
      Rates: [
        ["Group", "Locality 1", "Locality 2", "Notes"],
        [1, 306.3, 301.4, "x"],
        [2, 410, null, null],
      ],
    });
    const { rows, report } = await importing(ascRateList, { name: "rates.xlsx", content }, AS_OF);
    expect(rows("ga/asc_rates").map((row) => [row.payment_group, row.locality, row.rate])).toEqual([
      ["01", "01", "306.30"],
      ["01", "02", "301.40"],
      ["02", "01", "410.00"],
    ]);
    expect(report.sums).toEqual([{ title: "group rates, dollars", total: "1017.7" }]);
  });

  it("are refused where nothing tells the locality", async () => {
    const file = { name: "rates.csv", content: csv(["Group", "Rate"], ["8", "973.00"]) };
    await expect(importing(ascRateList, file, AS_OF)).rejects.toThrow(/line 2: .*expected a locality beside the group/);
  });
});

describe("the ASC localities", () => {
  it("are read from a row per county, or from several counties in a cell", async () => {
    const content = csv(
      ["Locality", "Counties"],
      ["1", "Fulton, DeKalb County; Cobb and Gwinnett"],
      ["2", "Chatham"],
      ["8", "All other counties"],
      ["3", ""],
    );
    const { rows, report } = await importing(ascLocalityList, { name: "localities.csv", content }, AS_OF);
    expect(rows("ga/asc_localities").map(({ county, locality }) => [county, locality])).toEqual([
      ["Chatham", "02"],
      ["Cobb", "01"],
      ["DeKalb", "01"],
      ["Fulton", "01"],
      ["Gwinnett", "01"],
    ]);
    expect(report.leftOut).toEqual([
      {
        reason: "counties that are not named: write a row for each",
        count: 1,
        examples: ["line 4: All other counties"],
      },
      { reason: "no county, or no locality", count: 1, examples: ["line 5"] },
    ]);
  });

  it("refuse a county in two localities, however it is spelt", async () => {
    const file = {
      name: "localities.csv",
      content: csv(["County", "Locality"], ["Fulton", "1"], ["FULTON COUNTY", "2"]),
    };
    await expect(importing(ascLocalityList, file, AS_OF)).rejects.toThrow(/line 2 and line 3 .* say different things/);
  });
});
