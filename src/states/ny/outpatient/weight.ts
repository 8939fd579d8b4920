import type { Day } from "../../../calendar/day.ts";
import { onlyInForce, type Period, sharedPeriod } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import type { Factor } from "../../../money/factor.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { lookUp } from "../failures.ts";
import { apgProcedures, apgWeights } from "../tables.ts";
import type { OutpatientCode } from "./request.ts";

/** The weight that a code is paid by. */
export interface CodeWeight {
  readonly value: Factor;
  /** A procedure with its own weight is paid by it alone. */
  readonly isProcedureBased: boolean;
  /** The APG of the code; a procedure with its own weight may have none. */
  readonly apg: number | null;
  readonly unitsLimit: Factor | null;
  readonly period: Period;
}

/** The weight of an APG, or of the procedure that groups to one or has its own (ny 4.2). */
export function weightOf({ code, apg }: OutpatientCode, day: Day, data: RateData): CodeWeight | NoRate {
  if (apg !== null) {
    const row = apgWeightRow(apg, day, data);
    if (row instanceof NoRate) return row;
    return { value: row.apgWeight, isProcedureBased: false, apg, unitsLimit: null, period: row.period };
  }

  const procedure = onlyInForce(data.rows(apgProcedures, code), day);
  if (procedure === undefined) return noWeight(code);
  const { unitsLimit, pxBasedWeight, period } = procedure;
  if (pxBasedWeight !== null) {
    return { value: pxBasedWeight, isProcedureBased: true, apg: procedure.apg, unitsLimit, period };
  }

  const grouped = apgWeightRow(procedure.apg as number, day, data);
  if (grouped instanceof NoRate) return grouped;
  return {
    value: grouped.apgWeight,
    isProcedureBased: false,
    apg: procedure.apg,
    unitsLimit,
    period: sharedPeriod(period, grouped.period),
  };
}

function apgWeightRow(apg: number, day: Day, data: RateData) {
  return lookUp(data.rows(apgWeights, apg), day, "APG weight", `APG ${apg}`);
}

function noWeight(code: string): NoRate {
  return new NoRate(
    `HCPCS code ${code} has no procedure-based APG weight and no APG grouping in the loaded data; send the APG number instead.`,
  );
}
