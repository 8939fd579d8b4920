import { expect, it } from "vitest";
import { NoRate } from "../../../../src/pricing/no-rate.ts";
import { perDiemPayment } from "../../../../src/states/ny/inpatient/per-diem.ts";
import type { PerDiemRate } from "../../../../src/states/ny/tables.ts";
import { formula } from "../../../../src/worksheet/worksheet.ts";
import { inpatientRequest, money, perDiemRate, program } from "../rows.ts";

const NOTE = formula`note: rate_code 2999 names cah, service_type med_rehab was used`;

function pay(
  query: Record<string, string>,
  rate: PerDiemRate = perDiemRate(),
  rateCodeNote: typeof NOTE | null = null,
) {
  const request = inpatientRequest(query);
  return perDiemPayment({ request, opcert: "7000101H", rate, program: program(), rateCodeNote });
}

it("pays each day", () => {
  expect(pay({ length_of_stay: "1" })).toMatchObject({
    payment: { text: "1000.00" },
    method: "per_diem (1000.00) x days (1) = $1000.00",
  });
});

it("pays ALC days at their own per diem, all days if need be", () => {
  const rate = perDiemRate({ alcPerDiem: money("100.00") });
  expect(pay({ length_of_stay: "3", alc_days: "3" }, rate, NOTE)).toMatchObject({
    payment: { text: "300.00" },
    method:
      "per_diem (1000.00) x days (0) = $0.00; alc_per_diem (100.00) x alc_days (3) = $300.00; per_diem_payment (0.00) + alc_payment (300.00) = $300.00; note: rate_code 2999 names cah, service_type med_rehab was used",
  });
});

it("has no price without days, and gives the formula when they were not sent", () => {
  expect(pay({ length_of_stay: "0" })).toEqual(
    new NoRate("length_of_stay must be at least 1 for service_type med_rehab."),
  );
  expect(pay({}, perDiemRate({ serviceType: "cah" }), NOTE)).toMatchObject({
    payment: null,
    message: "length_of_stay is required for service_type cah.",
    method:
      "per_diem (1000.00) x days (missing: length_of_stay); note: rate_code 2999 names cah, service_type med_rehab was used",
  });
});

it("finds out about a missing ALC per diem after the days", () => {
  expect(pay({ alc_days: "1" })).toMatchObject({ message: "length_of_stay is required for service_type med_rehab." });
  expect(pay({ length_of_stay: "2", alc_days: "1" })).toEqual(
    new NoRate("No ALC per diem is published for operating certificate 7000101H, payer class FFS."),
  );
});
