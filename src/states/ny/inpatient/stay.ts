import type { Money } from "../../../money/money.ts";
import type { Formula } from "../../../worksheet/worksheet.ts";
import type { NewYorkProgram } from "../program.ts";
import type { InpatientRequest } from "./request.ts";

/** A stay to price once its service type and rate row are known. */
export interface Stay<Rate> {
  readonly request: InpatientRequest;
  /** The hospital's operating certificate as messages print it. */
  readonly opcert: string;
  readonly rate: Rate;
  readonly program: NewYorkProgram;
  /** The note on an overruled rate code, which ends every method. */
  readonly rateCodeNote: Formula | null;
}

/** A stay that is priced by APR-DRG. */
export interface DrgStay<Rate, Weight> extends Stay<Rate> {
  readonly weight: Weight;
}

/** What every path comes to. Without a payment the length of stay is missing, which the message says. */
export interface StayOutcome {
  readonly payment: Money | null;
  readonly message: string | null;
  readonly method: string;
}
