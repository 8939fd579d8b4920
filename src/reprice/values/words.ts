import { Refusal } from "../../text/refusal.ts";
import { asItIs, isRoundedBySpreadsheet, type ReadValue, ROUNDED, type ValueReader } from "./read-value.ts";

const POINT_ZERO = /^([0-9]+)\.0+$/;

/** An identifier or a code: digits that went through a spreadsheet come back with a .0, or rounded. */
export function readDigits(text: string): ReadValue | Refusal {
  if (isRoundedBySpreadsheet(text)) return ROUNDED;
  const whole = POINT_ZERO.exec(text);
  return whole === null ? asItIs(text) : { text: whole[1] as string, way: "pointZero" };
}

/** A code such as 7E100 only looks like a number that was rounded where it has a point or a sign in its exponent. */
export function readCode(text: string): ReadValue | Refusal {
  const whole = POINT_ZERO.exec(text);
  if (whole !== null) return { text: whole[1] as string, way: "pointZero" };
  return /[.+]/.test(text) && isRoundedBySpreadsheet(text) ? ROUNDED : asItIs(text);
}

/** A comma between digits can be a decimal one, and 2,000 minutes two. */
const DIGITS_ALONE = new Refusal("a whole number of digits alone, such as 1440");

/** Days, minutes and the like. */
export function readCount(text: string): ReadValue | Refusal {
  return text.includes(",") ? DIGITS_ALONE : readDigits(text);
}

const FLAGS = new Map([
  ["y", "true"],
  ["yes", "true"],
  ["n", "false"],
  ["no", "false"],
]);

export function readFlag(text: string): ReadValue {
  const known = FLAGS.get(text.toLowerCase());
  return known === undefined ? asItIs(text) : { text: known, way: "yesOrNo" };
}

/** The places that Medicare pays as facilities: hospitals, surgical centers, nursing facilities, ambulances and the like. */
const FACILITIES = new Set("02 19 21 22 23 24 26 31 34 41 42 51 52 53 56 61".split(" "));
/** The others of CMS's list: offices, homes, clinics, laboratories and the like. */
const OTHER_PLACES = new Set(
  "01 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 20 25 27 32 33 49 50 54 55 57 58 60 62 65 66 71 72 81 99".split(
    " ",
  ),
);
const PLACE_CODE = /^([0-9]{1,2})(?:\.0+)?$/;

/**
 * The place of service codes of claims. A state that has a rule for them gets the code; for the others they stand for the two
 * places that fees are published for. A code of no place stays as it is.
 */
export function placeReader(isTaken: (code: string) => boolean): ValueReader {
  return (text) => {
    const code = PLACE_CODE.exec(text)?.[1]?.padStart(2, "0");
    if (code === undefined) return asItIs(text);
    if (isTaken(code)) return code === text ? asItIs(code) : { text: code, way: "placeDigits" };
    if (FACILITIES.has(code)) return { text: "facility", way: "placeCode" };
    return OTHER_PLACES.has(code) ? { text: "non_facility", way: "placeCode" } : asItIs(text);
  };
}
