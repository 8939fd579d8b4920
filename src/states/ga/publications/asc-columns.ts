import type { Conversion } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import { Refusal } from "../../../text/refusal.ts";

const A_NUMBER = new Refusal("a number such as 8, 08 or Group 8");

/** `8`, `08`, `8.0` and `Group 8` are 08. */
export const twoDigits: Conversion = (cell) => {
  const number = /^\D*0*([0-9]{1,2})(?:\.0+)?$/.exec(cell)?.[1];
  return number === undefined ? A_NUMBER : number.padStart(2, "0");
};

/** One of Georgia's nine groups of procedures, 01 to 09. */
export const paymentGroup = heading(
  ["Payment Group", "ASC Payment Group", "ASC Group", "Procedure Group", "Group", "Grp", /\bgroup\b/],
  twoDigits,
);
