import { expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { laboratoryFee, physicianFee } from "../../../../src/states/ny/outpatient/fee-schedule.ts";
import { type FeeRow, feeSchedule } from "../../../../src/states/ny/tables.ts";
import { NOTATION } from "../../../../src/states/ny/values.ts";
import { noRateOf, rowsOf, sheetOver } from "../../../support/sheet.ts";
import { DAY, feeRow, outpatientRequest, provider } from "../rows.ts";

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
