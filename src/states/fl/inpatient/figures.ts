import type { Sheet } from "../../../pricing/sheet.ts";
import { floridaProgram } from "../program.ts";
import type { DrgRate, DrgWeight, ParameterName } from "../tables.ts";
import type { TraumaClass } from "../values.ts";
import type { CaseFigures } from "./stay.ts";
import { isNeonatal, isSevereChildCase } from "./service-line.ts";

const TRAUMA_PARAMETERS: Readonly<Record<TraumaClass, ParameterName>> = {
  "Level I": "trauma_level_i",
  "Level II": "trauma_level_ii",
  Pediatric: "trauma_pediatric",
};

/** The figures of a case; the first that has no value on the day ends the calculation (fl 5.2 step 4). */
export function figuresOf(
  weight: DrgWeight,
  { traumaClass }: Pick<DrgRate, "traumaClass">,
  isChild: boolean,
  sheet: Sheet,
): CaseFigures {
  const service = isNeonatal(weight) ? "service_adjustor_neonatal" : "service_adjustor_default";
  const share = isSevereChildCase(weight, isChild) ? "marginal_cost_pct_high" : "marginal_cost_pct";
  return {
    statewideBaseRate: sheet.dollarParameter(floridaProgram, "drg_base_rate").called("statewide base rate"),
    serviceAdjustor: sheet.parameter(floridaProgram, service).called("service adjustor"),
    outlierThreshold: sheet.dollarParameter(floridaProgram, "outlier_threshold").called("threshold"),
    marginalCostPercentage: sheet.parameter(floridaProgram, share).called("marginal cost"),
    traumaPercentage:
      traumaClass === null ? null : sheet.parameter(floridaProgram, TRAUMA_PARAMETERS[traumaClass]).called(traumaClass),
  };
}
