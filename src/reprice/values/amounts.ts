import { parseFactor } from "../../money/factor.ts";
import { Refusal } from "../../text/refusal.ts";
import { asItIs, isRoundedBySpreadsheet, type ReadValue, ROUNDED } from "./read-value.ts";

const NOT_AN_AMOUNT = new Refusal("dollars such as 1629.08, $1,629.08 or (12.50)");
const GROUPED = /^[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?$/;
/** As much of the world writes cents: `27,54`, `1.027,54`; and `1,027`, which is a thousand only to those who do not. */
const DECIMAL_COMMA = /^[0-9]{1,3}(?:\.?[0-9]{3})*,[0-9]+$/;
/** How accounting formats show nothing. */
const DASH = /^\$?\s*-$/;
const PLAIN = /^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
/** Accountants put what was taken back into parentheses, mainframes put its minus behind it. */
const NEGATIVE = /^(?:\$? ?\((.+)\)|-(.+)|\$ ?-(.+)|(.+)-)$/;
const SMALL_EXPONENT = /^(-?)([0-9])(?:\.([0-9]+))?E-([0-9]{1,2})$/i;

/** Whoever writes cents after a comma means 1.027 by 1,027. Read as a thousand it would be wrong a thousandfold, so it takes a sign that it is one. */
export const DECIMAL_COMMAS = new Refusal(
  "a point before decimals: decimal commas are not read, and 1,027 could be one; write 1027, 1,027.00 or $1,027",
);

/** An amount as people write it, in the plain notation that a request has; negative ones with a minus. */
export function readAmount(text: string): ReadValue | Refusal {
  if (parseFactor(text) !== null) return asItIs(text);
  const small = SMALL_EXPONENT.exec(text);
  if (small !== null) return withoutExponent(small);
  if (isRoundedBySpreadsheet(text)) return ROUNDED;
  if (DASH.test(text)) return { text: "0.00", way: "dash" };
  const negative = NEGATIVE.exec(text);
  const size = negative === null ? text : (negative.slice(1).find((part) => part !== undefined) as string);
  const digits = withoutDollarSign(size.trim());
  // A dollar sign is American, and so is its comma; several groups are no decimals.
  if (DECIMAL_COMMA.test(digits) && !(GROUPED.test(digits) && text.includes("$"))) return DECIMAL_COMMAS;
  const plain = GROUPED.test(digits) ? digits.replaceAll(",", "") : PLAIN.test(digits) ? digits : null;
  if (plain === null) return NOT_AN_AMOUNT;
  const whole = plain.startsWith(".") ? `0${plain}` : plain.replace(/\.$/, "");
  return negative === null ? { text: whole, way: "dollars" } : { text: `-${whole}`, way: "negative" };
}

function withoutDollarSign(text: string): string {
  return text.startsWith("$") ? text.slice(1).trim() : text;
}

/** What a spreadsheet makes of a sum that should be nothing, such as 1.4E-14: all of its digits are there. */
function withoutExponent([, sign = "", first = "", others = "", exponent = ""]: RegExpExecArray): ReadValue {
  const digits = first.padStart(Number(exponent) + 1, "0") + others;
  return { text: `${sign}${digits.slice(0, 1)}.${digits.slice(1) || "0"}`, way: "exponent" };
}
