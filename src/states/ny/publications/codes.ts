import { withItsZeros } from "../../../dataset/column.ts";
import { type Conversion, LACKS_A_DIGIT, number } from "../../../imports/declaring/conversions.ts";

const HCPCS = /^(?:[0-9]{4}[0-9A-Z]|[A-Z][0-9]{4})$/;
/** A procedure code, with the leading zeros of an anesthesia code restored; null for titles between the codes. */
export const procedureCode: Conversion = (cell) => {
  const text = cell.toUpperCase();
  const isShort = /^[0-9]{3,4}$/.test(text);
  const whole = isShort ? withItsZeros(text) : text;
  if (whole === null) return LACKS_A_DIGIT;
  return HCPCS.test(whole) ? whole : null;
};

export const NO_CODE = "no procedure code in the row: a heading, a title or a note";

const NUMBER = /^[1-9][0-9]{0,3}$/;

export const NO_APG_NUMBER = "no APG number in the row";

/** The number of an APG without leading zeros; other text as it stands. */
export function apgNumber(cell: string): string | null {
  const value = number(cell);
  return typeof value === "string" ? value : cell;
}

export function isApgNumber(apg: string | null): apg is string {
  return apg !== null && NUMBER.test(apg);
}
