import { expect, it } from "vitest";
import { chooseConversionFactor, serviceTypeApplies } from "../../../../src/states/ca/outpatient/conversion-factor.ts";
import type { Found } from "../../../../src/states/ca/outpatient/price.ts";
import type { OutpatientLine } from "../../../../src/states/ca/outpatient/request.ts";
import { type ConversionFactorRow, conversionFactors } from "../../../../src/states/ca/tables.ts";
import type { ProviderType } from "../../../../src/states/ca/values.ts";
import { noRateOf, rowsOf } from "../../../support/sheet.ts";
import { DAY, factorRow, outpatientLine, period, pricedFeeRow, sheetOf } from "../rows.ts";

function sheetWith(rows: readonly ConversionFactorRow[]) {
  return sheetOf({}, rowsOf(conversionFactors, rows));
}

function choose(rows: readonly ConversionFactorRow[], line: Partial<OutpatientLine> = {}) {
  const sheet = sheetWith(rows);
  const found: Found = {};
  const row = chooseConversionFactor(pricedFeeRow(), outpatientLine(line), sheet, found);
  return { row, otherServiceTypes: found.otherServiceTypes, sheet };
}

function chosen(...arguments_: Parameters<typeof choose>): ConversionFactorRow {
  return choose(...arguments_).row;
}

/** Why no factor is chosen, and what was found all the same. */
function refused(rows: readonly ConversionFactorRow[], line: Partial<OutpatientLine> = {}) {
  const found: Found = {};
  const noRate = noRateOf(() => chooseConversionFactor(pricedFeeRow(), outpatientLine(line), sheetWith(rows), found));
  return { noRate, otherServiceTypes: found.otherServiceTypes ?? [] };
}

const adult = factorRow({ serviceType: "PRIMARY CARE II - ADULT", ageGroup: "adult" });
const child = factorRow({ serviceType: "PRIMARY CARE II - CHILD", ageGroup: "child", selectionRank: 2 });
const emergency = factorRow({ serviceType: "MEDICINE EMERGENCY", emergency: true, selectionRank: 3 });

it("follows the patient's age", () => {
  expect(chosen([child, adult])).toBe(adult);
  expect(chosen([child, adult], { childPatient: true })).toBe(child);
});

it("keeps all ages when none fits", () => {
  expect(chosen([child])).toBe(child);
});

it("follows the place before the age, and keeps all places when none fits", () => {
  expect(chosen([adult, emergency], { emergencyRoom: true })).toBe(emergency);
  expect(chosen([emergency])).toBe(emergency);
  expect(chosen([adult], { emergencyRoom: true })).toBe(adult);
});

it("puts the provider type's own factor in place of the one for every type, per service and place", () => {
  const everyType = factorRow();
  const everyTypeElsewhere = factorRow({ serviceType: "GYN", selectionRank: 9 });
  const own = factorRow({ providerType: "hospital", selectionRank: 5 });
  const others = factorRow({ providerType: "free_clinic" });
  const { row, otherServiceTypes } = choose([everyType, everyTypeElsewhere, own, others], { providerType: "hospital" });
  expect(row).toBe(own);
  expect(otherServiceTypes).toEqual(["GYN"]);
  expect(chosen([everyType, own, others])).toBe(everyType);
});

it("breaks ties of rank by a named age, then the ordinary place, then the service type", () => {
  const any = factorRow({ serviceType: "ABORTION" });
  const named = factorRow({ serviceType: "GYN", ageGroup: "adult" });
  expect(chosen([any, named])).toBe(named);
  const gyn = factorRow({ serviceType: "GYN" });
  expect(chosen([gyn, any])).toBe(any);
});

it("lists the other service types by their smallest rank, then by name", () => {
  const rows = [
    factorRow({ serviceType: "RADIOLOGY", selectionRank: 4 }),
    factorRow({ serviceType: "GYN", selectionRank: 4 }),
    factorRow({ serviceType: "ABORTION", selectionRank: 5, ageGroup: "adult" }),
    factorRow({ serviceType: "ABORTION", selectionRank: 2, ageGroup: "child" }),
    factorRow({ serviceType: "MEDICINE", selectionRank: 1 }),
  ];
  expect(choose(rows)).toMatchObject({ otherServiceTypes: ["ABORTION", "GYN", "RADIOLOGY"] });
});

it("refuses a service type that does not apply and says which do", () => {
  const available = ["PRIMARY CARE II - ADULT", "MEDICINE EMERGENCY"];
  expect(refused([emergency, adult], { serviceType: "GYN" })).toMatchObject({
    noRate: {
      code: "not_for_request",
      message:
        "Service type GYN does not apply to 99213 (Medicine) for provider type physician_office; available service types: PRIMARY CARE II - ADULT, MEDICINE EMERGENCY.",
      remedy: available.map((value) => ({ parameter: "service_type", value, why: "published for the code" })),
    },
    otherServiceTypes: available,
  });
  expect(choose([adult, emergency], { serviceType: "MEDICINE EMERGENCY" })).toMatchObject({
    row: emergency,
    otherServiceTypes: ["PRIMARY CARE II - ADULT"],
  });
});

it("names the nearest period only where the provider type has one", () => {
  const ended = { period: period("2020-01-01", "2025-06-30") };
  const without =
    "No conversion factor is published for conversion indicator 2 (Medicine) and provider type physician_office on 2025-10-01";
  const never = { code: "not_for_provider_type", message: `${without}.`, nearest: null };
  expect(refused([])).toMatchObject({ noRate: never, otherServiceTypes: [] });
  expect(refused([factorRow({ ...ended, providerType: "hospital" })])).toMatchObject({ noRate: never });
  const elsewhen = {
    code: "not_in_force",
    message: `${without}; the nearest published period is 2020-01-01 to 2025-06-30.`,
    nearest: ended.period,
    remedy: [{ parameter: "date_of_service", value: "2025-06-30" }],
  };
  expect(refused([factorRow(ended)])).toMatchObject({ noRate: elsewhen });
  expect(refused([factorRow({ ...ended, providerType: "physician_office" })])).toMatchObject({ noRate: elsewhen });
});

it("knows the service types of a row for a type of provider on a day", () => {
  const applies = (row: ConversionFactorRow, providerType: ProviderType = "physician_office") =>
    serviceTypeApplies("GYN", pricedFeeRow(), outpatientLine({ providerType }), sheetWith([row]));
  expect(applies(factorRow({ serviceType: "GYN" }))).toBe(true);
  expect(applies(factorRow({ serviceType: "RADIOLOGY" }))).toBe(false);
  expect(applies(factorRow({ serviceType: "GYN", period: period("2025-10-02") }))).toBe(false);
  const ofHospitals = factorRow({ serviceType: "GYN", providerType: "hospital" });
  expect([applies(ofHospitals), applies(ofHospitals, "hospital")]).toEqual([false, true]);
});

it("says of every other factor why it lost, and that the service type was not sent", () => {
  const rows = [
    factorRow({ period: period("2020-01-01", "2025-06-30") }),
    factorRow({ serviceType: "GYN", providerType: "hospital" }),
    factorRow({ serviceType: "RADIOLOGY" }),
    factorRow({ serviceType: "RADIOLOGY", providerType: "podiatrist", selectionRank: 4 }),
    adult,
    child,
    emergency,
    factorRow({ serviceType: "INJECTIONS", selectionRank: 7 }),
  ];
  const { row, sheet } = choose(rows, { providerType: "podiatrist" });
  expect(row).toBe(adult);
  expect(sheet.readings.rowsOn(DAY).map(({ used, whyNot }) => [used, whyNot])).toEqual([
    [false, "another period"],
    [false, "for provider type hospital"],
    [false, "for every provider type, and podiatrist has its own"],
    [false, "a lower rank, 4"],
    [true, null],
    [false, "for age group child"],
    [false, "for emergency rooms only"],
    [false, "a lower rank, 7"],
  ]);
  expect(sheet.assumptions).toMatchObject([
    { parameter: "emergency_room" },
    { parameter: "child_patient" },
    { parameter: "service_type", value: "PRIMARY CARE II - ADULT" },
  ]);
});

it("says that others are of another service type where one is sent, and assumes none", () => {
  const { sheet } = choose([adult, child], { serviceType: "PRIMARY CARE II - CHILD" });
  expect(sheet.readings.rowsOn(DAY).map(({ whyNot }) => whyNot)).toEqual([
    "for service type PRIMARY CARE II - ADULT",
    null,
  ]);
  expect(sheet.assumptions).toEqual([]);
});

it("assumes an adult and no emergency only where a factor was passed over for it", () => {
  const assumed = (...of: Parameters<typeof choose>) =>
    choose(...of).sheet.assumptions.filter(({ parameter }) => parameter !== "service_type");
  const noEmergency = {
    parameter: "emergency_room",
    value: "false",
    reason: "not sent: not priced as an emergency",
  };
  const anAdult = { parameter: "child_patient", value: "false", reason: "not sent: priced as an adult" };
  expect(assumed([adult, emergency])).toEqual([noEmergency]);
  expect(assumed([adult, child])).toEqual([anAdult]);
  expect(assumed([adult, child, emergency])).toEqual([noEmergency, anAdult]);
  expect(assumed([adult])).toEqual([]);
  expect(assumed([child])).toEqual([]);
  expect(assumed([emergency])).toEqual([]);
  expect(assumed([adult, child, emergency], { childPatient: true, emergencyRoom: true })).toEqual([]);
  expect(assumed([adult, child], { childPatient: true })).toEqual([]);
});

it("speaks of a lower rank only where the rank is lower", () => {
  const whyNots = (...rows: ConversionFactorRow[]) =>
    choose(rows)
      .sheet.readings.rowsOn(DAY)
      .map(({ whyNot }) => whyNot);
  const any = factorRow({ serviceType: "ABORTION" });
  const gyn = factorRow({ serviceType: "GYN" });
  const ofAdults = factorRow({ serviceType: "RADIOLOGY", ageGroup: "adult" });
  const second = factorRow({ serviceType: "INJECTIONS", selectionRank: 2 });
  const laterByName = "the same rank, and its service type comes later by name";
  expect(whyNots(gyn, any, second)).toEqual([laterByName, null, "a lower rank, 2"]);
  expect(whyNots(any, ofAdults)).toEqual(["the same rank, and another row is for age group adult", null]);
  const ofAdultsToo = factorRow({ serviceType: "TUBAL STERILIZATIONS", ageGroup: "adult" });
  expect(whyNots(ofAdults, ofAdultsToo)).toEqual([null, laterByName]);
});
