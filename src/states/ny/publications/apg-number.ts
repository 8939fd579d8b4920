import { number } from "../../../imports/declaring/conversions.ts";

const NUMBER = /^[1-9][0-9]{0,3}$/;

export const NO_APG_NUMBER = "no APG number in the row";

/** The number of an APG without leading zeros; other text as it stands. */
export function apgNumber(cell: string): string | null {
  const value = number(cell);
  return typeof value === "string" ? value : cell;
}

export function isApgNumber(apg: string | null): apg is string {
  return apg !== null && NUMBER.test(apg);
}
