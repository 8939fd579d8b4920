import { expect, it } from "vitest";
import { laboratoryPrice } from "../../../../src/states/ga/outpatient/laboratory.ts";
import { type LabRow, labRates, medicareClfs } from "../../../../src/states/ga/tables.ts";
import { dataOf, dollars, ENDED, IN_FORCE, labRow, outpatientRequest, period } from "../rows.ts";

const medicare = (rate: string, differences = {}) => ({
  ...IN_FORCE,
  code: "99213",
  modifier: null,
  rate: dollars(rate),
  ...differences,
});

function price(rows: readonly LabRow[], medicareRows: readonly ReturnType<typeof medicare>[] = [], modifier = "") {
  return laboratoryPrice(outpatientRequest({ modifier }), dataOf([labRates, rows], [medicareClfs, medicareRows]));
}

it("pays the lesser of the state's rate and Medicare's", () => {
  const paid = (medicareRate: string) => price([labRow()], [medicare(medicareRate)]).payment?.text;
  expect([paid("8.11"), paid("8.10"), paid("8.09")]).toEqual(["8.10", "8.10", "8.09"]);
});

it("compares with Medicare's rate of the same modifier on the same day only", () => {
  const withoutMedicare = {
    payment: { text: "8.10" },
    laboratory: { medicareRate: null },
    method: "GA schedule rate ($8.10), no Medicare CLFS rate published = $8.10",
  };
  expect(price([labRow()], [medicare("1.00", { modifier: "QW" })])).toMatchObject(withoutMedicare);
  expect(price([labRow()], [medicare("1.00", ENDED)])).toMatchObject(withoutMedicare);
  const waived = price([labRow({ modifier: "QW" })], [medicare("1.00"), medicare("2.00", { modifier: "QW" })], "QW");
  expect(waived).toMatchObject({ payment: { text: "2.00" }, modifier: "QW" });
});

it("holds while both rates do", () => {
  const quarter = { period: period("2025-08-01", "2025-09-30") };
  expect(price([labRow()], [medicare("9.00", quarter)]).period).toEqual(quarter.period);
  expect(price([labRow()]).period).toEqual(IN_FORCE.period);
});

it("says whether the code, the day or the modifier is missing, and names no schedule", () => {
  expect(price([])).toEqual({
    kind: "failed",
    message: "Code 99213 is not on the Georgia clinical laboratory fee schedule.",
  });
  expect(price([labRow(ENDED)])).toEqual({
    kind: "failed",
    message:
      "No rate for code 99213 is published for 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
  });
  expect(price([labRow()], [], "90")).toEqual({
    kind: "failed",
    message: "Code 99213 has no rate row with modifier 90 on 2025-09-15; published modifiers: none.",
  });
});

it("without an amount is priced by hand, and neither rate is shown", () => {
  expect(price([labRow({ rate: null, manuallyPriced: true })], [medicare("1.00")])).toEqual({
    kind: "manually priced",
    message: "Code 99213 is manually priced: Georgia publishes no amount for it and sets the payment per claim.",
    serviceCategory: "clinical_lab",
    method: "Manually priced: no published amount; payment is determined per claim",
    period: IN_FORCE.period,
    modifier: null,
  });
});
