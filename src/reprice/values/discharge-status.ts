import { Refusal } from "../../core/text/refusal.ts";
import { byDischargeStatus, type ClaimField } from "../../pricing/claim-fields.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { asItIs, readFlag, trimmedFor, type ValueReader } from "./read-value.ts";

/** The national list of patient discharge statuses (FL 17 of the UB-04), with the codes that it no longer has. */
const STATUSES = new Set(
  "01 02 03 04 05 06 07 08 09 20 21 30 40 41 42 43 50 51 61 62 63 64 65 66 69 70 71 72 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95".split(
    " ",
  ),
);

const STATUS_FORM = /^([0-9]{1,2})(?:\.0+)?$/;

/** The patient is still there, and the bill is an interim one. */
export const STILL_PATIENT = "30";

const NO_STATUS = new Refusal("a discharge status of the national list, such as 01 or 02, or yes or no");
/** `1` is "yes" in a column of flags, and a discharge to home (01) that lost its zero in a column of statuses. */
const ONE_OF_TWO = new Refusal(
  "yes or no, or a discharge status of two digits: 1 may mean yes, and 01 that lost its zero",
);

/** Whether the cell of a column with statuses says so. */
export function isStillPatient(cell: string): boolean {
  const value = trimmedFor(asItIs)(cell);
  return !(value instanceof Refusal) && STATUS_FORM.exec(value.text)?.[1] === STILL_PATIENT;
}

/** What the heading of a column says about its digits: statuses, yes and no, or nothing. */
type DigitsMean = "status" | "flag" | "unknown";

/** The parameters of a lookup that a discharge status decides, with how it does. */
export function parametersByStatus({ claimFields }: RateLookup): ReadonlyMap<string, ClaimField> {
  return new Map([...claimFields].filter(([, field]) => byDischargeStatus(field, "01") !== ""));
}

/** Reads the trimmed text of a cell: yes and no, and also discharge statuses, by the state's declaration of the claim field. */
export function statusReader(field: ClaimField, mean: DigitsMean): ValueReader {
  return (text) => {
    const digits = STATUS_FORM.exec(text)?.[1];
    if (digits === undefined) return readFlag(text);
    const isShort = digits.length === 1;
    if (isShort && mean === "flag") return readFlag(digits);
    if (isShort && mean === "unknown") return digits === "1" ? ONE_OF_TWO : readFlag(digits);
    const status = digits.padStart(2, "0");
    return STATUSES.has(status) ? { text: byDischargeStatus(field, status), way: "dischargeStatus" } : NO_STATUS;
  };
}

/** Reads statuses alone, for a parameter that has no column. The parameter with the column reports what cannot be read. */
export function statusAloneReader(field: ClaimField, mean: DigitsMean): ValueReader {
  const read = trimmedFor(statusReader(field, mean));
  return (cell) => {
    const value = read(cell);
    return value instanceof Refusal || value.way !== "dischargeStatus"
      ? { text: "", way: null }
      : { ...value, way: null };
  };
}
