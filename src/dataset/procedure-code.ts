import { Refusal } from "../text/refusal.ts";
import type { Column } from "./column.ts";

/** Characters of a procedure code: CPT, HCPCS Level II, CDT and the states' own. */
export const CODE_LENGTH = 5;

/**
 * The codes that begin with a zero and are digits throughout are those of anesthesia, 00100 to 01999. A spreadsheet that
 * takes them for numbers leaves 100 to 1999, so fewer than five digits below this are such a remainder. Above it no zero was
 * lost: there is no code from 02000 to 09999.
 */
const FIRST_WITHOUT_LEADING_ZERO = 2000;

/** The code as it was before a spreadsheet took it for a number; null where no zero is missing. */
export function withItsZeros(code: string): string | null {
  const isNumber = /^[0-9]+$/.test(code) && code.length < CODE_LENGTH;
  return isNumber && Number(code) < FIRST_WITHOUT_LEADING_ZERO ? code.padStart(CODE_LENGTH, "0") : null;
}

/**
 * A CPT or HCPCS code of a given shape. Whatever the shape allows, a code that lost its leading zeros is refused and the
 * likely one named: loaded as it is, it would never be found, or take the place of another.
 */
export function procedureCode(shape: RegExp, expected: string): Column<string | null> {
  const refusal = new Refusal(expected);
  return {
    required: false,
    holds: expected,
    absent: null,
    read(cell) {
      const likely = withItsZeros(cell);
      if (likely !== null) return new Refusal(`${expected}; did a spreadsheet drop its leading zeros? ${likely}`);
      return shape.test(cell) ? cell : refusal;
    },
  };
}
