import { expect, it } from "vitest";
import { NoRate } from "../../../../src/pricing/no-rate.ts";
import { type CaseFigures, figuresOf } from "../../../../src/states/fl/inpatient/figures.ts";
import type { DrgWeight, ParameterName } from "../../../../src/states/fl/tables.ts";
import type { TraumaClass } from "../../../../src/states/fl/values.ts";
import { drgRate, drgWeight, program } from "../rows.ts";

const FIGURES = program({ drg_base_rate: "3551.33" });

function figures(weight: Partial<DrgWeight>, isChild = false, traumaClass: TraumaClass | null = null): CaseFigures {
  const found = figuresOf(drgWeight(weight), drgRate({ traumaClass }), isChild, FIGURES);
  if (found instanceof NoRate) throw new Error(found.message);
  return found;
}

it("the neonatal service adjustor goes by the pediatric line, in any case, with or without child_patient", () => {
  const adjustor = (weight: Partial<DrgWeight>, isChild = false) => figures(weight, isChild).serviceAdjustor.text;
  expect(adjustor({ pediatricServiceLine: "Neonatal" })).toBe("1.3");
  expect(adjustor({ pediatricServiceLine: "NEONATAL" }, true)).toBe("1.3");
  expect(adjustor({ adultServiceLine: "Neonatal" })).toBe("1.0");
  expect(adjustor({ pediatricServiceLine: "Neonatal Transport" })).toBe("1.0");
});

it("the high percentage is for severity 3 and 4 of three lines", () => {
  const percentage = (soi: number, line: string) =>
    figures({ soi, pediatricServiceLine: line }, true).marginalCostPercentage.text;
  expect([1, 2, 3, 4].map((soi) => percentage(soi, "Pediatric"))).toEqual(["0.60", "0.60", "0.80", "0.80"]);
  const lines = ["neonatal", "Transplant Pediatric", "Transplant", "Mental Health"];
  expect(lines.map((line) => percentage(3, line))).toEqual(["0.80", "0.80", "0.60", "0.60"]);
});

it("the line of the high percentage is that of the patient's age", () => {
  const lines = { soi: 3, pediatricServiceLine: "Pediatric", adultServiceLine: "Adult" };
  expect(figures(lines, true).marginalCostPercentage.text).toBe("0.80");
  expect(figures(lines, false).marginalCostPercentage.text).toBe("0.60");
  expect(figures({ soi: 3, adultServiceLine: "Neonatal" }, false).marginalCostPercentage.text).toBe("0.80");
});

it("each trauma class has its percentage; a hospital without one has none", () => {
  const percentage = (traumaClass: TraumaClass | null) =>
    figures({}, false, traumaClass).traumaPercentage?.text ?? null;
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
    return figuresOf(
      drgWeight(),
      drgRate({ traumaClass: "Level I" }),
      false,
      program({ drg_base_rate: "3551.33", ...missing }),
    );
  };
  for (const name of order) expect(failsAt(name)).toMatchObject({ message: `Parameter ${name} has no value.` });
});

it("a figure that the case does not use may be missing", () => {
  const others = program({
    drg_base_rate: "3551.33",
    service_adjustor_neonatal: null,
    marginal_cost_pct_high: null,
    trauma_level_i: null,
  });
  expect(figuresOf(drgWeight(), drgRate(), false, others)).toMatchObject({ statewideBaseRate: { text: "3551.33" } });
});
