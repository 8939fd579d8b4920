import type { Factor } from "../../../core/money/factor.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import { lookUp } from "../failures.ts";
import { type ApgWeight, apgProcedures, apgWeights } from "../tables.ts";
import type { OutpatientCode } from "./request.ts";

/** The weight that a code is paid by. */
export interface CodeWeight {
  readonly weight: Figure<Factor>;
  /** The row of the APG whose weight it is; null for a procedure with its own, which is paid by it alone. */
  readonly apgRow: ApgWeight | null;
  /** The APG of the code; a procedure with its own weight may have none. */
  readonly apg: number | null;
  readonly unitsLimit: Factor | null;
}

/** The weight of an APG, or of the procedure that groups to one or has its own (ny 4.2 steps 2 and 3). */
export function weightOf({ code, apg }: OutpatientCode, sheet: Sheet): CodeWeight {
  if (apg !== null) return weightOfApg(apg, null, sheet);

  const procedures = sheet.rows(apgProcedures, { code });
  const procedure = sheet.only(procedures, "code_not_listed", () => noWeight(code));
  const { unitsLimit } = procedure;
  const ownWeight = sheet.figure("px_based_weight", procedure, "pxBasedWeight");
  if (ownWeight !== null) return { weight: ownWeight, apgRow: null, apg: procedure.apg, unitsLimit };
  return weightOfApg(procedure.apg as number, unitsLimit, sheet);
}

function weightOfApg(apg: number, unitsLimit: Factor | null, sheet: Sheet): CodeWeight {
  const sought = { code: "code_not_listed", what: "APG weight", key: `APG ${apg}` } as const;
  const apgRow = lookUp(sheet.rows(apgWeights, { apg }), sought, sheet);
  return { weight: sheet.figure("apg_weight", apgRow, "apgWeight"), apgRow, apg, unitsLimit };
}

function noWeight(code: string): string {
  return `HCPCS code ${code} has no procedure-based APG weight and no APG grouping in the loaded data; send the APG number instead.`;
}
