import { expect, it } from "vitest";
import { laboratoryPayment } from "../../../../src/states/ga/outpatient/laboratory.ts";
import { type LabRow, labRates, medicareClfs } from "../../../../src/states/ga/tables.ts";
import { rowsOf } from "../../../support/sheet.ts";
import {
  dollars,
  ENDED,
  IN_FORCE,
  labRow,
  outpatientOutcome,
  outpatientRequest,
  period,
  sheetOf,
  whyNot,
} from "../rows.ts";

const medicare = (rate: string, differences = {}) => ({
  ...IN_FORCE,
  code: "99213",
  modifier: null,
  rate: dollars(rate),
  ...differences,
});

function price(rows: readonly LabRow[], medicareRows: readonly ReturnType<typeof medicare>[] = [], modifier = "") {
  const sheet = sheetOf(rowsOf(labRates, rows), rowsOf(medicareClfs, medicareRows));
  const published = sheet.rows(labRates, { code: "99213" });
  return outpatientOutcome(sheet, (_, found) =>
    laboratoryPayment(outpatientRequest({ modifier }), published, sheet, found),
  );
}

it("pays the lesser of the state's rate and Medicare's", () => {
  const paid = (medicareRate: string) => price([labRow()], [medicare(medicareRate)]).payment?.value.text;
  expect([paid("8.11"), paid("8.10"), paid("8.09")]).toEqual(["8.10", "8.10", "8.09"]);
});

it("compares with Medicare's rate of the same modifier on the same day only", () => {
  // Rows written by hand say all there is: no edition of theirs is known.
  for (const other of [medicare("1.00", { modifier: "QW" }), medicare("1.00", ENDED)]) {
    const { payment, method, found } = price([labRow()], [other]);
    expect(payment?.value.text).toBe("8.10");
    expect(method).toBe("GA schedule rate ($8.10), no Medicare CLFS rate published = $8.10");
    expect(found.medicareRate).toBeUndefined();
  }
  const waived = price([labRow({ modifier: "QW" })], [medicare("1.00"), medicare("2.00", { modifier: "QW" })], "QW");
  expect(waived.payment?.value.text).toBe("2.00");
  expect(waived.found.modifier).toBe("QW");
});

it("never says that Medicare publishes no rate where none of its rates is loaded", () => {
  const { method, sheet } = price([labRow()]);
  expect(method).toBe("GA schedule rate ($8.10), no Medicare CLFS edition loaded for the date of service = $8.10");
  expect([...sheet.readings.withoutEdition]).toEqual([medicareClfs]);
});

it("holds while both rates do", () => {
  const quarter = { period: period("2025-08-01", "2025-09-30") };
  expect(price([labRow()], [medicare("9.00", quarter)]).period).toEqual(quarter.period);
  expect(price([labRow()]).period).toEqual(IN_FORCE.period);
});

it("says whether the code, the day or the modifier is missing, and names no schedule", () => {
  const failure = (...of: Parameters<typeof price>) => {
    const { noRate, found } = price(...of);
    expect(found.serviceCategory).toBeUndefined();
    return noRate;
  };
  expect(failure([])).toMatchObject({
    code: "code_not_listed",
    message: "Code 99213 is not on the Georgia clinical laboratory fee schedule.",
    searched: { table: labRates, key: { code: "99213" } },
  });
  expect(failure([labRow(ENDED)])).toMatchObject({
    code: "not_in_force",
    message:
      "No rate for code 99213 is published for 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
    nearest: ENDED.period,
  });
  const manual = labRow({ modifier: "91", rate: null, manuallyPriced: true });
  expect(failure([labRow(), labRow({ modifier: "QW" }), manual], [], "90")).toMatchObject({
    code: "not_for_request",
    message: "Code 99213 has no rate row with modifier 90 on 2025-09-15; published modifiers: 91, QW, none.",
    remedy: [{ value: "QW" }, { value: "" }],
  });
  expect(failure([labRow()], [], "90")?.message).toBe(
    "Code 99213 has no rate row with modifier 90 on 2025-09-15; published modifiers: none.",
  );
});

it("without an amount is priced by hand, and neither rate is shown", () => {
  const { noRate, method, found, period } = price([labRow({ rate: null, manuallyPriced: true })], [medicare("1.00")]);
  expect(noRate).toMatchObject({
    code: "by_report",
    message: "Code 99213 is manually priced: Georgia publishes no amount for it and sets the payment per claim.",
  });
  expect(method).toBe("Manually priced: no published amount; payment is determined per claim");
  expect(period).toEqual(IN_FORCE.period);
  expect(found).toEqual({ serviceCategory: "clinical_lab", modifier: null });
});

it("the record says which of the two is less, and why a row of another modifier lost", () => {
  const waived = labRow({ modifier: "QW" });
  const isLess = (medicareRate: string) => {
    const priced = price([waived, labRow()], [medicare(medicareRate)]);
    expect(whyNot(priced, waived)).toBe("another modifier, QW");
    return priced.sheet.steps.map(({ section, decision }) => [section, decision?.compare, decision?.outcome]);
  };
  expect(isLess("8.09")).toEqual([["ga 4.5 step 4", "less", true]]);
  expect(isLess("8.10")).toEqual([["ga 4.5 step 4", "less", false]]);
});
