import type { Conversion } from "../../../imports/declaring/conversions.ts";

const HCPCS = /^(?:[0-9]{4}[0-9A-Z]|[A-Z][0-9]{4})$/;
const LENGTH = 5;

/** A procedure code, with the zeros that a spreadsheet took off an anesthesia code; null for titles between the codes. */
export const procedureCode: Conversion = (cell) => {
  const text = cell.toUpperCase();
  const whole = /^[0-9]{3,4}$/.test(text) ? text.padStart(LENGTH, "0") : text;
  return HCPCS.test(whole) ? whole : null;
};

export const NO_CODE = "no procedure code in the row: a heading, a title or a note";
