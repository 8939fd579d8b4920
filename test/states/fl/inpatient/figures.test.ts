import { expect, it } from "vitest";
import type { CaseFigures } from "../../../../src/states/fl/inpatient/drg-payment.ts";
import { figuresOf } from "../../../../src/states/fl/inpatient/price.ts";
import type { DrgWeight, ParameterName } from "../../../../src/states/fl/tables.ts";
import { NOTATION, type TraumaClass } from "../../../../src/states/fl/values.ts";
import { noRateOf, sheetOver } from "../../../support/sheet.ts";
import { DAY, drgRate, drgWeight, sheetWith, withoutValue } from "../rows.ts";

function figures(weight: Partial<DrgWeight>, isChild = false, traumaClass: TraumaClass | null = null): CaseFigures {
  return figuresOf(drgWeight(weight), drgRate({ traumaClass }), isChild, sheetWith());
}

it("the neonatal service adjustor goes by the pediatric line, in any case, with or without child_patient", () => {
  const adjustor = (weight: Partial<DrgWeight>, isChild = false) => figures(weight, isChild).serviceAdjustor.value.text;
  expect(adjustor({ pediatricServiceLine: "Neonatal" })).toBe("1.3");
  expect(adjustor({ pediatricServiceLine: "NEONATAL" }, true)).toBe("1.3");
  expect(adjustor({ adultServiceLine: "Neonatal" })).toBe("1.0");
  expect(adjustor({ pediatricServiceLine: "Neonatal Transport" })).toBe("1.0");
});

it("the high percentage is for severity 3 and 4 of three lines", () => {
  const percentage = (soi: number, line: string) =>
    figures({ soi, pediatricServiceLine: line }, true).marginalCostPercentage.value.text;
  expect([1, 2, 3, 4].map((soi) => percentage(soi, "Pediatric"))).toEqual(["0.60", "0.60", "0.80", "0.80"]);
  const lines = ["neonatal", "Transplant Pediatric", "Transplant", "Mental Health"];
  expect(lines.map((line) => percentage(3, line))).toEqual(["0.80", "0.80", "0.60", "0.60"]);
});

it("the line of the high percentage is that of the patient's age", () => {
  const lines = { soi: 3, pediatricServiceLine: "Pediatric", adultServiceLine: "Adult" };
  expect(figures(lines, true).marginalCostPercentage.value.text).toBe("0.80");
  expect(figures(lines, false).marginalCostPercentage.value.text).toBe("0.60");
  expect(figures({ soi: 3, adultServiceLine: "Neonatal" }, false).marginalCostPercentage.value.text).toBe("0.80");
});

it("each trauma class has its percentage; a hospital without one has none", () => {
  const percentage = (traumaClass: TraumaClass | null) =>
    figures({}, false, traumaClass).traumaPercentage?.value.text ?? null;
  expect(percentage("Level I")).toBe("0.17");
  expect(percentage("Level II")).toBe("0.11");
  expect(percentage("Pediatric")).toBe("0.04");
  expect(percentage(null)).toBeNull();
});

it("the first figure without a value fails the case, in a fixed order", () => {
  const order: readonly ParameterName[] = [
    "drg_base_rate",
    "service_adjustor_default",
    "outlier_threshold",
    "marginal_cost_pct",
    "trauma_level_i",
  ];
  const failsAt = (name: ParameterName) => {
    const missing = Object.fromEntries(order.slice(order.indexOf(name)).map((each) => [each, null]));
    const sheet = sheetWith(missing);
    return noRateOf(() => figuresOf(drgWeight(), drgRate({ traumaClass: "Level I" }), false, sheet)).message;
  };
  for (const name of order) expect(failsAt(name)).toBe(withoutValue(name));
});

it("a figure that the case does not use may be missing", () => {
  const sheet = sheetWith({ service_adjustor_neonatal: null, marginal_cost_pct_high: null, trauma_level_i: null });
  expect(figuresOf(drgWeight(), drgRate(), false, sheet).statewideBaseRate.value.text).toBe("10000.00");
});

it("without a statewide base rate in the file there is none", () => {
  const sheet = sheetOver(DAY, NOTATION);
  expect(noRateOf(() => figuresOf(drgWeight(), drgRate(), false, sheet))).toMatchObject({
    code: "missing_information",
    message: "Parameter drg_base_rate has no value.",
  });
});
