import { expect, it } from "vitest";
import { countyOfMost, zipCounties } from "../../../../src/states/ga/publications/places.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";
import { registered, registry } from "./registry.ts";

const ASC = "261QA1903X";
const REGISTRANTS = csv(
  ["npi", "name", "taxonomy", "zip", "county"],
  ["1200010019", "A", ASC, "303031234", ""],
  ["1200010027", "B", ASC, "30303", "Known"],
  ["1200010035", "C", ASC, "31501-0001", ""],
  ["1200010043", "D", ASC, "39901", ""],
);

async function filling(content: string) {
  const dataset = await registered(REGISTRANTS);
  const { rows, report } = await importing(
    zipCounties,
    { name: "table.txt", content },
    { asOf: "2025-07-01", into: dataset, others: [registry] },
  );
  return { counties: rows("ga/providers").map(({ county }) => county), report };
}

it("fills the county that has most of a ZIP code, where a provider has none", async () => {
  const { counties, report } = await filling(
    [
      "GEOID_ZCTA5_20|GEOID_COUNTY_20|NAMELSAD_COUNTY_20|AREALAND_PART",
      "|13121|Fulton County|999",
      "30303|13089|DeKalb County|10",
      "30303|13121|Fulton County|200",
      "31501|13299|Ware County|5",
      "36301|01069|Houston County|7",
      "",
    ].join("\n"),
  );
  expect(counties).toEqual(["Fulton", "Known", "Ware", ""]);
  expect(report.findings).toEqual([
    { reason: "ZIP codes in several counties; the one with most of it was taken", count: 1, examples: ["30303"] },
  ]);
  expect(report.leftOut).toEqual([
    { reason: "no ZIP code, or no county", count: 1, examples: ["line 2"] },
    { reason: "a county of another state", count: 1, examples: ["line 6"] },
  ]);
});

it("reads a plain table, and leaves out a ZIP code of which it does not say where most is", async () => {
  const { counties, report } = await filling(
    csv(
      ["ZIP", "State", "County"],
      ["30303", "GA", "Fulton"],
      ["31501", "GA", "Ware"],
      ["31501", "GA", "Pierce"],
      ["30303", "AL", "Houston"],
    ),
  );
  expect(counties).toEqual(["Fulton", "Known", "", ""]);
  expect(report.leftOut).toEqual([
    { reason: "a county of another state", count: 1, examples: ["line 5"] },
    {
      reason: "a ZIP code in several counties, and the table does not say how much is in which",
      count: 1,
      examples: ["whole file: 31501"],
    },
  ]);
});

it("refuses a table with county numbers instead of names", async () => {
  const content = csv(["ZIP", "COUNTY", "USPS_ZIP_PREF_STATE", "BUS_RATIO"], ["30303", "13121", "GA", "1"]);
  await expect(filling(content)).rejects.toThrow(
    /"COUNTY" is "13121", expected the name of a county; a table with county numbers/,
  );
});

it("tells no county where two have as much of a ZIP code", () => {
  const share = (county: string, size: number) => ({ county, size, place: "" });
  expect(countyOfMost([share("Ware", 0.5), share("Pierce", 0.5)])).toBeNull();
  expect(countyOfMost([share("Ware", 0.2), share("Pierce", 0.8)])?.county).toBe("Pierce");
  expect(countyOfMost([share("Ware", 0), share("Ware", 0)])?.county).toBe("Ware");
});
