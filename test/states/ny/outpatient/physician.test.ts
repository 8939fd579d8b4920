import { expect, it } from "vitest";
import { factor } from "../../../../src/money/factor.ts";
import { NoRate } from "../../../../src/pricing/no-rate.ts";
import { choosePhysicianRow, physicianFee } from "../../../../src/states/ny/outpatient/physician.ts";
import { feeSchedule } from "../../../../src/states/ny/tables.ts";
import { feeRow, outpatientRequest, period, provider, rateData, rowsOf } from "../rows.ts";

const anywhere = feeRow();
const facility = feeRow({ placeOfService: "facility" });
const nonFacility = feeRow({ placeOfService: "non_facility" });
const professional = feeRow({ modifier: "26", modifierAdjustment: factor("0.40") });

const choose = (rows: Parameters<typeof choosePhysicianRow>[0], query: Record<string, string> = {}) =>
  choosePhysicianRow(rows, outpatientRequest(query));

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
  expect(choose([nonFacility], query)).toMatchObject({
    message: "No physician fee is published for 99213 place_of_service facility.",
  });
});

it("a modifier has its own rows, and no modifier those without", () => {
  expect(choose([anywhere, professional], { modifier: "26" })).toBe(professional);
  expect(choose([professional])).toMatchObject({ message: "No physician fee is published for 99213." });
  expect(choose([anywhere], { modifier: "tc", place_of_service: "facility" })).toMatchObject({
    message: "No physician fee is published for 99213 modifier TC place_of_service facility.",
  });
});

it("only rows in force are chosen, and the nearest period is that of the rows asked for", () => {
  const ended = { ...nonFacility, period: period("2020-01-01", "2025-02-28") };
  const endedLongAgo = { ...facility, period: period("2010-01-01", "2019-12-31") };
  expect(choose([ended, anywhere], { place_of_service: "non_facility" })).toBe(anywhere);
  expect(choose([ended, endedLongAgo], { place_of_service: "facility" })).toMatchObject({
    message:
      "No physician fee for 99213 place_of_service facility is in force on 2025-03-01; the nearest published period is 2010-01-01 to 2019-12-31.",
  });
  expect(choose([ended, endedLongAgo])).toMatchObject({
    message:
      "No physician fee for 99213 is in force on 2025-03-01; the nearest published period is 2020-01-01 to 2025-02-28.",
  });
});

it("the method names what the row has", () => {
  const row = { ...professional, placeOfService: "facility" } as const;
  const finding = physicianFee(outpatientRequest({ modifier: "26" }), provider(), rateData(rowsOf(feeSchedule, row)));
  expect(finding).toMatchObject({
    payment: { text: "50.00" },
    method:
      "physician fee (50.00) for 99213 modifier 26 facility, already multiplied by modifier_adjustment (0.40) = $50.00",
  });
});

it("APGs are not on the schedule", () => {
  const physician = provider({ providerType: "PHYSICIAN" });
  expect(physicianFee(outpatientRequest({ billing_code: "0271" }), physician, rateData())).toEqual(
    new NoRate("APG 0271 is priced for hospitals, clinics and ASCs only; EXAMPLE is a Physician."),
  );
});
