import { expect, it } from "vitest";
import { workedOut } from "../../../../src/pricing/outcome.ts";
import { type Words, words } from "../../../../src/pricing/worksheet/calculation.ts";
import { perDiemPayment } from "../../../../src/states/ny/inpatient/per-diem.ts";
import type { PerDiemRate } from "../../../../src/states/ny/tables.ts";
import { NOTATION } from "../../../../src/states/ny/values.ts";
import { sheetOver } from "../../../support/sheet.ts";
import { DAY, inpatientRequest, money, perDiemRate } from "../rows.ts";

const NOTE = words`note: rate_code 2999 names cah, service_type med_rehab was used`;

function pay(query: Record<string, string>, rate: PerDiemRate = perDiemRate(), rateCodeNote: Words | null = null) {
  const stay = { request: inpatientRequest(query), opcert: "7000101H", rate, rateCodeNote };
  return workedOut(sheetOver(DAY, NOTATION), {}, (sheet) => perDiemPayment(stay, sheet));
}

it("pays each day", () => {
  expect(pay({ length_of_stay: "1" })).toMatchObject({
    payment: { value: { text: "1000.00" } },
    method: "per_diem (1000.00) x days (1) = $1000.00",
  });
});

it("pays ALC days at their own per diem, all days if need be", () => {
  const rate = perDiemRate({ alcPerDiem: money("100.00") });
  expect(pay({ length_of_stay: "3", alc_days: "3" }, rate, NOTE)).toMatchObject({
    payment: { value: { text: "300.00" } },
    method:
      "per_diem (1000.00) x days (0) = $0.00; alc_per_diem (100.00) x alc_days (3) = $300.00; per_diem_payment (0.00) + alc_payment (300.00) = $300.00; note: rate_code 2999 names cah, service_type med_rehab was used",
  });
});

it("has no price without days, and gives the formula when they were not sent", () => {
  expect(pay({ length_of_stay: "0" })).toMatchObject({
    payment: null,
    method: null,
    noRate: { message: "length_of_stay must be at least 1 for service_type med_rehab." },
  });
  expect(pay({}, perDiemRate({ serviceType: "cah" }), NOTE)).toMatchObject({
    payment: null,
    noRate: {
      code: "missing_information",
      message: "length_of_stay is required for service_type cah.",
      remedy: [{ parameter: "length_of_stay", value: null }],
    },
    method:
      "per_diem (1000.00) x days (missing: length_of_stay); note: rate_code 2999 names cah, service_type med_rehab was used",
  });
});

it("finds out about a missing ALC per diem after the days", () => {
  expect(pay({ alc_days: "1" }).noRate?.message).toBe("length_of_stay is required for service_type med_rehab.");
  expect(pay({ length_of_stay: "2", alc_days: "1" })).toMatchObject({
    method: null,
    noRate: { message: "No ALC per diem is published for operating certificate 7000101H, payer class FFS." },
  });
});
