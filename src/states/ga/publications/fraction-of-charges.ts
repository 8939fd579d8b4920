import { type Conversion, figure, percent } from "../../../imports/declaring/conversions.ts";
import { Refusal } from "../../../text/refusal.ts";

/** No hospital is paid twice its charges, and none less than two cents of a dollar. */
const FRACTION_MAX = 2;

/**
 * A share of charges as a fraction. Workbooks hold a cell that shows 30.42% as 0.3042, and some lists print 30.42: which
 * of them a figure without a sign is, its size tells.
 */
export const fractionOfCharges: Conversion = (cell) => {
  if (cell.includes("%")) return percent(cell);
  const value = figure(cell);
  if (value === null || value instanceof Refusal) return value;
  return Number(value) > FRACTION_MAX ? percent(cell) : value;
};
