import { describe, expect, it } from "vitest";
import { Refusal } from "../../../src/core/text/refusal.ts";
import type { Column } from "../../../src/dataset/column.ts";
import type { RowPlace, Table } from "../../../src/dataset/table.ts";
import {
  codes,
  eapgWeights,
  feeSchedule,
  PARAMETERS,
  parameters,
  providers,
  rateMultipliers,
} from "../../../src/states/fl/tables.ts";

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

it("parameters that a dataset does not mention have the page's values; the base rate has none", () => {
  const builtIn = Object.entries(PARAMETERS).map(([name, parameter]) => [name, parameter.builtIn]);
  expect(Object.fromEntries(builtIn)).toEqual({
    drg_base_rate: null,
    service_adjustor_default: "1.0",
    service_adjustor_neonatal: "1.3",
    outlier_threshold: "60000",
    marginal_cost_pct: "0.60",
    marginal_cost_pct_high: "0.80",
    trauma_level_i: "0.17",
    trauma_level_ii: "0.11",
    trauma_pediatric: "0.04",
    modifier_50: "1.50",
    modifier_52: "0.50",
    modifier_53: "0.50",
    modifier_54: "0.70",
    modifier_55: "0.20",
    modifier_56: "0.10",
    modifier_62: "0.625",
    modifier_80: "0.16",
    paf_multiple_significant: "0.50",
    paf_same_significant: "0",
    paf_clinical_significant: "0",
    paf_packaging: "0",
    paf_repeat_ancillary: "0.50",
    paf_bilateral: "1.50",
    paf_terminated: "0.50",
  });
});
