import { describe, expect, it } from "vitest";
import { ascRateList } from "../../../../src/states/ga/publications/asc-rates.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2024-01-01" };

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
