import { describe, expect, it } from "vitest";
import { ascLocalityList } from "../../../../src/states/ga/publications/asc-localities.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2024-01-01" };

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
