import { foldName } from "../../../text/folding.ts";

/** Words that a listing has and another leaves out. */
const SILENT = new Set([
  "THE",
  "OF",
  "AND",
  "AT",
  "INC",
  "INCORPORATED",
  "LLC",
  "CORP",
  "CORPORATION",
  "CO",
  "LTD",
  "PC",
]);

/** What enrolment lists, which cut names to a width, make of words. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  ST: "SAINT",
  MT: "MOUNT",
  FT: "FORT",
  NY: "NEW YORK",
  NYC: "NEW YORK CITY",
  HOSP: "HOSPITAL",
  HOSPS: "HOSPITAL",
  HSP: "HOSPITAL",
  HOSPITALS: "HOSPITAL",
  CTR: "CENTER",
  CNTR: "CENTER",
  CENTRE: "CENTER",
  MED: "MEDICAL",
  MEM: "MEMORIAL",
  MEML: "MEMORIAL",
  UNIV: "UNIVERSITY",
  GEN: "GENERAL",
  COMM: "COMMUNITY",
  HLTH: "HEALTH",
  HLTHCARE: "HEALTHCARE",
  REHAB: "REHABILITATION",
  REG: "REGIONAL",
  SVC: "SERVICE",
  SVCS: "SERVICE",
  SERVICES: "SERVICE",
  DIAG: "DIAGNOSTIC",
  TRMT: "TREATMENT",
  TREAT: "TREATMENT",
};

/** A name without what two listings of the same facility write differently; two names are equal when these are. */
export function facilityName(name: string): string {
  // St. Mary's is ST MARYS elsewhere: an apostrophe separates no words.
  const words = foldName(name.replace(/['\u2019`]/g, "")).split(" ");
  return words
    .filter((word) => !SILENT.has(word))
    .map((word) => WRITTEN_OUT[word] ?? word)
    .join(" ");
}
