import { describe, expect, it } from "vitest";
import { fiscalYearStart, npi, taxonomy, zipCode } from "../../../../src/states/ca/publications/cells.ts";
import { hcaiNpiCrosswalk } from "../../../../src/states/ca/publications/hcai-npi-crosswalk.ts";
import {
  borderHospitals,
  costToChargeRatio,
  hospitalCharacteristics,
} from "../../../../src/states/ca/publications/hospital-characteristics.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const HEADINGS = [
  "OSHPD ID",
  "OSHPD Provider Name",
  "Designated NICU as Defined by DHCS",
  "DPH",
  "NDPH",
  "SFY 2019-20 Cost-to-Charge Ratio (%)",
  "FFY 2020 Wage Index Value",
  "SFY 2019-20 Unadjusted Statewide Base Rate",
  "SFY 2019-20 Wage Adjusted Statewide Base Rate",
];
const NAME = "hospital-characteristics-list-for-california-providers-in-state-fiscal-year-2019-20.csv";
const YEAR = { effective_start_date: "2019-07-01", effective_end_date: "2020-06-30" };

function list(...rows: readonly (readonly string[])[]) {
  return { name: NAME, content: csv(["Hospital Characteristics"], HEADINGS, ...rows) };
}

const BAY = ["106190001", "Bay Hospital", "Yes", "No", "No", "21.5%", "1.2", "$6,500.00", "$7,123.45"];
const PROVIDERS = "npi,state_provider_id,provider_name,provider_type\n1100000009,106190001,BAY HOSPITAL INC,hospital\n";

describe("the Hospital Characteristics List", () => {
  it("takes base rates, ratios and flags for the fiscal year that the file's name gives", async () => {
    const { rows, report } = await importing(hospitalCharacteristics, list(BAY), {
      files: { "ca/providers.csv": PROVIDERS },
    });
    expect(rows("ca/hospital_rates")).toEqual([
      {
        state_provider_id: "106190001",
        drg_base_rate: "7123.45",
        cost_to_charge_ratio: "0.215",
        casemix_adjustment_factor: "",
        designated_nicu: "true",
        designated_public_hospital: "false",
        ...YEAR,
      },
    ]);
    expect(report.findings).toEqual([]);
    expect(rows("ca/providers")).toMatchObject([{ npi: "1100000009", provider_name: "BAY HOSPITAL INC" }]);
  });

  it("adds a hospital that no list of providers has, and says so", async () => {
    const { rows, report } = await importing(hospitalCharacteristics, list(BAY));
    expect(rows("ca/providers")).toMatchObject([
      { npi: "", state_provider_id: "106190001", provider_name: "Bay Hospital", provider_type: "hospital" },
    ]);
    expect(report.findings).toEqual([
      {
        reason: "hospitals that no other list has: without an NPI until ca/hcai-npi-crosswalk is imported",
        count: 1,
        examples: ["106190001 Bay Hospital"],
      },
    ]);
  });

  it("leaves out hospitals without an ID, a base rate, a ratio or an answer", async () => {
    const without = (index: number, cell = "") => BAY.map((each, place) => (place === index ? cell : each));
    const { report } = await importing(
      hospitalCharacteristics,
      list(BAY, without(0), without(8, "N/A"), without(5), without(2), without(3)),
    );
    expect(report.leftOut.map(({ reason, examples }) => [reason, ...examples])).toEqual([
      ["no OSHPD ID", "line 4: Bay Hospital"],
      ["no wage-adjusted base rate", "line 5: 106190001"],
      ["no cost-to-charge ratio", "line 6: 106190001"],
      ["not said whether it has a designated NICU", "line 7: 106190001"],
      ["not said whether it is a designated public hospital", "line 8: 106190001"],
    ]);
  });

  it("needs its year where the name does not tell, and its headings", async () => {
    const { content } = list(BAY);
    await expect(importing(hospitalCharacteristics, { name: "list.csv", content })).rejects.toThrow("--as-of");
    const other = { name: NAME, content: csv(["Name", "Rate"], ["Bay", "1"]) };
    await expect(importing(hospitalCharacteristics, other)).rejects.toThrow(/OSHPD ID/);
  });
});

describe("the list of border hospitals", () => {
  const file = {
    name: "hospital-characteristics-list-for-california-border-provider-in-state-fiscal-year-2019-20.csv",
    content: csv(
      [
        "Provider Name",
        "City",
        "State",
        "Designated NICU",
        "SFY 2019-20 Cost-to-Charge Ratio",
        "SFY 2019-20 Wage Adjusted Base Rate",
      ],
      ["Desert  Hospital", "Yuma", "AZ", "No", "30.1%", "6,900.10"],
      ["Lake Hospital", "Reno", "NV", "Yes", "28%", "7,000.00"],
    ),
  };
  const map = JSON.stringify({
    publication: "ca/border-hospitals",
    legends: { npis: { "Desert Hospital, Yuma, AZ": "1100000009" } },
  });

  it("takes the hospitals that the mapping file gives an NPI, under an ID made of it", async () => {
    const { rows, report } = await importing(borderHospitals, file, { map });
    expect(rows("ca/providers")).toMatchObject([
      {
        npi: "1100000009",
        state_provider_id: "BORDER-1100000009",
        provider_name: "Desert Hospital",
        provider_type: "hospital",
        city: "Yuma",
        state: "AZ",
      },
    ]);
    expect(rows("ca/hospital_rates")).toMatchObject([
      {
        state_provider_id: "BORDER-1100000009",
        drg_base_rate: "6900.10",
        cost_to_charge_ratio: "0.301",
        designated_public_hospital: "false",
        effective_start_date: "2019-07-01",
        effective_end_date: "2020-06-30",
      },
    ]);
    expect(report.leftOut).toEqual([
      {
        reason: "no NPI: add it to the legend npis of the mapping file",
        count: 1,
        examples: ["line 3: Lake Hospital, Reno, NV"],
      },
    ]);
  });

  it("is refused with an NPI that is none", async () => {
    const wrong = map.replace("1100000009", "110");
    await expect(importing(borderHospitals, file, { map: wrong })).rejects.toThrow('means "110", expected 10 digits');
  });
});

it.each([
  ["21.5%", "0.215"],
  ["21.5", "0.215"],
  ["0.215", "0.215"],
  ["102.5", "1.025"],
  ["2.1", "0.021"],
])("reads a ratio of %s as %s", (printed, ratio) => {
  expect(costToChargeRatio(printed)).toBe(ratio);
});

const AS_OF = { asOf: "2026-01-01" };
const CROSSWALK = ["HCAI_ID", "NPI", "CCN", "FACNAME", "FAC_TYPE_DESCRIPTION", "LICENSE_STATUS_DESCRIPTION"];
const GENERAL = "GENERAL ACUTE CARE HOSPITAL";

const crosswalk = (...rows: readonly (readonly string[])[]) => ({
  name: "crosswalk.csv",
  content: csv(CROSSWALK, ...rows),
});

describe("the licensed facility crosswalk", () => {
  it("gives a hospital the first NPI of its lines, and the others as alternates", async () => {
    const { rows, origins } = await importing(
      hcaiNpiCrosswalk,
      crosswalk(
        ["106190001", "1100000017", "050001", "BAY HOSPITAL", GENERAL, "OPEN"],
        ["106190002", "1100000033", "", "HILL HOSPITAL", "ACUTE PSYCHIATRIC HOSPITAL", "OPEN"],
        ["106190001", "1100000009", "050001", "BAY HOSPITAL", GENERAL, "OPEN"],
        ["106190001", "1100000017", "05T001", "BAY HOSPITAL", GENERAL, "OPEN"],
      ),
      AS_OF,
    );
    expect(rows("ca/providers")).toMatchObject([
      {
        npi: "1100000017",
        state_provider_id: "106190001",
        alternate_npis: "1100000009",
        provider_name: "BAY HOSPITAL",
        provider_type: "hospital",
        entity_type: "Organization",
        state: "CA",
      },
      { npi: "1100000033", state_provider_id: "106190002", alternate_npis: "" },
    ]);
    expect(origins("ca/providers").map(({ place }) => place)).toEqual(["line 2", "line 3"]);
  });

  it("leaves out what is no hospital, has no ID or is closed, and lists those without an NPI", async () => {
    const { rows, report } = await importing(
      hcaiNpiCrosswalk,
      crosswalk(
        ["106190001", "", "", "BAY HOSPITAL", GENERAL, "OPEN"],
        ["206190001", "1100000017", "", "BAY NURSING", "SKILLED NURSING FACILITY", "OPEN"],
        ["", "1100000025", "", "NEW HOSPITAL", GENERAL, "OPEN"],
        ["106190003", "1100000033", "", "OLD HOSPITAL", GENERAL, "CLOSED"],
      ),
      AS_OF,
    );
    expect(rows("ca/providers")).toMatchObject([{ npi: "", state_provider_id: "106190001" }]);
    expect(report.leftOut).toEqual([
      { reason: "not a hospital", count: 1, examples: ["line 3: SKILLED NURSING FACILITY"] },
      { reason: "no HCAI ID", count: 1, examples: ["line 4: NEW HOSPITAL"] },
      { reason: "license closed", count: 1, examples: ["line 5: OLD HOSPITAL"] },
    ]);
    expect(report.findings).toEqual([
      { reason: "hospitals listed without an NPI", count: 1, examples: ["BAY HOSPITAL"] },
    ]);
  });

  it("is refused when it is another list", async () => {
    const other = { name: "crosswalk.csv", content: csv(["NPI", "NAME"], ["1100000009", "BAY"]) };
    await expect(importing(hcaiNpiCrosswalk, other, AS_OF)).rejects.toThrow(/HCAI_ID/);
  });
});

describe("numbers of providers", () => {
  it("are NPIs of ten digits, or none", () => {
    expect([npi("1100000009"), npi("1100000009.0"), npi("110"), npi("N/A")]).toEqual([
      "1100000009",
      "1100000009",
      null,
      null,
    ]);
  });

  it("are NUCC codes, the first where there are several", () => {
    expect([taxonomy("207q00000x; 208D00000X"), taxonomy("PHYSICIAN")]).toEqual(["207Q00000X", null]);
  });

  it("are ZIP codes with their last four digits where there are some", () => {
    expect([
      zipCode("93710", "0012"),
      zipCode("3801", "0000"),
      zipCode("937100012", null),
      zipCode(null, "0012"),
    ]).toEqual(["93710-0012", "03801", "93710-0012", null]);
  });
});

describe("the fiscal year in a file's name", () => {
  it.each([
    ["list-for-california-providers-in-state-fiscal-year-2019-20.csv", "2019-07-01"],
    ["SFY 2023-2024 DRG Pricing Calculator.xlsx", "2023-07-01"],
    ["SFY_2099_00.xlsx", "2099-07-01"],
    ["calculator-2024-03-15.xlsx", null],
    ["20240315-25.xlsx", null],
    ["calculator.xlsx", null],
  ])("of %s starts on %s", (fileName, day) => {
    expect(fiscalYearStart(fileName)).toBe(day);
  });
});
