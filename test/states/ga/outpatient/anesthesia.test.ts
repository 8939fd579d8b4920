import { expect, it } from "vitest";
import type { Origin } from "../../../../src/dataset/table.ts";
import { factor } from "../../../../src/money/factor.ts";
import { anesthesiaPrice, flatFeeStatusUnits } from "../../../../src/states/ga/outpatient/anesthesia.ts";
import { anesthesiaConversionFactors, type ConversionFactorRow, parameters } from "../../../../src/states/ga/tables.ts";
import { dataOf, ENDED, IN_FORCE, outpatientRequest, period } from "../rows.ts";

type Query = Record<string, string>;

const baseUnits = { ...IN_FORCE, code: "00840", baseUnits: factor("6.5") };

function conversionFactor(modifier: string | null, dollarsPerUnit: string): ConversionFactorRow {
  return { ...IN_FORCE, modifier, conversionFactor: factor(dollarsPerUnit) };
}

const AA = conversionFactor("AA", "10");

/** A figure of the program, published for a period or for all days of the tests. */
function figure(name: string, value: string, dated = IN_FORCE) {
  return { ...dated, name, value: factor(value) };
}

function price(query: Query, factors: readonly ConversionFactorRow[] = [AA], figures: readonly Origin[] = []) {
  const data = dataOf([anesthesiaConversionFactors, factors], [parameters, figures]);
  return anesthesiaPrice(outpatientRequest({ billing_code: "00840", ...query }), [baseUnits], data);
}

it("any part of fifteen minutes is a time unit", () => {
  const units = (minutes: number) => price({ anesthesia_minutes: String(minutes) }).anesthesia?.timeUnits;
  expect([0, 1, 14, 15, 16, 30, 31].map(units)).toEqual([0, 1, 1, 1, 2, 2, 3]);
  const byTen = [figure("anesthesia_minutes_per_unit", "10")];
  expect(price({ anesthesia_minutes: "61" }, [AA], byTen).anesthesia?.timeUnits).toBe(7);
});

it("units x dollars per unit, rounded once", () => {
  // (6.5 + 0 + 0) x 10.001 = 65.0065
  expect(price({ anesthesia_minutes: "0" }, [conversionFactor("AA", "10.001")])).toMatchObject({
    payment: { text: "65.01" },
    method:
      "(base units (6.5) + time units (0) + physical status units (0)) x conversion factor ($10.001, AA) = $65.01",
  });
});

it("the patient's physical status adds units", () => {
  const units = (status: string) => price({ physical_status: status }).anesthesia?.physicalStatusUnits;
  expect(["P1", "P2", "P3", "P4", "P5", "P6"].map(units)).toEqual([0, 0, 1, 2, 3, 0]);
  expect(price({}).anesthesia?.physicalStatusUnits).toBe(0);
  expect(price({ physical_status: "P5", anesthesia_minutes: "15" }).payment?.text).toBe("105.00"); // 6.5 + 1 + 3
});

it("the modifier selects the factor; without one that for no modifier, else as personally performed", () => {
  const factors = [AA, conversionFactor("QZ", "9"), conversionFactor(null, "8")];
  expect(price({ modifier: "qz" }, factors)).toMatchObject({ modifier: "QZ" });
  expect(price({}, factors)).toMatchObject({
    modifier: null,
    method: expect.stringContaining("x conversion factor ($8, no modifier) = no dollar amount"),
  });
  expect(price({}, [AA])).toMatchObject({ modifier: "AA" });
});

it("E11: a modifier without a factor lists those of the day", () => {
  const unmodified = conversionFactor(null, "8");
  const failing = { kind: "failed", serviceCategory: "anesthesia", anesthesia: { baseUnits: { text: "6.5" } } };
  expect(price({ modifier: "QK" }, [unmodified, AA, { ...conversionFactor("QK", "9"), ...ENDED }])).toMatchObject({
    ...failing,
    message:
      "No anesthesia conversion factor is published for modifier QK on 2025-09-15; published modifiers: AA, none.",
  });
  expect(price({}, [])).toMatchObject({
    ...failing,
    message: "No anesthesia conversion factor is published for modifier none on 2025-09-15; published modifiers: none.",
  });
});

it("holds while both base units and factor do", () => {
  const factor = { ...AA, period: period("2025-08-01", "2025-12-31") };
  expect(price({}, [factor]).period).toEqual(period("2025-08-01", "2025-12-31"));
});

it("E13: the minutes of a unit are needed when minutes are sent, 0 included, and what was found is kept", () => {
  const missing = [figure("anesthesia_minutes_per_unit", "15", ENDED)];
  expect(price({ anesthesia_minutes: "0" }, [AA], missing)).toEqual({
    kind: "failed",
    message:
      "Parameter anesthesia_minutes_per_unit has no value on 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
    serviceCategory: "anesthesia",
    modifier: "AA",
    anesthesia: { physicalStatusUnits: 0, baseUnits: baseUnits.baseUnits, conversionFactor: AA.conversionFactor },
  });
  expect(price({}, [AA], missing)).toMatchObject({ kind: "priced" });
});

it("E13: the units of the status are needed before anything else, and only when a status is sent", () => {
  const missing = [figure("physical_status_units_P4", "2", ENDED)];
  expect(price({ physical_status: "P4" }, [], missing)).toEqual({
    kind: "failed",
    message:
      "Parameter physical_status_units_P4 has no value on 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
    serviceCategory: "anesthesia",
    anesthesia: { physicalStatusUnits: 0 },
  });
  expect(price({ physical_status: "P3" }, [AA], missing)).toMatchObject({ kind: "priced" });
});

it("a flat fee shows the units of the status, none where they have no figure", () => {
  const data = dataOf([parameters, [figure("physical_status_units_P4", "2", ENDED)]]);
  expect(flatFeeStatusUnits(outpatientRequest({ physical_status: "P5" }), data)).toBe(3);
  expect(flatFeeStatusUnits(outpatientRequest({ physical_status: "P4" }), data)).toBe(0);
  expect(flatFeeStatusUnits(outpatientRequest(), data)).toBe(0);
});
