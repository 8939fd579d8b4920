import type { Unit } from "../../../src/pricing/worksheet/calculation.ts";

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
