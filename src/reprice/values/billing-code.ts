import { Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { CodeSystem } from "./column-names.ts";
import { modifierMeaning } from "./modifiers.ts";
import { type ReadValue, readCode, trimmedFor, type ValueReader } from "./read-value.ts";

export const BILLING_CODE = "billing_code";

/** Excludes what no state has in a code: a blank, a comma or a point. */
const PROCEDURE_OR_GROUP = /^[\p{L}\p{N}]+$/u;
const PROCEDURE_AND_MODIFIER = /^([A-Z0-9]{5})-([A-Z0-9]{2})$/i;
const STAY = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)?$/u;

const NOT_OF_A_LINE = new Refusal(
  "a code of letters and digits alone, such as 99213, or one with a modifier (99213-25)",
);
/** A DRG in a field of four characters, or one of two digits and its severity. */
const PADDED = /^0[0-9]{3}$/;

function padded(code: string): Refusal {
  return new Refusal(`a DRG of three digits: this has four. With its severity a DRG is written ${code.slice(1)}-2`);
}

/** Whether the state refuses a code for its padding. New York reads `0560` as DRG 560. */
export function isPadded(code: string, lookup: Pick<RateLookup, "parameters">): boolean {
  return PADDED.test(code) && codeParameter(lookup)?.fromText(`${code}-1`) instanceof Refusal;
}

const HEADED_OTHERWISE = new Refusal(
  "a DRG with its severity, such as 139-2: four digits are read as one where the heading of the column says DRG",
);
const NOT_OF_A_STAY = new Refusal("a DRG with its severity, such as 139-2");

/**
 * Reads codes of claims. What cannot be a code is refused: "not in the fee schedule" would send the analyst to the wrong place.
 * `codeSystem`: the code system that the heading names.
 */
export function codeReader(
  lookup: Pick<RateLookup, "setting" | "parameters">,
  codeSystem: CodeSystem | null,
  hasSeverityColumn = false,
): ValueReader {
  if (lookup.setting === "inpatient") {
    const code = codeParameter(lookup);
    // The severity may stand in its own column.
    const isTaken = (text: string) => [text, `${text}-1`].some((each) => !(code?.fromText(each) instanceof Refusal));
    const read = stayReader(joinsSeverity(lookup), codeSystem, isTaken);
    // The severity beside it decides (`withSeverity`).
    return (text) => (hasSeverityColumn && isPadded(text, lookup) ? { text, way: null } : read(text));
  }
  return (text) => {
    const value = readCode(text);
    if (value instanceof Refusal) return value;
    return PROCEDURE_OR_GROUP.test(value.text) || PROCEDURE_AND_MODIFIER.test(value.text) ? value : NOT_OF_A_LINE;
  };
}

/** `APR139-2`, `APR-DRG 139/2`, `139 - 2`: a DRG and its severity with a prefix or another separator. */
const DRG_AND_SEVERITY = /^(?:(?:APR|DRG|APR[ -]?DRG)[ :-]*)?([0-9]{1,3})\s*[-\u2010-\u2013/]\s*([1-4])$/i;
/** `1392` and `APR1392`. A leading zero may pad a DRG without its severity: that has two readings. */
const DRG_BESIDE_SEVERITY = /^(?:(?:APR|DRG|APR[ -]?DRG)[ :-]*)?([1-9][0-9]{2})([1-4])$/i;

const DRG_DIGITS = 3;
const FOUR_DIGITS = /^[0-9]{4}$/;

/** Four digits are a DRG and its severity only under a heading that says DRG: a stay can have other codes of four digits, such as rate codes. */
function stayReader(
  hasSeverity: boolean,
  codeSystem: CodeSystem | null,
  isTaken: (code: string) => boolean,
): ValueReader {
  return (text) => {
    const value = readCode(text);
    if (value instanceof Refusal || !hasSeverity) return checkedStay(value);
    const beside = codeSystem === "group" ? DRG_BESIDE_SEVERITY.exec(value.text) : null;
    const [, drg, severity] = DRG_AND_SEVERITY.exec(value.text) ?? beside ?? [];
    if (drg === undefined && FOUR_DIGITS.test(value.text) && !isTaken(value.text)) {
      return value.text.startsWith("0")
        ? padded(value.text)
        : codeSystem === "group"
          ? NOT_OF_A_STAY
          : HEADED_OTHERWISE;
    }
    if (drg === undefined || `${drg}-${severity}` === value.text) return checkedStay(value);
    return { text: `${drg.padStart(DRG_DIGITS, "0")}-${severity}`, way: "drgForm" };
  };
}

function checkedStay(value: ReadValue | Refusal): ReadValue | Refusal {
  return value instanceof Refusal || STAY.test(value.text) ? value : NOT_OF_A_STAY;
}

/** A procedure and the modifier written behind it; null for any other code. */
export function codeAndModifier(code: string): { readonly code: string; readonly modifier: string } | null {
  const parts = PROCEDURE_AND_MODIFIER.exec(code);
  return parts === null ? null : { code: parts[1] as string, modifier: (parts[2] as string).toUpperCase() };
}

const PROCEDURE_BEFORE_MODIFIER = /^((?=[A-Z]{0,4}[0-9])[A-Z0-9]{5})([A-Z0-9]{2})$/i;

/**
 * How a code would be written if its last two characters are a modifier of the national list: `99213-25` for `9921325`. Null for any
 * other code. It is a hint and no reading: the code may be a typing error of another kind.
 */
export function withModifierApart(code: string): string | null {
  const [, procedure, modifier = ""] = PROCEDURE_BEFORE_MODIFIER.exec(code) ?? [];
  if (procedure === undefined || modifierMeaning(modifier.toUpperCase()) === null) return null;
  return `${procedure}-${modifier}`;
}

const SEVERITY = /^([0-4])(?:\.0+)?$/;
const NOT_A_SEVERITY = new Refusal("a severity of illness from 0 to 4, the same as in the code where it is there too");

/** Read like every other cell: `NULL`, marks and invisible characters are no severities. */
const readSeverity = trimmedFor((text) => {
  const severity = SEVERITY.exec(text)?.[1];
  return severity === undefined ? NOT_A_SEVERITY : { text: severity, way: null };
});

function codeParameter({ parameters }: Pick<RateLookup, "parameters">) {
  return Object.entries(parameters).find(([key]) => snakeCase(key) === BILLING_CODE)?.[1];
}

/** Whether lookups of stays take DRG and severity as one code. */
export function joinsSeverity(lookup: Pick<RateLookup, "setting" | "parameters">): boolean {
  const code = codeParameter(lookup);
  return lookup.setting === "inpatient" && code !== undefined && !(code.fromText("139-2") instanceof Refusal);
}

/** A DRG with the severity of its own column. If the code has one already, they must agree. */
export function withSeverity(code: string, cell: string, lookup: Pick<RateLookup, "parameters">): ReadValue | Refusal {
  if (code === "") return { text: code, way: null };
  const read = readSeverity(cell);
  if (read instanceof Refusal) return read;
  const severity = read.text;
  if (isPadded(code, lookup)) {
    // `0561` beside 1 may be DRG 561 or 056.
    const isOpen = severity === "" || code.endsWith(severity);
    return isOpen && severity !== "0" ? padded(code) : { text: `${code.slice(1)}-${severity}`, way: "severity" };
  }
  if (severity === "") return { text: code, way: read.way };
  const [, joined] = code.split("-");
  if (joined !== undefined && joined !== severity) return NOT_A_SEVERITY;
  return joined === undefined ? { text: `${code}-${severity}`, way: "severity" } : { text: code, way: null };
}

/** The code of a line's lookup: without the modifier behind it, with the severity beside it. */
export function lookupCode(code: string, severity: string, lookup: Pick<RateLookup, "setting" | "parameters">): string {
  if (lookup.setting === "outpatient") return codeAndModifier(code)?.code ?? code;
  const joined = withSeverity(code, severity, lookup);
  return joined instanceof Refusal ? code : joined.text;
}
