import type { Unit } from "../../../src/pricing/worksheet/calculation.ts";

/*
 * Amounts as people read them. The API sends exact digits as text; they are set apart in groups here and never become
 * numbers: nothing that is shown is computed by the page.
 */

/** "1,629.08"; a minus sign that stands out, all digits as they came. */
export function figureText(digits: string): string {
  const [, sign = "", whole = digits, rest = ""] = /^([-+]?)([0-9]+)(\..*)?$/.exec(digits) ?? [];
  const grouped = whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/g, ",");
  return `${sign === "-" ? "\u2212" : ""}${grouped}${rest}`;
}

/** "$1,629.08" */
export function moneyText(digits: string): string {
  const figure = figureText(digits);
  return figure.startsWith("\u2212") ? `\u2212$${figure.slice(1)}` : `$${figure}`;
}

/** "+$14.82", "−$14.00": a difference always has its sign. */
export function differenceText(digits: string): string {
  return digits.startsWith("-") || /^[0.]*$/.test(digits) ? moneyText(digits) : `+${moneyText(digits)}`;
}

/** A line may end after a minus sign, but not between it and what it takes away (U+2060 and a no-break space keep them together). */
export function unbrokenText(text: string): string {
  return text.replaceAll(/\u2212(?=[$0-9])/g, "\u2212\u2060").replaceAll("\u2212 ", "\u2212\u00a0");
}

/** What the units are called beside one, and beside several; a factor has no unit. */
const UNIT_WORDS: Readonly<Record<Unit, readonly [one: string, many: string] | null>> = {
  dollars: null,
  factor: null,
  days: ["day", "days"],
  units: ["unit", "units"],
};

/** A value of the record with its unit: "$8,912.40", "0.3943", "2 days". */
export function measureText(value: string, unit: Unit | null): string {
  // A figure that is published in words stays as it is.
  if (!/^[-+]?[0-9.]+$/.test(value)) return value;
  if (unit === "dollars") return moneyText(value);
  const words = unit === null ? null : UNIT_WORDS[unit];
  if (words === null) return figureText(value);
  return `${figureText(value)} ${/^1(?:\.0*)?$/.test(value) ? words[0] : words[1]}`;
}

/** Digits without groups, or groups of three with one sign between them. `0,900` is 0.9 to its writer: no group follows a zero. */
const NUMBER = /^(?:[0-9]+|[1-9][0-9]{0,2}(?:([, \u00a0\u2009\u202f])[0-9]{3})(?:\1[0-9]{3})*)(?:\.[0-9]+)?$/;

/** A typed number as plain digits: `$1,234.50` and `1 234.50` are 1234.50. Null for what may mean something else, such as `0,9`. */
export function typedDigits(typed: string): string | null {
  const number = typed.trim().replace(/^\$\s*/, "");
  return NUMBER.test(number) ? number.replaceAll(/[^0-9.]/g, "") : null;
}

/** Why a number with a comma was refused; undefined where the comma is not the reason. */
export function commaFault(typed: string): string | undefined {
  const isByComma = typed.includes(",") && typedDigits(typed.trim().replace(/^[-+]/, "")) === null;
  return isByComma ? "A point separates decimals; a comma only groups of three digits." : undefined;
}

const EXAMPLES: Readonly<Record<Unit, string>> = { dollars: "$25,000.50", factor: "0.9", days: "5", units: "2" };

/** What to type instead of something that is not a number. */
export function numberFault(typed: string, unit: Unit | null): string {
  const example = unit === null ? EXAMPLES.factor : EXAMPLES[unit];
  return [`Enter a number, such as ${example}.`, commaFault(typed) ?? []].flat().join(" ");
}
