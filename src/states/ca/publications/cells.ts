import { type Conversion, inTurn, upperCase } from "../../../imports/declaring/conversions.ts";

/** The first day of the state fiscal year in a file name, `2019-20`; a date such as `2019-10` is none. */
export function fiscalYearStart(fileName: string): string | null {
  for (const [, first = "", next] of fileName.matchAll(/(?<![0-9])(20[0-9]{2})[-_ ](?:20)?([0-9]{2})(?![0-9])/g)) {
    if (Number(next) === (Number(first) + 1) % 100) return `${first}-07-01`;
  }
  return null;
}

/** An identifier that a spreadsheet may have turned into a number: `9.0` is 9. */
export const symbol: Conversion = inTurn((cell) => cell.replace(/\.0+$/, ""), upperCase);

/** An NPI; null for any other text. */
export const npi: Conversion = (cell) => /^[0-9]{10}$/.exec(cell.replace(/\.0+$/, ""))?.[0] ?? null;

/** The first NUCC code of a cell. */
export const taxonomy: Conversion = (cell) => /\b[0-9]{3}[0-9A-Z]{6}X\b/.exec(cell.toUpperCase())?.[0] ?? null;

/** `90033`, or `90033-1234` if the last four digits are known. */
export function zipCode(zip: string | null, lastFour: string | null): string | null {
  const digits = zip?.replace(/\.0+$/, "").replace(/[^0-9]/g, "") ?? "";
  if (digits === "") return null;
  if (digits.length > 5) return `${digits.slice(0, 5)}-${digits.slice(5)}`;
  const four = lastFour?.replace(/[^0-9]/g, "") ?? "";
  return /[1-9]/.test(four) ? `${digits.padStart(5, "0")}-${four.padStart(4, "0")}` : digits.padStart(5, "0");
}
