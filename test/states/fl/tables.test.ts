import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "../../../src/core/text/refusal.ts";
import type { Column } from "../../../src/dataset/column.ts";
import type { RowPlace, Table } from "../../../src/dataset/table.ts";
import {
  codes,
  eapgWeights,
  feeSchedule,
  parameters,
  providers,
  rateMultipliers,
} from "../../../src/states/fl/tables.ts";
import { providerTypeOf, withoutLeadingZeros } from "../../../src/states/fl/values.ts";
import { serviceOf, type TestService } from "../../support/release.ts";
import { csv, dated } from "./csv.ts";

/** The columns that a row's cells are refused for; the other cells are empty. */
function refusedColumns<Row extends RowPlace>(table: Table<Row>, cells: Record<string, string>): string[] {
  return refusals(table, cells).map(({ column }) => column);
}

interface Refused {
  readonly column: string;
  readonly reason: string | null;
}

function refusals<Row extends RowPlace>(table: Table<Row>, cells: Record<string, string>): Refused[] {
  const row: Record<string, unknown> = { line: 2 };
  for (const [name, column] of Object.entries(table.columns)) {
    const cell = cells[name];
    const value = cell === undefined ? column.absent : column.read(cell);
    if (value instanceof Refusal) return [{ column: name, reason: null }];
    row[name] = value;
  }
  return table.rules.flatMap((rule) => rule(row as unknown as Row) ?? []);
}

function cellValue(table: Table<never>, name: string, cell: string): unknown {
  return (table.columns[name] as Column<unknown>).read(cell);
}

describe("fee schedule rows", () => {
  const refused = (cells: Record<string, string>) =>
    refusedColumns(feeSchedule, { schedule: "PRACTITIONER", code: "99213", ...cells });

  it("have at least one amount, or are by report and have none", () => {
    for (const amount of ["fsi", "facility", "pci", "tci"]) {
      expect(refused({ [amount]: "1.00" })).toEqual([]);
      expect(refused({ [amount]: "0" })).toEqual([]);
      expect(refused({ [amount]: "1.00", byReport: "true" })).toEqual(["by_report"]);
    }
    expect(refused({ byReport: "true" })).toEqual([]);
    expect(refused({})).toEqual(["fsi"]);
    expect(refused({ byReport: "false" })).toEqual(["fsi"]);
  });

  it("have facility fees in two schedules only", () => {
    const schedules = ["PRACTITIONER", "RADIOLOGY", "LABORATORY", "INDEPENDENT_LAB", "ASC"];
    expect(schedules.flatMap((schedule) => refused({ schedule, facility: "1.00" }))).toEqual(Array(3).fill("facility"));
  });

  it("have components on base rows only, and no rows for 26 and TC", () => {
    expect(refused({ modifier: "HA", fsi: "1.00", pci: "1.00" })).toEqual(["pci"]);
    expect(refused({ modifier: "HA", fsi: "1.00", tci: "1.00" })).toEqual(["tci"]);
    expect(refused({ modifier: "26", fsi: "1.00" })).toEqual(["modifier"]);
    expect(refused({ modifier: "tc", fsi: "1.00" })).toEqual(["modifier"]);
    expect(refused({ modifier: "50", fsi: "1.00" })).toEqual([]);
  });

  it("have codes of five and modifiers of two characters, found in capitals", () => {
    expect(refused({ code: "9921", fsi: "1.00" })).toEqual(["code"]);
    expect(refused({ code: "992133", fsi: "1.00" })).toEqual(["code"]);
    expect(refused({ modifier: "HAA", fsi: "1.00" })).toEqual(["modifier"]);
    expect(refused({ fsi: "1.005" })).toEqual(["fsi"]);
    expect(cellValue(feeSchedule, "code", "j0120")).toBe("J0120");
    expect(cellValue(feeSchedule, "modifier", "ha")).toBe("HA");
  });
});

describe("multiplier rules", () => {
  const refused = (cells: Record<string, string>) =>
    refusedColumns(rateMultipliers, { kind: "specialty", multiplier: "1.24", schedules: "PRACTITIONER", ...cells });

  it("of kind age are for children", () => {
    expect(refused({ kind: "age" })).toEqual(["child_patient_only"]);
    expect(refused({ kind: "age", childPatientOnly: "true" })).toEqual([]);
    expect(refused({})).toEqual([]);
  });

  it("have both ends of a range of codes or none", () => {
    expect(refused({ codeStart: "99201" })).toEqual(["code_end"]);
    expect(refused({ codeEnd: "99201" })).toEqual(["code_start"]);
    expect(refused({ codeStart: "99201", codeEnd: "99496" })).toEqual([]);
    expect(refused({ codeStart: "9920", codeEnd: "99496" })).toEqual(["codeStart"]);
  });

  it("compare the state's codes without leading zeros", () => {
    expect(cellValue(rateMultipliers, "specialtyCodes", "01|001|10|0")).toEqual(["1", "1", "10", "0"]);
    expect(cellValue(codes, "code", "026")).toBe("26");
  });

  it("name known schedules", () => {
    expect(refused({ schedules: "PRACTITIONER|DENTAL" })).toEqual(["schedules"]);
  });
});

it("whoever has a row refused is told what to do", () => {
  const fee = { schedule: "ASC", code: "99213", fsi: "1.00" };
  const multiplier = { kind: "specialty", multiplier: "1.24", schedules: "PRACTITIONER" };
  const provider = { providerName: "A", providerType: "HOSPITAL" };
  expect([
    ...refusals(feeSchedule, { schedule: "ASC", code: "99213" }),
    ...refusals(feeSchedule, { ...fee, byReport: "true" }),
    ...refusals(feeSchedule, { ...fee, facility: "1.00" }),
    ...refusals(feeSchedule, { ...fee, modifier: "26" }),
    ...refusals(feeSchedule, { ...fee, modifier: "HA", pci: "1.00" }),
    ...refusals(rateMultipliers, { ...multiplier, kind: "age" }),
    ...refusals(rateMultipliers, { ...multiplier, codeStart: "99201" }),
    ...refusals(providers, provider),
  ]).toEqual([
    { column: "fsi", reason: "give at least one of fsi, facility, pci and tci, or set by_report" },
    { column: "by_report", reason: "a row by report has no amounts" },
    { column: "facility", reason: "only PRACTITIONER and RADIOLOGY rows have a facility fee; leave it empty" },
    { column: "modifier", reason: "put the amounts of 26 and TC into pci and tci of the base row" },
    { column: "pci", reason: "only rows without a modifier have components; leave it empty" },
    { column: "child_patient_only", reason: "must be true for multipliers of kind age" },
    { column: "code_end", reason: "give both ends of the range of codes, or none" },
    { column: "npi", reason: "fill at least one of npi and state_provider_id" },
    { column: "state_provider_id", reason: "required for hospitals" },
  ]);
});

it("EAPGs are keyed without leading zeros, and zero is one", () => {
  const key = (cell: string) => cellValue(eapgWeights, "eapg", cell);
  expect(["13", "00013", "00", "0", "100"].map(key)).toEqual(["13", "13", "0", "0", "100"]);
  expect(key("000013")).toBeInstanceOf(Refusal);
  expect(key("1a")).toBeInstanceOf(Refusal);
});

it("a provider has an identifier, and a hospital a state ID of digits", () => {
  const refused = (cells: Record<string, string>) =>
    refusedColumns(providers, { providerName: "A", providerType: "PRACTITIONER", ...cells });
  expect(refused({})).toEqual(["npi"]);
  expect(refused({ npi: "1000000001" })).toEqual([]);
  expect(refused({ stateProviderId: "001" })).toEqual([]);
  expect(refused({ stateProviderId: "A1" })).toEqual(["stateProviderId"]);
  expect(refused({ npi: "1000000001", providerType: "HOSPITAL" })).toEqual(["state_provider_id"]);
  expect(refused({ npi: "1000000001", providerType: "ASC" })).toEqual([]);
});

it("the two dollar parameters have at most two decimals, and only listed names exist", () => {
  const refused = (name: string, value: string) => refusedColumns(parameters, { name, value });
  expect(refused("drg_base_rate", "3551.33")).toEqual([]);
  expect(refused("drg_base_rate", "3551.335")).toEqual(["value"]);
  expect(refused("outlier_threshold", "60000.001")).toEqual(["value"]);
  expect(refused("marginal_cost_pct", "0.60001")).toEqual([]);
  expect(refused("modifier_51", "1")).toEqual(["name"]);
});

describe("providers", () => {
  /*
   * A registry of three names: one of two state IDs, type codes and specialties under one NPI, one whose
   * practice, hospital and surgical center share their identifiers, and a hospital without rates.
   */
  const ANHINGA = "1000000001";
  const BITTERN = "1000000002";
  const CURLEW = "1000000003";

  let service: TestService;
  beforeAll(async () => {
    service = await serviceOf("fl", {
      "fl/providers.csv": csv(
        "npi,state_provider_id,provider_name,provider_type,fl_provider_type_code,fl_specialty_code,primary_taxonomy",
        [
          `${CURLEW},0400,Curlew,HOSPITAL,01,,282N00000X`,
          `${BITTERN},0300,Bittern,ASC,06,,261QA1903X`,
          `${BITTERN},0300,Bittern,HOSPITAL,01,,282N00000X`,
          `${BITTERN},0300,Bittern,PRACTITIONER,26,,208D00000X`,
          `${ANHINGA},0200,Anhinga,PRACTITIONER,25,01,208D00000X`,
          `${ANHINGA},0100,Anhinga,PRACTITIONER,26,01,208D00000X`,
          `${ANHINGA},0100,Anhinga,PRACTITIONER,25,36,208000000X`,
          `${ANHINGA},0100,Anhinga,PRACTITIONER,25,02,207RC0000X`,
        ],
      ),
      "fl/fee_schedule.csv": dated("schedule,code,fsi", ["PRACTITIONER,99213,50.00", "ASC,10060,300.00"]),
      "fl/rate_multipliers.csv": csv("kind,multiplier,schedules,effective_start_date", []),
      "fl/eapg_weights.csv": dated("eapg,weight", ["13,2.0"]),
      "fl/eapg_rates.csv": dated("state_provider_id,hospital_class,base_rate", ["0300,Rural,50.00"]),
      "fl/drg_weights.csv": dated("drg,soi,relative_weight", ["139,1,1.0"]),
      "fl/drg_rates.csv": dated("state_provider_id,hospital_class", ["0300,Rural"]),
      "fl/parameters.csv": dated("name,value", ["drg_base_rate,1000"]),
    });
  });
  afterAll(() => service.close());

  const DAYS = { outpatient: { date_of_service: "2026-03-15" }, inpatient: { discharge_date: "2026-03-15" } };

  /** Each result in a few words. */
  async function found(setting: keyof typeof DAYS, query: Record<string, string>): Promise<string[]> {
    const results = await service.lookup(setting, { ...DAYS[setting], ...query });
    return results.map((result) =>
      [
        result.provider_name,
        result.state_provider_id,
        result.provider_type ?? "",
        result.payment_rate,
        `of ${result.provider_matches_total}`,
      ].join(" "),
    );
  }

  describe("the rows of a provider", () => {
    it("are ordered by state ID, then type code, then specialty", async () => {
      const results = await service.lookup("outpatient", { ...DAYS.outpatient, npi: ANHINGA, billing_code: "99213" });
      const codes = results.map((row) => [row.state_provider_id, row.fl_provider_type_code, row.fl_specialty_code]);
      expect(codes).toEqual([
        ["0100", "25", "02"],
        ["0100", "25", "36"],
        ["0100", "26", "01"],
        ["0200", "25", "01"],
      ]);
    });

    it("are of one provider where NPI and state ID are the same", async () => {
      expect(await found("outpatient", { provider_name: "anhinga", billing_code: "99213" })).toEqual([
        "Anhinga 0100 PRACTITIONER 50.00 of 2",
        "Anhinga 0100 PRACTITIONER 50.00 of 2",
        "Anhinga 0100 PRACTITIONER 50.00 of 2",
        "Anhinga 0200 PRACTITIONER 50.00 of 2",
      ]);
    });
  });

  describe("a lookup by name", () => {
    it("distinguishes a surgical center from the hospital that it shares an ID with", async () => {
      expect(await found("outpatient", { provider_name: "tern", billing_code: "10060" })).toEqual([
        "Bittern 0300 ASC 300.00 of 1",
      ]);
      for (const provider_type of ["HOSPITAL", "ASC"]) {
        expect(await found("outpatient", { provider_name: "tern", billing_code: "13", provider_type })).toEqual([
          `Bittern 0300 ${provider_type} 100.00 of 1`,
        ]);
      }
    });

    it("distinguishes a hospital with rates from one without", async () => {
      expect(await found("outpatient", { provider_name: "r", billing_code: "13" })).toEqual([
        "Bittern 0300 HOSPITAL 100.00 of 1",
        "Bittern 0300 ASC 100.00 of 1",
      ]);
      expect(await found("inpatient", { provider_name: "r", billing_code: "139-1" })).toEqual([
        "Bittern 0300  1000.00 of 1",
      ]);
    });
  });

  describe("a search", () => {
    const names = async (query: Record<string, string>) =>
      (await service.search(query)).providers.map(
        ({ provider_name, provider_type }) => `${provider_name} ${provider_type}`,
      );

    it("compares the whole taxonomy, in any case", async () => {
      expect(await names({ taxonomy: "282n00000x" })).toEqual(["Bittern HOSPITAL", "Curlew HOSPITAL"]);
      expect(await names({ taxonomy: "282N" })).toEqual([]);
    });

    it("is of one type of provider where it says so", async () => {
      expect(await names({ provider_type: "asc" })).toEqual(["Bittern ASC"]);
    });
  });
});

describe("values", () => {
  it("the state's type code decides, leading zeros or not", () => {
    const types = {
      HOSPITAL: ["1", "01", "001"],
      ASC: ["6", "06"],
      INDEPENDENT_LAB: ["50"],
      PRACTITIONER: ["25", "26", "27", "28", "29", "30", "31", "34", "35", "62", "035"],
    };
    for (const [type, codes] of Object.entries(types)) {
      for (const code of codes) expect([code, providerTypeOf(code, null)]).toEqual([code, type]);
    }
    for (const code of ["0", "2", "5", "7", "24", "32", "33", "36", "49", "51", "61", "63", "100"]) {
      expect([code, providerTypeOf(code, "282N00000X")]).toEqual([code, null]);
    }
  });

  it("the taxonomy decides where there is no type code", () => {
    const types = {
      ASC: ["261QA1903X"],
      INDEPENDENT_LAB: ["291U00000X", "291u00000x"],
      HOSPITAL: ["282N00000X", "283Q00000X"],
      PRACTITIONER: [
        ...["207Q00000X", "111N00000X", "152W00000X", "213E00000X"],
        ...["363A00000X", "363L00000X", "364S00000X", "367500000X"],
      ],
    };
    for (const [type, codes] of Object.entries(types)) {
      for (const code of codes) expect([code, providerTypeOf(null, code)]).toEqual([code, type]);
    }
    for (const code of ["261QM1300X", "291900000X", "292200000X", "111X00000X", "363X00000X", "332B00000X", "", null]) {
      expect([code, providerTypeOf(null, code)]).toEqual([code, null]);
    }
  });

  it("leading zeros are dropped, but not the last one", () => {
    const codes = ["13", "00013", "100", "0100", "0", "00000", "0A", ""];
    expect(codes.map(withoutLeadingZeros)).toEqual(["13", "13", "100", "100", "0", "0", "A", ""]);
  });
});
