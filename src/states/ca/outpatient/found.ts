import type { Factor } from "../../../core/money/factor.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import type { ConversionFactorRow, FeeRow } from "../tables.ts";
import type { ProcedureType, ServiceType } from "../values.ts";

/** The factors of a price, each null where its step does not apply. */
interface AppliedFactors {
  readonly modifier: Figure<Factor> | null;
  readonly cutback: Figure<Factor> | null;
  readonly familyPlanning: Figure<Factor> | null;
  readonly hospitalAddOn: Figure<Factor> | null;
}

/** What a lookup finds on its way to the price; a failed one has found what came before the failure (ca 4.6). */
export interface Found {
  fee?: FeeRow;
  /** What could be asked for in place of what was chosen (ca 4.2). */
  otherProcedureTypes?: readonly ProcedureType[];
  otherServiceTypes?: readonly ServiceType[];
  /** Anesthesia with minutes: known as soon as the fee row is. */
  timeUnits?: Figure<Factor> | undefined;
  factor?: ConversionFactorRow;
  /** Only of a line that can be priced. */
  factors?: AppliedFactors;
}
