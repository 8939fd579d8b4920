import { describe, expect, it } from "vitest";
import { drgCalculator } from "../../../../src/states/fl/publications/drg-calculator.ts";
import { eapgCalculator } from "../../../../src/states/fl/publications/eapg-calculator.ts";
import { type FixtureCell, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";
import { REGISTRY } from "./registry.ts";

type Row = readonly FixtureCell[];

const DRG_HEADINGS = [
  "APR-DRG",
  "DRG Description",
  "Relative Weight",
  "Average Length\nof Stay",
  "Service Line - Adult",
  "Service Line - Pediatric",
  "Service Adjustor",
  "Age Adjustor",
];
const PNEUMONIA: Row = ["139-2", "a description", 0.5443, 2.85, "Adult", "Pediatric", 1, 1.52];

const HOSPITAL_HEADINGS = [
  "Medicaid ID",
  "Hospital Name",
  "Provider Class",
  "Provider Adjustor",
  "Cost-to-Charge Ratio",
  "Casemix",
  "Trauma %",
  "Add-On per Discharge",
];
const HERON: Row = ["010100100", "Heron", "Teaching", null, 0.18045, 1.1032, 0.17, null];

interface Sheets {
  readonly drgs?: readonly Row[];
  readonly hospitals?: readonly Row[];
  readonly hospitalHeadings?: Row;
  readonly files?: Readonly<Record<string, string>>;
}

/** A workbook as the Agency makes it: the calculator first, then the lists that it looks into. */
function imported({ drgs = [PNEUMONIA], hospitals = [HERON], hospitalHeadings = HOSPITAL_HEADINGS, files }: Sheets) {
  const content = xlsx({
    Calculator: [["Enter an APR-DRG"], ["Relative weight", 0]],
    "DRG List": [["DRGs of the year"], DRG_HEADINGS, ...drgs],
    "Hospital List": [["Hospitals of the year"], hospitalHeadings, ...hospitals],
  });
  return importing(
    drgCalculator,
    { name: "drg-calculator.xlsx", content },
    { asOf: "2026-07-01", files: files ?? REGISTRY },
  );
}

describe("Florida DRG Calculator", () => {
  it("reads the weights of the DRG list, without its descriptions", async () => {
    const { rows } = await imported({});
    expect(rows("fl/drg_weights")).toEqual([
      {
        drg: "139",
        soi: "2",
        relative_weight: "0.5443",
        mean_los: "2.85",
        age_adjustor: "1.52",
        pediatric_service_line: "Pediatric",
        adult_service_line: "Adult",
        transfer_exempt: "",
        effective_start_date: "2026-07-01",
        effective_end_date: "",
      },
    ]);
  });

  it("keeps the larger adjustor, whichever of the two columns it is in", async () => {
    const { rows } = await imported({
      drgs: [
        ["593-3", "", 5.1, 20, "Neonatal", "Neonatal", 2.31, 1.52],
        ["593-4", "", 7.4, 31, "Neonatal", "Neonatal", 1.52, 2.31],
        ["640-1", "", 0.1, 2, "Normal Newborn", "Normal Newborn", null, 1.419],
      ],
    });
    expect(rows("fl/drg_weights").map((row) => row.age_adjustor)).toEqual(["2.31", "2.31", "1.419"]);
  });

  it("spells service lines as the rules know them, and others as published", async () => {
    const { rows } = await imported({
      drgs: [
        ["593-1", "", 1, 9, "Neonates", "Neonate"],
        ["001-1", "", 7, 15, "Transplant  Adult", "Pediatric Transplant"],
      ],
    });
    expect(rows("fl/drg_weights")).toMatchObject([
      { adult_service_line: "Transplant Adult", pediatric_service_line: "Transplant Pediatric" },
      { adult_service_line: "Neonatal", pediatric_service_line: "Neonatal" },
    ]);
  });

  it("marks newborns whose weight is already that of a transfer", async () => {
    const { rows } = await imported({ drgs: [["580-1", "", 0.2, 2], ["581-1", "", 0.3, 2], PNEUMONIA] });
    expect(rows("fl/drg_weights").map((row) => row.transfer_exempt)).toEqual(["", "true", "true"]);
  });

  it("reads severities without a dash, and leaves out groups without one", async () => {
    const { rows, report } = await imported({
      drgs: [
        ["1392", "", 0.5],
        ["956-0", "", 0],
        ["140-1", "", null],
      ],
    });
    expect(rows("fl/drg_weights")).toMatchObject([{ drg: "139", soi: "2" }]);
    expect(report.leftOut.map(({ reason }) => reason)).toEqual([
      "groups without a severity",
      "no relative weight is printed",
    ]);
  });

  it("reads severities from a column of their own", async () => {
    const content = xlsx({
      DRGs: [
        ["DRG", "SOI", "Relative Weight"],
        [1, 4, 9.5],
      ],
      Hospitals: [HOSPITAL_HEADINGS, HERON],
    });
    const file = { name: "drg-calculator.xlsx", content };
    const { rows } = await importing(drgCalculator, file, { asOf: "2026-07-01", files: REGISTRY });
    expect(rows("fl/drg_weights")).toMatchObject([{ drg: "001", soi: "4", relative_weight: "9.5" }]);
  });

  it("refuses a DRG whose severity nobody can tell", async () => {
    await expect(imported({ drgs: [["139", "", 0.5]] })).rejects.toThrow(
      /sheet "DRG List", row 3: "139", expected an APR-DRG with its severity, such as 139-2/,
    );
  });

  it("reads the hospitals' rates, finding each hospital whatever zeros and suffixes its ID has lost", async () => {
    const { rows, report } = await imported({
      hospitals: [
        HERON,
        [10200200, "Pelican", "Children's Hospital", 1.555, "23.1876%", 1.4127, 0, "$1,180.42"],
        ["0103003", "Egret", "Rural", 2.387, 0.215, null, "Level II and Pediatric", 0],
      ],
    });
    const BLANK = { provider_adjustor: "", casemix: "", childrens_addon: "", trauma_class: "" };
    const JULY = { effective_start_date: "2026-07-01", effective_end_date: "" };
    expect(rows("fl/drg_rates")).toEqual([
      {
        ...{ ...BLANK, ...JULY, state_provider_id: "010100100", hospital_class: "Teaching", trauma_class: "Level I" },
        cost_to_charge_ratio: "0.18045",
        casemix: "1.1032",
      },
      {
        ...{ ...BLANK, ...JULY, state_provider_id: "010200200", hospital_class: "Childrens" },
        provider_adjustor: "1.555",
        cost_to_charge_ratio: "0.231876",
        casemix: "1.4127",
        childrens_addon: "1180.42",
      },
      {
        ...{ ...BLANK, ...JULY, state_provider_id: "010300300", hospital_class: "Rural", trauma_class: "Level II" },
        provider_adjustor: "2.387",
        cost_to_charge_ratio: "0.215",
      },
    ]);
    expect(report.findings).toEqual([]);
  });

  it.each([
    ["Level I", "Level I"],
    ["1", "Level I"],
    ["17%", "Level I"],
    ["II", "Level II"],
    [11, "Level II"],
    ["Pediatric", "Pediatric"],
    [4, "Pediatric"],
    [0, ""],
    ["None", ""],
  ])("reads trauma level %s as %j", async (trauma, level) => {
    const { rows } = await imported({ hospitals: [["010100100", "Heron", "Teaching", null, 0.18, 1, trauma, null]] });
    expect(rows("fl/drg_rates")).toMatchObject([{ trauma_class: level }]);
  });

  it.each(["25%", "0.2", "Level III"])("refuses %s, which is no trauma center's", async (trauma) => {
    const hospitals: readonly Row[] = [["010100100", "Heron", "Teaching", null, 0.18, 1, trauma, null]];
    await expect(imported({ hospitals })).rejects.toThrow(`"${trauma}", expected a trauma level`);
  });

  it("counts other classes among All Other, and says so", async () => {
    const { rows, report } = await imported({
      hospitals: [["010100100", "Heron", "CHEP", null, 0.18, 1.1, 0.17, 10]],
    });
    expect(rows("fl/drg_rates")).toMatchObject([{ hospital_class: "All Other" }]);
    expect(report.findings).toMatchObject([{ reason: "hospital class taken as All Other", examples: ["CHEP"] }]);
  });

  it("says when no hospital has a figure that some should have", async () => {
    const { report } = await imported({});
    expect(report.findings.map(({ reason }) => reason)).toEqual([
      "no facility has a figure for the add-on per discharge; is its column named otherwise?",
    ]);
  });

  it("takes the statewide base rate where the list prints one for all", async () => {
    const hospitalHeadings = [...HOSPITAL_HEADINGS, "DRG Base Rate"];
    const one = await imported({ hospitalHeadings, hospitals: [[...HERON, 3551.33]] });
    expect(one.rows("fl/parameters")).toMatchObject([{ name: "drg_base_rate", value: "3551.33" }]);

    const other: Row = ["010200200", "Pelican", "Rural", null, 0.2, 1, null, 5, 3600];
    const several = await imported({ hospitalHeadings, hospitals: [[...HERON, 3551.33], other] });
    expect(several.rows("fl/parameters")).toEqual([]);
    expect(several.report.findings).toMatchObject([{ reason: "several base rates, none kept" }]);
  });

  it("leaves out hospitals that the registry does not have", async () => {
    const { report } = await imported({ hospitals: [HERON, ["065500100", "Ibis", "Rural", null, 0.2], ["Total"]] });
    expect(report.leftOut).toMatchObject([
      {
        reason: "not in fl/providers.csv by its Medicaid ID",
        count: 1,
        examples: [expect.stringContaining("065500100")],
      },
      { reason: "headings and notes", count: 1 },
    ]);
  });

  it("asks for the master list when the registry has none of the hospitals", async () => {
    await expect(imported({ files: {} })).rejects.toThrow(
      /none of the 1 Medicaid IDs is in fl\/providers.csv; import fl\/provider-master-list first/,
    );
  });

  it("refuses a workbook without its lists", async () => {
    const content = xlsx({ Calculator: [["Enter an APR-DRG", "Weight"]] });
    await expect(
      importing(drgCalculator, { name: "drg-calculator.xlsx", content }, { asOf: "2026-07-01" }),
    ).rejects.toThrow(/no column with the heading "APR-DRG" or/);
  });
});

describe("eapg calculator", () => {
  type Row = readonly FixtureCell[];

  const WEIGHTS: readonly Row[] = [
    ["EAPG Code", "EAPG Description", "EAPG Type", "Relative Weight"],
    ["00013", "a description", "Significant procedure", 1.3864],
  ];
  const HOSPITALS: readonly Row[] = [
    ["Medicaid ID", "Hospital", "Class", "Base Rate", "Policy Adjustor", "Automatic Rate Enhancement"],
    ["010200200", "Pelican", "Children's", 263.04999, 1.555, 41.87],
  ];

  function imported(sheets: Readonly<Record<string, readonly Row[]>>) {
    const content = xlsx({ "EAPG List": WEIGHTS, Hospitals: HOSPITALS, ...sheets });
    return importing(eapgCalculator, { name: "eapg.xlsx", content }, { asOf: "2026-07-01", files: REGISTRY });
  }

  describe("Florida EAPG Calculator", () => {
    it("reads weights, without descriptions, and leaves out what has none", async () => {
      const { rows, report } = await imported({
        "EAPG List": [
          ...WEIGHTS,
          [74, "", "Medical visit", 6.2417],
          ["999", "", "Unassigned", 0],
          [993, "", "Other", "N/A"],
          ["", "note"],
        ],
      });
      expect(rows("fl/eapg_weights").map((row) => [row.eapg, row.weight, row.effective_start_date])).toEqual([
        ["00013", "1.3864", "2026-07-01"],
        ["74", "6.2417", "2026-07-01"],
        ["999", "0", "2026-07-01"],
      ]);
      expect(report.leftOut.map(({ reason }) => reason)).toEqual(["no weight is printed", "headings and notes"]);
    });

    it("reads the base rates of hospitals, and of surgical centers on a sheet of their own", async () => {
      const { rows } = await imported({
        "Surgical Centers": [
          ["Medicaid ID", "Name", "Base Rate"],
          [65500100, "Ibis", 271.33],
        ],
      });
      expect(rows("fl/eapg_rates")).toMatchObject([
        {
          state_provider_id: "010200200",
          hospital_class: "Childrens",
          base_rate: "263.05",
          policy_adjustor: "1.555",
          childrens_addon: "41.87",
        },
        { state_provider_id: "065500100", hospital_class: "", base_rate: "271.33", policy_adjustor: "" },
      ]);
    });

    it("leaves out facilities without a base rate, and those that the registry does not have", async () => {
      const { report } = await imported({
        Hospitals: [...HOSPITALS, ["010100100", "Heron", "Teaching", null], ["010999900", "Gull", "Rural", 200]],
      });
      expect(report.leftOut.map(({ reason }) => reason)).toEqual([
        "no base rate is printed",
        "not in fl/providers.csv by its Medicaid ID",
      ]);
    });

    it("reads the percentages that are paid, where a sheet says them", async () => {
      const { rows, report } = await imported({
        Discounts: [
          ["Discount", "Percent Paid"],
          ["Multiple significant procedures", 0.5],
          ["Repeat ancillary", "50%"],
          ["Bilateral procedure", 150],
          ["Terminated procedure", 0.5],
          ["Same significant procedure consolidation", 0],
          ["Clinical significant procedure consolidation", "0%"],
          ["Ancillary packaging", 0],
          ["Charge cap", 1],
        ],
      });
      expect(rows("fl/parameters").map((row) => [row.name, row.value])).toEqual([
        ["paf_bilateral", "1.5"],
        ["paf_clinical_significant", "0"],
        ["paf_multiple_significant", "0.5"],
        ["paf_packaging", "0"],
        ["paf_repeat_ancillary", "0.5"],
        ["paf_same_significant", "0"],
        ["paf_terminated", "0.5"],
      ]);
      expect(report.leftOut).toMatchObject([
        { reason: "discounts that are no parameter, or have no percentage", count: 1 },
      ]);
    });

    it("does not take a percentage of discount for one of payment", async () => {
      const { rows } = await imported({
        Discounts: [
          ["Discount", "Percent"],
          ["Ancillary packaging", "100%"],
        ],
      });
      expect(rows("fl/parameters")).toEqual([]);
    });

    it("refuses a column of text where base rates belong", async () => {
      const hospitals: readonly Row[] = [HOSPITALS[0] as Row, ["010200200", "Pelican", "Rural", "Tallahassee"]];
      await expect(imported({ Hospitals: hospitals })).rejects.toThrow(
        /sheet "Hospitals", row 2: "Base Rate" is "Tallahassee", expected an amount/,
      );
    });
  });
});
