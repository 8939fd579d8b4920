import { describe, expect, it } from "vitest";
import { acuteFeeForService, acuteManagedCare } from "../../../../src/states/ny/publications/acute-rates.ts";
import { csv, type FixtureCell, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";
import { providersFile } from "./providers.ts";

const files = providersFile("1100000001,00100001,7000101H,EXAMPLE GENERAL HOSPITAL,HOSPITAL,Bronx,10451");
const asOf = "2025-01-01";

const FFS_CAPTIONS = [
  "OPCERT",
  "Hospital Name",
  "Admission Rate",
  "Discharge Case Payment Rate (2946)",
  "Statewide Price",
  "Institution-Specific Adjustment Factor (ISAF)",
  "High Cost Charge Converter",
  "IME %",
  "DME (2589)",
  "Capital per Discharge plus Non-Comparables (2990)",
  "Capital Per Diem (Transfers)",
  "ALC Rate (2950, 2951)",
  "Surcharge",
];

function ffs(...rows: readonly (readonly FixtureCell[])[]) {
  const content = xlsx({
    Notes: [["How to read this workbook"]],
    PUB_IP_MA_FFS_Acute: [["Acute rates"], FFS_CAPTIONS, [null, null, "(1)", "(2)", "(3)"], ...rows, ["* provisional"]],
  });
  return { name: "PUB_IP_MA_FFS_Acute.xlsx", content };
}

const GENERAL = [
  "7000101",
  "Example General",
  8000,
  8123.4500000001,
  6700,
  1.1873,
  0.284613,
  0.1,
  1201.33,
  612.4,
  118.75,
  231.18,
  0.07,
];

describe("the acute schedule for fee for service", () => {
  it("is read by its captions, with rates in cents and factors digit for digit", async () => {
    const { rows, report } = await importing(acuteFeeForService, ffs(GENERAL), { asOf, files });
    expect(rows("ny/inpatient_acute_rates")).toEqual([
      {
        opcert: "7000101",
        payer_class: "FFS",
        discharge_rate: "8123.45",
        dme: "1201.33",
        capital_per_disch: "612.40",
        capital_per_diem: "118.75",
        addon_ambulance: "",
        addon_teaching_election: "",
        addon_school_nursing: "",
        addon_min_wage: "",
        safety_net_sdp_per_disch: "",
        hh_acr_per_disch: "",
        alc_per_diem: "231.18",
        isaf: "1.1873",
        high_cost_cc: "0.284613",
        effective_start_date: "2025-01-01",
        effective_end_date: "",
      },
    ]);
    expect(rows("ny/parameters")).toMatchObject([{ name: "statewide_base_price_ffs", value: "6700.00" }]);
    // The band of column numbers and the footnote.
    expect(report.leftOut).toMatchObject([{ reason: expect.stringMatching(/^no operating certificate/), count: 2 }]);
    expect(report.findings).toEqual([]);
  });

  it("leaves out hospitals without a rate, tells of those without a provider, and takes no price that differs", async () => {
    const other = [101000, "Example Capital", 1, 7000, 6800, ...Array.from({ length: 8 }, () => null)];
    const exempt = ["0101001", "Example Exempt", 1, 0, 6700, ...Array.from({ length: 8 }, () => null)];
    const { rows, report } = await importing(acuteFeeForService, ffs(GENERAL, other, exempt), { asOf, files });
    expect(rows("ny/inpatient_acute_rates").map((row) => row.opcert)).toEqual(["0101000", "7000101"]);
    expect(rows("ny/parameters")).toEqual([]);
    expect(report.leftOut[1]).toMatchObject({ reason: "no discharge rate", count: 1 });
    expect(report.findings).toMatchObject([
      { reason: expect.stringMatching(/that no provider has/), examples: ["0101000 Example Capital"] },
      { reason: "statewide prices that differ, so that statewide_base_price_ffs is not taken", count: 1 },
    ]);
  });

  it("lists a certificate twice where it covers two sites at the same rates, never at different ones", async () => {
    const site = [...GENERAL];
    site[1] = "Example General, East Campus";
    const { rows } = await importing(acuteFeeForService, ffs(GENERAL, site), { asOf, files });
    expect(rows("ny/inpatient_acute_rates")).toHaveLength(1);
    site[3] = 1;
    await expect(importing(acuteFeeForService, ffs(GENERAL, site), { asOf, files })).rejects.toThrow(/7000101/);
  });

  it("takes a charge converter that is printed as a percentage", async () => {
    const content = csv(
      ["OPCERT", "Discharge Rate", "High Cost Charge Converter"],
      ["7000101", "8,123.45", "28.4613%"],
    );
    const { rows } = await importing(acuteFeeForService, { name: "acute.csv", content }, { asOf, files });
    expect(rows("ny/inpatient_acute_rates")).toMatchObject([{ discharge_rate: "8123.45", high_cost_cc: "0.284613" }]);
  });

  it("is refused without a discharge rate, naming what was found", async () => {
    const content = csv(["OPCERT", "Capital per Discharge"], ["7000101", "1"]);
    await expect(importing(acuteFeeForService, { name: "acute.csv", content }, { asOf, files })).rejects.toThrow(
      /no column with the heading .*found "OPCERT", "Capital per Discharge"/,
    );
  });
});

describe("the acute schedule for managed care", () => {
  it("has the add-ons that fee for service has inside its capital, and no DME", async () => {
    const content = csv(
      [
        "OPCERT",
        "Hospital Name",
        "Discharge Rate",
        "Statewide Price",
        "ISAF",
        "High Cost Charge Converter",
        "IME %",
        "DME",
        "Capital per Discharge",
        "Ambulance Add-on per Discharge",
        "Teaching Physicians Election Add-on",
        "Schools of Nursing Add-on",
        "Minimum Wage Add-on",
        "Safety Net SDP per Discharge Rate",
        "NYC H+H ACR per Discharge Rate",
        "Capital per Diem",
        "ALC",
      ],
      "7000101,x,7014.88,6000,1.2,0.3,10,900,655.10,14.25,0,31.07,52.60,1842.00,2315.75,127.02,231.18".split(","),
    );
    const { rows } = await importing(acuteManagedCare, { name: "PUB_IP_MA_HMO_Acute.csv", content }, { asOf, files });
    expect(rows("ny/inpatient_acute_rates")).toMatchObject([
      {
        payer_class: "MMC",
        discharge_rate: "7014.88",
        dme: "",
        capital_per_disch: "655.10",
        capital_per_diem: "127.02",
        addon_ambulance: "14.25",
        addon_teaching_election: "0.00",
        addon_school_nursing: "31.07",
        addon_min_wage: "52.60",
        safety_net_sdp_per_disch: "1842.00",
        hh_acr_per_disch: "2315.75",
        alc_per_diem: "231.18",
      },
    ]);
    expect(rows("ny/parameters")).toMatchObject([{ name: "statewide_base_price_mmc", value: "6000.00" }]);
  });

  it("is read where its captions are spread over rows, below a band of column numbers", async () => {
    const content = xlsx({
      PUB_MA_HMO_Acute: [
        ["MANAGED CARE ACUTE RATES EFFECTIVE 04/01/2025"],
        [null, null, 1, 2, 3, 4, 5, 6, 7],
        [null, null, "DISCHARGE", "STATEWIDE", "INSTITUTION", "HIGH COST", "CAPITAL", "CAPITAL", "ALC"],
        [
          "OPCERT",
          "HOSPITAL",
          "CASE PAYMENT RATE EXCLUDING IME",
          "BASE PRICE",
          "SPECIFIC ADJUSTMENT FACTOR",
          "CHARGE CONVERTER",
          "PER DISCHARGE",
          "PER DIEM",
          "RATE",
        ],
        ["7000101", "Example General", 8870, 7460, 1.189, 0.25, 1468, 180, 550],
        ["(1) Rate code 2946"],
      ],
    });
    const file = { name: "hmo.xlsx", content };
    // The title tells the day, and no other one is taken for it.
    await expect(importing(acuteManagedCare, file, { asOf: "2026-01-01", files })).rejects.toThrow(
      '--as-of says 2026-01-01, but the file is as of 2025-04-01 (sheet "PUB_MA_HMO_Acute", row 1)',
    );
    const { rows, report } = await importing(acuteManagedCare, file, { files });
    expect(report.edition).toBe("2025-04-01");
    expect(rows("ny/inpatient_acute_rates")).toMatchObject([
      {
        opcert: "7000101",
        discharge_rate: "8870.00",
        capital_per_disch: "1468.00",
        capital_per_diem: "180.00",
        alc_per_diem: "550.00",
        isaf: "1.189",
        high_cost_cc: "0.25",
      },
    ]);
    expect(rows("ny/parameters")).toMatchObject([{ name: "statewide_base_price_mmc", value: "7460.00" }]);
  });

  it("leaves out rows without a certificate or a rate", async () => {
    const content = csv(["OPCERT", "Discharge Rate"], ["7000101", "N/A"], ["7000102", "5"], ["Total", "5"]);
    const { report } = await importing(acuteManagedCare, { name: "acute.csv", content }, { asOf, files });
    expect(report.leftOut).toMatchObject([
      { reason: "no discharge rate", count: 1 },
      { reason: expect.stringMatching(/^no operating certificate/), count: 1 },
    ]);
  });
});
