import type { Sheet } from "../../../pricing/sheet.ts";
import type { Words } from "../../../pricing/worksheet/calculation.ts";
import type { DrgWeight } from "../tables.ts";
import type { InpatientRequest } from "./request.ts";

/** A stay to price once its service type and rate row are known. */
export interface Stay<Rate> {
  readonly request: InpatientRequest;
  /** The hospital's operating certificate as messages print it. */
  readonly opcert: string;
  readonly rate: Rate;
  /** The note on an overruled rate code, which ends every method. */
  readonly rateCodeNote: Words | null;
}

/** A stay that is priced by APR-DRG. */
export interface DrgStay<Rate> extends Stay<Rate> {
  readonly weight: DrgWeight;
}

/** ny 5.2 */
export function noteRateCode({ rateCodeNote }: Stay<unknown>, sheet: Sheet): void {
  if (rateCodeNote !== null) sheet.note("ny 5.2", rateCodeNote);
}
