import { expect, it } from "vitest";
import { NoRate } from "../../../../src/pricing/no-rate.ts";
import { chooseConversionFactor, serviceTypeApplies } from "../../../../src/states/ca/outpatient/conversion-factor.ts";
import type { OutpatientLine } from "../../../../src/states/ca/outpatient/line.ts";
import type { ConversionFactorRow } from "../../../../src/states/ca/tables.ts";
import type { ProviderType } from "../../../../src/states/ca/values.ts";
import { DAY, factorRow, feeRow, outpatientLine, period } from "../rows.ts";

function choose(rows: readonly ConversionFactorRow[], line: Partial<OutpatientLine> = {}) {
  return chooseConversionFactor(rows, feeRow(), outpatientLine(line), DAY);
}

function chosen(...arguments_: Parameters<typeof choose>): ConversionFactorRow {
  const { row } = choose(...arguments_);
  if (row instanceof NoRate) throw new Error(row.message);
  return row;
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
  expect(choose([everyType, everyTypeElsewhere, own, others], { providerType: "hospital" })).toEqual({
    row: own,
    otherServiceTypes: ["GYN"],
  });
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
  expect(choose([emergency, adult], { serviceType: "GYN" })).toMatchObject({
    row: {
      message:
        "Service type GYN does not apply to 99213 (Medicine) for provider type physician_office; available service types: PRIMARY CARE II - ADULT, MEDICINE EMERGENCY.",
    },
    otherServiceTypes: ["PRIMARY CARE II - ADULT", "MEDICINE EMERGENCY"],
  });
  expect(choose([adult, emergency], { serviceType: "MEDICINE EMERGENCY" })).toEqual({
    row: emergency,
    otherServiceTypes: ["PRIMARY CARE II - ADULT"],
  });
});

it("names the nearest period only where the provider type has one", () => {
  const ended = { period: period("2020-01-01", "2025-06-30") };
  const without =
    "No conversion factor is published for conversion indicator 2 (Medicine) and provider type physician_office on 2025-10-01";
  const refusal = (...rows: ConversionFactorRow[]) => choose(rows);
  expect(refusal()).toMatchObject({ row: { message: `${without}.` }, otherServiceTypes: [] });
  expect(refusal(factorRow({ ...ended, providerType: "hospital" }))).toMatchObject({ row: { message: `${without}.` } });
  const nearest = `${without}; the nearest published period is 2020-01-01 to 2025-06-30.`;
  expect(refusal(factorRow(ended))).toMatchObject({ row: { message: nearest } });
  expect(refusal(factorRow({ ...ended, providerType: "physician_office" }))).toMatchObject({
    row: { message: nearest },
  });
});

it("knows the service types of a row for a type of provider on a day", () => {
  const applies = (row: ConversionFactorRow, type: ProviderType = "physician_office") =>
    serviceTypeApplies("GYN", [row], type, DAY);
  expect(applies(factorRow({ serviceType: "GYN" }))).toBe(true);
  expect(applies(factorRow({ serviceType: "RADIOLOGY" }))).toBe(false);
  expect(applies(factorRow({ serviceType: "GYN", period: period("2025-10-02") }))).toBe(false);
  const ofHospitals = factorRow({ serviceType: "GYN", providerType: "hospital" });
  expect([applies(ofHospitals), applies(ofHospitals, "hospital")]).toEqual([false, true]);
});
