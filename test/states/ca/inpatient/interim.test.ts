import { expect, it } from "vitest";
import { type Found, interimPayment, type Stay } from "../../../../src/states/ca/inpatient/drg-payment.ts";
import { money } from "../../../support/rules.ts";
import { noRateOf } from "../../../support/sheet.ts";
import { type Figures, sheetOf, stayOf, withoutValue } from "../rows.ts";

function price(stay: Stay, figures: Figures = {}) {
  const sheet = sheetOf(figures);
  const found: Found = {};
  const payment = interimPayment(stay, sheet, found).value.text;
  return { payment, sheet, paid: found.paid };
}

it("interim claims are paid by the day and capped at charges", () => {
  expect(price(stayOf({ days: 30 }))).toMatchObject({
    payment: "18000.00",
    paid: {
      basePayment: { value: { text: "10000.00" } },
      charges: { total: { value: { text: "36000.00" } }, source: "estimated" },
    },
  });
  expect(price(stayOf({ days: 30, totalCharges: money("18000.00") }))).toMatchObject({
    payment: "18000.00",
    paid: { chargeCapApplied: false },
  });
  expect(price(stayOf({ days: 30, totalCharges: money("17999.99") }))).toMatchObject({
    payment: "17999.99",
    paid: { chargeCapApplied: true },
  });
  expect(price(stayOf({ days: 0 }))).toMatchObject({ payment: "0.00" });
});

it("interim claims need their own parameter and not those of outliers", () => {
  expect(price(stayOf(), { outlier_threshold: null })).toMatchObject({ paid: { chargeCapApplied: false } });
  expect(noRateOf(() => price(stayOf(), { interim_per_diem: null })).message).toBe(withoutValue("interim_per_diem"));
});

it("a transfer has no effect on an interim claim, and the method says so", () => {
  const { payment, sheet } = price(stayOf({ isTransfer: true, days: 2 }));
  expect(payment).toBe("1200.00");
  expect(sheet.line).toBe(
    "interim per diem ($600.00) x length of stay (2) = $1200.00; transfer_claim has no effect on an interim claim",
  );
});

it("the base payment that a result shows for reference is a step that is not printed", () => {
  const { sheet } = price(stayOf());
  expect(sheet.steps.map(({ section, value, wording }) => [section, value?.text, wording !== null])).toEqual([
    ["ca 5.5", "2400.00", true],
    ["ca 5.4 step 4", "4800.00", false],
    ["ca 5.4 step 4", "2400.00", false],
    ["ca 5.4 step 2", "10000.00", false],
  ]);
});
