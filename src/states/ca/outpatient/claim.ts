import type { ConversionFactorRow, PricedFeeRow } from "../tables.ts";
import type { OutpatientLine } from "./line.ts";

/** A line to price once its rows are chosen: everything that the payment rules look at. */
export interface OutpatientClaim {
  readonly line: OutpatientLine;
  readonly fee: PricedFeeRow;
  readonly factor: ConversionFactorRow;
}
