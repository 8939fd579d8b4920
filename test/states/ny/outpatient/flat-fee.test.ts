import { expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { flatFeeOf, flatFeePayment } from "../../../../src/states/ny/outpatient/apg.ts";
import { outpatientCode } from "../../../../src/states/ny/outpatient/request.ts";
import type { Found } from "../../../../src/states/ny/outpatient/result.ts";
import { type ApgFeeRow, apgFees } from "../../../../src/states/ny/tables.ts";
import { NOTATION } from "../../../../src/states/ny/values.ts";
import { rowsOf, sheetOver } from "../../../support/sheet.ts";
import { apgFee, DAY, period } from "../rows.ts";

/** The flat fee of a code and what is said of it; null where there is none. */
function feeOf(sent: string, ...rows: readonly ApgFeeRow[]) {
  const sheet = sheetOver(DAY, NOTATION, rowsOf(apgFees, rows));
  const row = flatFeeOf(outpatientCode({ sent, code: sent.toUpperCase() }), sheet);
  if (row === null) return null;
  const found: Found = {};
  const payment = flatFeePayment(row, sheet, found).value.text;
  return { payment, method: sheet.line, period: sheet.readings.period, found, steps: sheet.steps };
}

it("a fee in cents is printed with two decimals, both in the method and as the rate", () => {
  const row = apgFee();
  expect(feeOf("90656", row)).toMatchObject({
    payment: "25.50",
    method: "APG fee schedule amount (25.50) for 90656 = $25.50",
    period: row.period,
    found: { flatFee: row },
  });
  expect(feeOf("90656", apgFee({ amount: factor("0") }))).toMatchObject({ payment: "0.00" });
});

it("a fee of more decimals is printed digit for digit, its code in capitals", () => {
  expect(feeOf("j0696", apgFee({ code: "J0696", amount: factor("0.617500") }))).toMatchObject({
    payment: "0.617500",
    method: "APG fee schedule amount (0.617500) for J0696 = $0.617500",
  });
});

it("the record has the digits of the cell, and nothing rounds them", () => {
  const row = apgFee();
  expect(feeOf("90656", row)?.steps).toMatchObject([
    {
      section: "ny 4.2 step 1",
      formula: { source: { value: { text: "25.5" }, unit: "dollars", from: { row, column: "amount" } } },
      value: { text: "25.50" },
      decimals: null,
      unit: "dollars",
    },
  ]);
});

it("only the fee in force on the day is one", () => {
  const ended = apgFee({ amount: factor("1"), period: period("2024-01-01", "2025-02-28") });
  const current = apgFee({ amount: factor("2"), period: period("2025-03-01", "2025-03-01") });
  const later = apgFee({ amount: factor("3"), period: period("2025-03-02") });
  expect(feeOf("90656", ended, current, later)).toMatchObject({ payment: "2.00" });
  expect(feeOf("90656", ended, later)).toBeNull();
  expect(feeOf("90657", current)).toBeNull();
});

it("an APG number has none", () => {
  expect(feeOf("0271", apgFee({ code: "0271" }))).toBeNull();
});
