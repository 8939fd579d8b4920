import { expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { Figure } from "../../../../src/pricing/worksheet/calculation.ts";
import { feeRowPayment } from "../../../../src/states/ga/outpatient/physician.ts";
import type { FeeRow } from "../../../../src/states/ga/tables.ts";
import { ENDED, enhancedRow, feeRow, outpatientOutcome, period, sheetOf } from "../rows.ts";

function price(row: FeeRow, ...others: FeeRow[]) {
  return outpatientOutcome(sheetOf(), (sheet, found) => feeRowPayment(row, [row, ...others], sheet, found));
}

it("is paid digit for digit when its rate has more than two decimals, and that is all there is to say", () => {
  const of = (rate: string) => {
    const { payment, method } = price(feeRow({ rate: factor(rate) }));
    return [payment?.value.text, method];
  };
  expect(of("0.004999")).toEqual(["0.004999", "Physician fee schedule rate ($0.004999)"]);
  expect(of("12.340")).toEqual(["12.340", "Physician fee schedule rate ($12.340)"]);
  expect(of("12.34")).toEqual(["12.34", "Physician fee schedule rate ($12.34) = $12.34"]);
  expect(of("12.3")).toEqual(["12.30", "Physician fee schedule rate ($12.30) = $12.30"]);
  expect(of("12")).toEqual(["12.00", "Physician fee schedule rate ($12.00) = $12.00"]);
});

it("says what follows a rate with many decimals after it", () => {
  const component = feeRow({ modifier: "TC", rate: factor("4.0315"), ageGroup: "ADULT" });
  expect(price(component, feeRow({ rate: factor("8.0630") })).method).toBe(
    "Physician fee schedule rate with modifier TC ($4.0315); modifier adjustment = rate ($4.0315) / base rate ($8.0630) = 0.5000; age group ADULT",
  );
});

it("names the schedule, the program, the modifier and the age group", () => {
  expect(price(enhancedRow("ob_gyn", { modifier: "U1" })).method).toBe(
    "Enhanced rate for program ob_gyn with modifier U1 ($76.15) = $76.15",
  );
  expect(price(feeRow({ ageGroup: "ADULT" })).method).toBe(
    "Physician fee schedule rate ($76.15) = $76.15; age group ADULT",
  );
});

it("compares a component with the unmodified row of its own schedule, place and program", () => {
  const component = feeRow({ modifier: "26", rate: factor("8.06"), placeOfService: "non_facility" });
  const adjustment = (base: FeeRow) => price(component, base).found.component?.adjustment.value.text ?? null;
  const base = feeRow({ rate: factor("27.105"), placeOfService: "non_facility" });
  expect(adjustment(base)).toBe("0.2974");
  expect(adjustment({ ...base, placeOfService: null })).toBeNull();
  expect(adjustment({ ...base, serviceCategory: "padl_drug" })).toBeNull();
  expect(adjustment({ ...base, program: "ob_gyn" })).toBeNull();
  expect(adjustment({ ...base, rate: factor("0.00") })).toBeNull();
  expect(adjustment({ ...base, rate: null, manuallyPriced: true })).toBeNull();
});

it("compares no other modifier", () => {
  expect(price(feeRow({ modifier: "EP" }), feeRow()).found.component).toBeNull();
  expect(price(feeRow({ modifier: "TC" }), feeRow()).found.component?.adjustment.value.text).toBe("1.0000");
});

it("without an amount is priced by hand", () => {
  const row = feeRow({ modifier: "26", rate: null, manuallyPriced: true, ...ENDED });
  const { noRate, method, period, found, payment } = price(row, feeRow());
  expect(noRate).toMatchObject({
    code: "by_report",
    message: "Code 99213 is manually priced: Georgia publishes no amount for it and sets the payment per claim.",
  });
  expect(payment).toBeNull();
  expect(method).toBe("Manually priced: no published amount; payment is determined per claim");
  expect(period).toEqual(ENDED.period);
  expect(found).toEqual({ serviceCategory: "physician_fs", modifier: "26", fee: row });
});

it("is recorded with its published digits, whatever is printed; the price is exact where nothing rounds it", () => {
  const recorded = (rate: string) => {
    const row = feeRow({ serviceCategory: "padl_drug", rate: factor(rate) });
    const { sheet, payment } = price(row);
    const [step] = sheet.steps;
    const input = step?.formula;
    if (!(input instanceof Figure)) throw new Error("The price is computed");
    expect(payment?.source).toBe(step);
    expect(input.source).toMatchObject({ name: "rate", unit: "dollars", from: { row, column: "rate" } });
    return [input.source.value?.text, step?.value?.text, step?.decimals, step?.section];
  };
  expect(recorded("12.3")).toEqual(["12.3", "12.30", 2, "ga 4.3 step 4"]);
  expect(recorded("0.0842")).toEqual(["0.0842", "0.0842", null, "ga 4.3 step 4"]);
});

it("uses the base row of a component, which the share that is shown does not outlive", () => {
  const component = feeRow({ modifier: "26", rate: factor("8.06") });
  const september = { period: period("2025-09-01", "2025-09-30") };
  expect(price(component, feeRow(september)).period).toEqual(september.period);
  expect(price(component, feeRow({ ...september, rate: factor("0.00") })).period).toEqual(component.period);
});
