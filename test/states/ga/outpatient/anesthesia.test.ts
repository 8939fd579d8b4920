import { expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { anesthesiaPayment, flatFeeStatusUnits } from "../../../../src/states/ga/outpatient/anesthesia.ts";
import { outpatient } from "../../../../src/states/ga/outpatient/lookup.ts";
import { anesthesiaConversionFactors, type ConversionFactorRow, parameters } from "../../../../src/states/ga/tables.ts";
import { rowsOf } from "../../../support/sheet.ts";
import { ENDED, IN_FORCE, outpatientOutcome, outpatientRequest, period, sheetOf, whyNot } from "../rows.ts";

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

type Figures = readonly ReturnType<typeof figure>[];

/** A price with the modifier AA, unless the query has another, or an empty one. */
function price(query: Query, factors: readonly ConversionFactorRow[] = [AA], figures: Figures = []) {
  const sheet = sheetOf(rowsOf(anesthesiaConversionFactors, factors), rowsOf(parameters, figures));
  const request = outpatientRequest({ billing_code: "00840", modifier: "AA", ...query });
  return outpatientOutcome(sheet, (_, found) => anesthesiaPayment(request, [baseUnits], sheet, found));
}

/** What was found, as results show it. */
function shown({ found }: ReturnType<typeof price>) {
  return {
    serviceCategory: found.serviceCategory,
    modifier: found.modifier,
    statusUnits: found.physicalStatusUnits?.value.number,
    baseUnits: found.baseUnits?.value.text,
    conversionFactor: found.conversionFactor?.value.text,
    timeUnits: found.timeUnits?.value.number,
  };
}

it("any part of fifteen minutes is a time unit", () => {
  const units = (minutes: number) => shown(price({ anesthesia_minutes: String(minutes) })).timeUnits;
  expect([0, 1, 14, 15, 16, 30, 31].map(units)).toEqual([0, 1, 1, 1, 2, 2, 3]);
  const byTen = [figure("anesthesia_minutes_per_unit", "10")];
  expect(shown(price({ anesthesia_minutes: "61" }, [AA], byTen)).timeUnits).toBe(7);
});

it("units x dollars per unit, rounded once", () => {
  // (6.5 + 0 + 0) x 10.001 = 65.0065
  expect(price({ anesthesia_minutes: "0" }, [conversionFactor("AA", "10.001")])).toMatchObject({
    payment: { value: { text: "65.01" } },
    method:
      "(base units (6.5) + time units (0) + physical status units (0)) x conversion factor ($10.001, AA) = $65.01",
  });
});

it("the patient's physical status adds units", () => {
  const units = (status: string) => shown(price({ physical_status: status })).statusUnits;
  expect(["P1", "P2", "P3", "P4", "P5", "P6"].map(units)).toEqual([0, 0, 1, 2, 3, 0]);
  expect(shown(price({})).statusUnits).toBe(0);
  expect(price({ physical_status: "P5", anesthesia_minutes: "15" }).payment?.value.text).toBe("105.00"); // 6.5 + 1 + 3
});

it("units of the status are whole, however they are published", () => {
  const figures = [figure("physical_status_units_P3", "1.0")];
  expect(price({ physical_status: "P3", anesthesia_minutes: "0" }, [AA], figures).method).toBe(
    "(base units (6.5) + time units (0) + physical status units (1)) x conversion factor ($10, AA) = $75.00",
  );
});

it("the modifier selects the factor, and no modifier that without one", () => {
  const factors = [AA, conversionFactor("QZ", "9"), conversionFactor(null, "8")];
  expect(shown(price({ modifier: "qz" }, factors)).modifier).toBe("QZ");
  const undirected = price({ modifier: "" }, factors);
  expect(shown(undirected).modifier).toBeNull();
  expect(undirected.method).toContain("x conversion factor ($8, no modifier) = no dollar amount");
});

it("E11: a modifier without a factor lists those of the day", () => {
  const unmodified = conversionFactor(null, "8");
  const ended = { ...conversionFactor("QK", "9"), ...ENDED };
  const listed = price({ modifier: "QK" }, [unmodified, AA, ended]);
  expect(shown(listed)).toMatchObject({ serviceCategory: "anesthesia", baseUnits: "6.5", modifier: undefined });
  expect(listed.noRate).toMatchObject({
    code: "not_for_request",
    message:
      "No anesthesia conversion factor is published for modifier QK on 2025-09-15; published modifiers: AA, none.",
    searched: { table: anesthesiaConversionFactors, key: {} },
    remedy: [{ value: "AA" }, { value: "" }],
  });
  expect(whyNot(listed, AA)).toBe("another modifier, AA");
  expect(price({ modifier: "" }, [AA, ended])).toMatchObject({
    found: { publishedModifiers: ["AA"] },
    noRate: {
      message: "No anesthesia conversion factor is published for modifier none on 2025-09-15; published modifiers: AA.",
    },
  });
  const none = price({ modifier: "" }, []);
  expect(shown(none)).toMatchObject({ serviceCategory: "anesthesia", baseUnits: "6.5" });
  expect(none.noRate).toMatchObject({
    code: "not_loaded",
    message: "No anesthesia conversion factor is published for modifier none on 2025-09-15; published modifiers: none.",
  });
  expect(price({}, [ended]).noRate).toMatchObject({ code: "not_in_force", nearest: ENDED.period });
});

it("holds while both base units and factor do", () => {
  const factor = { ...AA, period: period("2025-08-01", "2025-12-31") };
  expect(price({}, [factor]).period).toEqual(period("2025-08-01", "2025-12-31"));
});

it("E13: the minutes of a unit are needed when minutes are sent, 0 included, and what was found is kept", () => {
  const missing = [figure("anesthesia_minutes_per_unit", "15", ENDED)];
  const withoutMinutes = price({ anesthesia_minutes: "0" }, [AA], missing);
  expect(withoutMinutes.noRate?.message).toBe(
    "Parameter anesthesia_minutes_per_unit has no value on 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
  );
  expect(shown(withoutMinutes)).toEqual({
    serviceCategory: "anesthesia",
    modifier: "AA",
    statusUnits: 0,
    baseUnits: "6.5",
    conversionFactor: "10",
    timeUnits: undefined,
  });
  expect(price({}, [AA], missing).noRate).toBeNull();
});

it("E13: the units of the status are needed before anything else, and only when a status is sent", () => {
  const missing = [figure("physical_status_units_P4", "2", ENDED)];
  const withoutStatus = price({ physical_status: "P4" }, [], missing);
  expect(withoutStatus.noRate?.message).toBe(
    "Parameter physical_status_units_P4 has no value on 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
  );
  expect(shown(withoutStatus)).toEqual({ serviceCategory: "anesthesia", statusUnits: 0 });
  expect(price({ physical_status: "P3" }, [AA], missing).noRate).toBeNull();
});

it("a flat fee shows the units of the status, none where they have no figure, and does not apply them", () => {
  const sheet = sheetOf(rowsOf(parameters, [figure("physical_status_units_P4", "2", ENDED)]));
  const units = (query: Query) => flatFeeStatusUnits(outpatientRequest(query), sheet).value.number;
  expect([units({ physical_status: "P5" }), units({ physical_status: "P4" }), units({})]).toEqual([3, 0, 0]);
  expect(sheet.steps).toMatchObject([{ section: "ga 4.4 step 1", applied: false, wording: null }]);
});

it("the record has the units, what was assumed, and why other factors lost", () => {
  const QZ = conversionFactor("QZ", "9");
  const priced = price({ anesthesia_minutes: "61" }, [QZ, AA]);
  expect(priced.sheet.steps.map(({ section, value, unit, applied }) => [section, value?.text, unit, applied])).toEqual([
    ["ga 4.4 step 5", "5", "units", true],
    ["ga 4.4 step 5", "115.00", "dollars", true], // 6.5 + 5 + 0
  ]);
  expect(priced.sheet.assumptions).toMatchObject([{ parameter: "physical_status" }]);
  expect(whyNot(priced, QZ)).toBe("another modifier, QZ");
  const [status] = price({ physical_status: "P3", anesthesia_minutes: "61" }).sheet.steps;
  expect(status).toMatchObject({ section: "ga 4.4 step 1", value: { text: "1" }, unit: "units", applied: true });
});

it("names the parameter that would bring the time units", () => {
  const [step] = price({}).sheet.steps;
  expect(step).toMatchObject({
    section: "ga 4.4 step 4",
    formula: { of: [{ of: [{}, { name: "time units", parameter: "anesthesia_minutes" }, {}] }, {}] },
  });
});

it("reads the physical status of a claim line from its modifiers P1 to P6", () => {
  expect(outpatient.claimLines?.saidByModifiers).toEqual([
    { parameter: "physical_status", values: { P1: "P1", P2: "P2", P3: "P3", P4: "P4", P5: "P5", P6: "P6" } },
  ]);
});
