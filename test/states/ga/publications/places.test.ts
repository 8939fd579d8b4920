import { describe, expect, it } from "vitest";
import { countyOfMost, criticalAccess, zipCounties } from "../../../../src/states/ga/publications/places.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";
import { registered, registry } from "./registry.ts";

describe("critical access", () => {
  const REGISTRANTS = csv(
    ["npi", "name", "taxonomy", "street", "zip", "critical access"],
    ["1200010019", "EARLY RIVER HOSPITAL", "282N00000X", "11 COLUMBIA ROAD", "398231234", ""],
    [
      "1200010027",
      "HOSPITAL AUTHORITY OF PINE COUNTY",
      "282NC0060X",
      "500 North Main Street, Suite 1",
      "31601",
      "true",
    ],
    ["1200010035", "PINE SWING BEDS", "275N00000X", "500 North Main Street", "31601", ""],
    ["1200010043", "TWIN ONE", "282N00000X", "1 Twin Ave", "30303", ""],
    ["1200010050", "TWIN TWO", "282N00000X", "1 Twin Ave", "30303", ""],
    ["1200050015", "EARLY RIVER HOSPITAL", "207R00000X", "11 COLUMBIA ROAD", "39823", ""],
  );

  const HEADER = [
    "Facility ID",
    "Facility Name",
    "Address",
    "City/Town",
    "State",
    "ZIP Code",
    "County/Parish",
    "Hospital Type",
  ];

  async function filling(...rows: readonly (readonly string[])[]) {
    const file = { name: "Hospital_General_Information.csv", content: csv(HEADER, ...rows) };
    return importing(criticalAccess, file, {
      asOf: "2025-07-01",
      into: await registered(REGISTRANTS),
      others: [registry],
    });
  }

  it("fills status and county of the hospital with that name and ZIP code, and of no other", async () => {
    const { rows } = await filling([
      "111306",
      "Early River Hospital",
      "11 Columbia Rd",
      "B",
      "GA",
      "39823",
      "EARLY",
      "Critical Access Hospitals",
    ]);
    const [hospital, ...others] = rows("ga/providers");
    expect(hospital).toMatchObject({ npi: "1200010019", critical_access_hospital: "true", county: "EARLY" });
    expect(others.filter(({ county }) => county !== "")).toEqual([]);
  });

  it("finds a hospital by its street where the registry has another name, and not the units of that address", async () => {
    const { rows, report } = await filling([
      "110001",
      "Pine Regional",
      "500 N Main St",
      "V",
      "GA",
      "31601-0001",
      "Lowndes County",
      "Acute Care Hospitals",
    ]);
    expect(rows("ga/providers").filter(({ county }) => county !== "")).toMatchObject([
      { npi: "1200010027", county: "Lowndes", critical_access_hospital: "true" },
    ]);
    expect(report.findings).toEqual([
      {
        reason: "hospitals that ga/providers calls critical access and this list does not",
        count: 1,
        examples: ["Pine Regional: 1200010027"],
      },
    ]);
  });

  it("leaves out hospitals of other states, without a match and with several", async () => {
    const { report } = await filling(
      ["010001", "Early River Hospital", "1 A St", "D", "AL", "36301", "X", "Critical Access Hospitals"],
      ["110002", "Unlisted Hospital", "9 Nowhere Ln", "V", "GA", "30001", "X", "Critical Access Hospitals"],
      ["110003", "Twin", "1 Twin Avenue", "A", "GA", "30303", "X", "Acute Care Hospitals"],
      ["111306", "Early River Hospital", "11 Columbia Rd", "B", "GA", "39823", "EARLY", "Critical Access Hospitals"],
    );
    expect(report.leftOut).toEqual([
      { reason: "a hospital of another state", count: 1, examples: ["line 2"] },
      {
        reason: "no hospital of ga/providers has its name or address",
        count: 1,
        examples: ["line 3: Unlisted Hospital"],
      },
      {
        reason: "several hospitals of ga/providers have its name or address",
        count: 1,
        examples: ["line 4: Twin: 1200010043, 1200010050"],
      },
    ]);
  });

  it("refuses another file of the same catalog", async () => {
    const file = {
      name: "HCAHPS.csv",
      content: csv(["Facility ID", "Facility Name", "State", "ZIP Code", "Measure"], ["1", "A", "GA", "30303", "x"]),
    };
    await expect(importing(criticalAccess, file, { asOf: "2025-07-01" })).rejects.toThrow(
      /no column with the heading "Hospital Type"/,
    );
  });
});

describe("zip counties", () => {
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

  it("gives no county where two have as much of a ZIP code", () => {
    const share = (county: string, size: number) => ({ county, size, place: "" });
    expect(countyOfMost([share("Ware", 0.5), share("Pierce", 0.5)])).toBeNull();
    expect(countyOfMost([share("Ware", 0.2), share("Pierce", 0.8)])?.county).toBe("Pierce");
    expect(countyOfMost([share("Ware", 0), share("Ware", 0)])?.county).toBe("Ware");
  });
});
