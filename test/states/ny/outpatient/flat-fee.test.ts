import { expect, it } from "vitest";
import { factor } from "../../../../src/money/factor.ts";
import { PublishedRate } from "../../../../src/money/published-rate.ts";
import { flatFeeOf } from "../../../../src/states/ny/outpatient/flat-fee.ts";
import { outpatientCode } from "../../../../src/states/ny/outpatient/request.ts";
import { type ApgFeeRow, apgFees } from "../../../../src/states/ny/tables.ts";
import { apgFee, DAY, period, rateData, rowsOf } from "../rows.ts";

function feeOf(sent: string, ...rows: readonly ApgFeeRow[]) {
  return flatFeeOf(outpatientCode({ sent, code: sent.toUpperCase() }), DAY, rateData(rowsOf(apgFees, ...rows)));
}

it("a fee in cents is printed with two decimals, both in the method and as the rate", () => {
  const row = apgFee();
  expect(feeOf("90656", row)).toEqual({
    kind: "flat fee",
    row,
    payment: new PublishedRate(factor("25.5")),
    method: "APG fee schedule amount (25.50) for 90656 = $25.50",
  });
  expect(feeOf("90656", apgFee({ amount: factor("0") }))).toMatchObject({ payment: { text: "0.00" } });
});

it("a fee of more decimals is printed digit for digit, its code in capitals", () => {
  expect(feeOf("j0696", apgFee({ code: "J0696", amount: factor("0.617500") }))).toMatchObject({
    payment: { text: "0.617500" },
    method: "APG fee schedule amount (0.617500) for J0696 = $0.617500",
  });
});

it("only the fee in force on the day is one", () => {
  const ended = apgFee({ amount: factor("1"), period: period("2024-01-01", "2025-02-28") });
  const current = apgFee({ amount: factor("2"), period: period("2025-03-01", "2025-03-01") });
  const later = apgFee({ amount: factor("3"), period: period("2025-03-02") });
  expect(feeOf("90656", ended, current, later)).toMatchObject({ payment: { text: "2.00" } });
  expect(feeOf("90656", ended, later)).toBeNull();
  expect(feeOf("90657", current)).toBeNull();
});

it("an APG number has none", () => {
  expect(feeOf("0271", apgFee({ code: "0271" }))).toBeNull();
});
