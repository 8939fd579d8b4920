import type { Factor } from "../../../core/money/factor.ts";
import type { ConversionFactorRow, FeeRow } from "../tables.ts";
import type { OutpatientLine } from "./line.ts";

/** A fee row that is not by report. */
export interface PricedFeeRow extends FeeRow {
  readonly unitValue: Factor;
  readonly conversionIndicator: string;
}

/** Rows with a unit value have an indicator: the table demands it (ca 2.2). */
export function hasPrice(row: FeeRow): row is PricedFeeRow {
  return row.unitValue !== null;
}

/** A line to price once its rows are chosen: everything that the payment rules look at. */
export interface OutpatientClaim {
  readonly line: OutpatientLine;
  readonly fee: PricedFeeRow;
  readonly factor: ConversionFactorRow;
}
