import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { choosePhysicianRow, laboratoryFee, physicianFee } from "../../../../src/states/ny/outpatient/fee-schedule.ts";
import { type FeeRow, feeSchedule } from "../../../../src/states/ny/tables.ts";
import { NOTATION } from "../../../../src/states/ny/values.ts";
import { noRateOf, rowsOf, sheetOver } from "../../../support/sheet.ts";
import { DAY, feeRow, outpatientRequest, period, provider } from "../rows.ts";

describe("the row of a physician fee", () => {
  const anywhere = feeRow();
  const facility = feeRow({ placeOfService: "facility" });
  const nonFacility = feeRow({ placeOfService: "non_facility" });
  const professional = feeRow({ modifier: "26", modifierAdjustment: factor("0.40") });

  function chosen(rows: readonly FeeRow[], query: Record<string, string> = {}) {
    const sheet = sheetOver(DAY, NOTATION, rowsOf(feeSchedule, rows));
    return { row: choosePhysicianRow(outpatientRequest(query), sheet), sheet };
  }

  const choose = (...args: Parameters<typeof chosen>) => chosen(...args).row;
  const failure = (...args: Parameters<typeof chosen>) => noRateOf(() => chosen(...args));

  it("without a place the state's first row is taken, then non-facility, any, facility", () => {
    const printedFirst = { ...facility, isSourceDefault: true };
    expect(choose([anywhere, nonFacility, printedFirst])).toBe(printedFirst);
    expect(choose([facility, anywhere, nonFacility])).toBe(nonFacility);
    expect(choose([facility, anywhere])).toBe(anywhere);
    expect(choose([facility])).toBe(facility);
  });

  it("a place is taken before a row for any place, and another place never", () => {
    const query = { place_of_service: "facility" };
    expect(choose([anywhere, { ...nonFacility, isSourceDefault: true }, facility], query)).toBe(facility);
    expect(choose([nonFacility, anywhere], query)).toBe(anywhere);
    expect(failure([nonFacility], query)).toMatchObject({
      code: "not_for_request",
      message: "No physician fee is published for 99213 place_of_service facility.",
      remedy: [{ parameter: "place_of_service", value: "non_facility", why: "published for the code" }],
    });
  });

  it("a modifier has its own rows, and no modifier those without", () => {
    expect(choose([anywhere, professional], { modifier: "26" })).toBe(professional);
    expect(failure([professional])).toMatchObject({
      code: "not_for_request",
      message: "No physician fee is published for 99213.",
      remedy: [{ parameter: "modifier", value: "26", why: "published for the code" }],
    });
    expect(failure([anywhere], { modifier: "tc", place_of_service: "facility" })).toMatchObject({
      message: "No physician fee is published for 99213 modifier TC place_of_service facility.",
      remedy: [],
    });
  });

  it("a remedy is a fee on the day that the rest of the request leads to", () => {
    const rows = [
      { ...professional, placeOfService: "non_facility" } as const,
      feeRow({ modifier: "TC", fee: null, byReport: true }),
      { ...nonFacility, period: period("2020-01-01", "2025-02-28") },
    ];
    expect(failure(rows, { place_of_service: "facility" }).remedy).toEqual([]);
    expect(failure(rows, { place_of_service: "facility", modifier: "26" }).remedy).toMatchObject([
      { parameter: "place_of_service", value: "non_facility" },
    ]);
  });

  it("a code without any row is not listed", () => {
    expect(failure([])).toMatchObject({ code: "code_not_listed", remedy: [] });
  });

  it("only rows in force are chosen, and the nearest period is that of the rows requested", () => {
    const ended = { ...nonFacility, period: period("2020-01-01", "2025-02-28") };
    const endedLongAgo = { ...facility, period: period("2010-01-01", "2019-12-31") };
    expect(choose([ended, anywhere], { place_of_service: "non_facility" })).toBe(anywhere);
    expect(failure([ended, endedLongAgo], { place_of_service: "facility" })).toMatchObject({
      code: "not_in_force",
      message:
        "No physician fee for 99213 place_of_service facility is in force on 2025-03-01; the nearest published period is 2010-01-01 to 2019-12-31.",
    });
    expect(failure([ended, endedLongAgo])).toMatchObject({
      message:
        "No physician fee for 99213 is in force on 2025-03-01; the nearest published period is 2020-01-01 to 2025-02-28.",
    });
  });

  it("each row that lost says why", () => {
    const ended = feeRow({ placeOfService: "facility", period: period("2020-01-01", "2025-02-28") });
    const why = (rows: readonly FeeRow[], query: Record<string, string> = {}) =>
      chosen(rows, query)
        .sheet.readings.rowsOn(DAY)
        .map(({ whyNot }) => whyNot);
    expect(why([professional, ended, facility, anywhere, nonFacility])).toEqual([
      "another modifier, 26",
      "another period",
      "another place of service, facility",
      "for every place of service, and another row comes before it",
      null,
    ]);
    expect(why([nonFacility, professional], { modifier: "26", place_of_service: "facility" })).toEqual([
      "without a modifier",
      null,
    ]);
    expect(why([nonFacility, anywhere], { place_of_service: "facility" })).toEqual([
      "another place of service, non_facility",
      null,
    ]);
  });

  it("a place that was not sent is said to be assumed, unless the fee does not depend on it", () => {
    const assumed = (rows: readonly FeeRow[], query: Record<string, string> = {}) =>
      chosen(rows, query).sheet.assumptions.map(({ parameter, value, reason }) => `${parameter} ${value}, ${reason}`);
    expect(assumed([anywhere])).toEqual([]);
    expect(assumed([facility], { place_of_service: "facility" })).toEqual([]);
    expect(assumed([facility])).toEqual([
      "place_of_service facility, not sent: the first of non_facility, any, facility",
    ]);
    expect(assumed([nonFacility, { ...facility, isSourceDefault: true }])).toEqual([
      "place_of_service facility, not sent: the row that the state prints first",
    ]);
    expect(assumed([facility, anywhere])).toEqual([
      "place_of_service any, not sent: the first of non_facility, any, facility",
    ]);
  });
});

describe("a physician fee", () => {
  const professional = feeRow({ modifier: "26", modifierAdjustment: factor("0.40") });

  function price(row: FeeRow, query: Record<string, string> = {}) {
    const sheet = sheetOver(DAY, NOTATION, rowsOf(feeSchedule, [row]));
    const payment = physicianFee(outpatientRequest(query), provider(), sheet, {}).value.text;
    return { payment, method: sheet.line, steps: sheet.steps };
  }

  it("the method names what the row has", () => {
    expect(price({ ...professional, placeOfService: "facility" }, { modifier: "26" })).toMatchObject({
      payment: "50.00",
      method:
        "physician fee (50.00) for 99213 modifier 26 facility, already multiplied by modifier_adjustment (0.40) = $50.00",
    });
    expect(price(feeRow())).toMatchObject({ payment: "50.00", method: "physician fee (50.00) for 99213 = $50.00" });
  });

  it("the fee is the cell of its row, and so is the multiplier inside it", () => {
    expect(price(professional, { modifier: "26" }).steps).toMatchObject([
      {
        section: "ny 4.5 step 5",
        formula: { source: { name: "physician fee", from: { row: professional, column: "fee" } } },
        wording: { trail: { terms: [{ source: { from: { row: professional, column: "modifierAdjustment" } } }] } },
      },
    ]);
  });

  it("APGs are not on the schedules", () => {
    const refusal = (path: typeof physicianFee, providerType: "PHYSICIAN" | "LABORATORY") =>
      noRateOf(() =>
        path(outpatientRequest({ billing_code: "0271" }), provider({ providerType }), sheetOver(DAY, NOTATION), {}),
      );
    expect(refusal(physicianFee, "PHYSICIAN")).toMatchObject({
      code: "not_for_provider_type",
      message: "APG 0271 is priced for hospitals, clinics and ASCs only; EXAMPLE is a Physician.",
    });
    expect(refusal(laboratoryFee, "LABORATORY")).toMatchObject({
      code: "not_for_provider_type",
      message: "APG 0271 is priced for hospitals, clinics and ASCs only; EXAMPLE is a Laboratory.",
    });
  });
});
