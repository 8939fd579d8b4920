import { foldName } from "../../../text/folding.ts";
import type { PerDiemServiceType } from "../values.ts";

/** How sheets call the services that are paid by the day, by words or by rate code. */
const WORDS: readonly (readonly [type: PerDiemServiceType, words: RegExp])[] = [
  ["dual_diag_child", /\b4607\b|\bDUAL\b.*\b(?:CHILD|ADOLESC)/],
  ["dual_diag_adult", /\b4608\b|\bDUAL\b.*\bADULT/],
  ["chem_dep_rehab", /\bCHEM(?:ICAL)?\b.*\bDEP|\bCD REHAB|\bSUBSTANCE\b.*\bREHAB/],
  ["med_rehab", /\b2853\b|\bMED(?:ICAL)?\b.*\bREHAB|\bPHYSICAL\b.*\bREHAB/],
  ["cah", /\b2999\b|\bCRITICAL ACCESS\b|\bCAH\b/],
  ["specialty_acute", /\bSPECIALTY\b/],
];

/** The service type that a heading, or the cell that names the service, means; null when it is none of them. */
export function perDiemType(text: string): PerDiemServiceType | null {
  const words = foldName(text);
  return WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/** Headings of columns that hold the per diem of one service. */
export const SERVICE_COLUMN =
  /^(?![\s\S]*(?:\balc\b|alternate|add.?on|\bacr\b))[\s\S]*(?:2853|2999|460[78]|rehab|critical access|\bcah\b|specialty|dual)/i;
