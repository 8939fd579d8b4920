import { foldName } from "../../../text/folding.ts";

/** The columns of a schedule that hold fees; those of other programs (MOMS) and about fees are not among them. */
export const FEE_COLUMN =
  /^(?![\s\S]*(?:moms|type|code|schedule|change|date|desc))[\s\S]*(?:\bfee\b|facility|prof[\s\S]*comp|tech[\s\S]*comp)/i;

export interface FeeColumn {
  readonly modifier: "26" | "TC" | null;
  readonly placeOfService: "facility" | "non_facility" | null;
}

/** What a fee column is for, by its heading: `Non-Facility Fee`, `FEE OFFICE`, `Professional Component`. */
export function feeColumn(heading: string): FeeColumn {
  const words = foldName(heading);
  return { modifier: componentOf(words), placeOfService: placeOf(words) };
}

function componentOf(words: string): FeeColumn["modifier"] {
  if (/\bPROF/.test(words)) return "26";
  return /\bTECH/.test(words) ? "TC" : null;
}

function placeOf(words: string): FeeColumn["placeOfService"] {
  if (/\bNON ?FAC|\bOFFICE\b/.test(words)) return "non_facility";
  return /\bFAC|\bOUTPT\b|\bOUTPATIENT\b/.test(words) ? "facility" : null;
}
