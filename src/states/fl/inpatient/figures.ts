import { asMoney } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import type { FloridaProgram } from "../program.ts";
import type { DrgRate, DrgWeight, ParameterName } from "../tables.ts";
import type { TraumaClass } from "../values.ts";
import { isNeonatal, isSevereChildCase } from "./service-line.ts";

/** The program-wide figures that apply to a case. */
export interface CaseFigures {
  readonly statewideBaseRate: Money;
  readonly serviceAdjustor: Factor;
  readonly outlierThreshold: Factor;
  readonly marginalCostPercentage: Factor;
  /** Null where the hospital is no trauma center. */
  readonly traumaPercentage: Factor | null;
}

const TRAUMA_PARAMETERS: Readonly<Record<TraumaClass, ParameterName>> = {
  "Level I": "trauma_level_i",
  "Level II": "trauma_level_ii",
  Pediatric: "trauma_pediatric",
};

/** The figures of a case, or the first that has no value on the day (fl 5.2 step 4). */
export function figuresOf(
  weight: DrgWeight,
  { traumaClass }: Pick<DrgRate, "traumaClass">,
  isChild: boolean,
  program: FloridaProgram,
): CaseFigures | NoRate {
  const statewideBaseRate = program("drg_base_rate");
  if (statewideBaseRate instanceof NoRate) return statewideBaseRate;

  const serviceAdjustor = program(isNeonatal(weight) ? "service_adjustor_neonatal" : "service_adjustor_default");
  if (serviceAdjustor instanceof NoRate) return serviceAdjustor;

  const outlierThreshold = program("outlier_threshold");
  if (outlierThreshold instanceof NoRate) return outlierThreshold;

  const marginalCostPercentage = program(
    isSevereChildCase(weight, isChild) ? "marginal_cost_pct_high" : "marginal_cost_pct",
  );
  if (marginalCostPercentage instanceof NoRate) return marginalCostPercentage;

  const traumaPercentage = traumaClass === null ? null : program(TRAUMA_PARAMETERS[traumaClass]);
  if (traumaPercentage instanceof NoRate) return traumaPercentage;

  return {
    statewideBaseRate: asMoney(statewideBaseRate),
    serviceAdjustor,
    outlierThreshold,
    marginalCostPercentage,
    traumaPercentage,
  };
}
