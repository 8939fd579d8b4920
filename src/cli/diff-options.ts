import { type Day, parseIsoDay } from "../calendar/day.ts";
import { type OperatorSetting, readPath, readWhole } from "../operations/setting.ts";
import { Refusal } from "../text/refusal.ts";

/** More is read in a file: see --csv and --json. */
const SHOWN_MAX = 10_000;

export const onSetting: OperatorSetting<Day | null> = {
  flags: "--on <day>",
  variable: "RATEBOOK_DIFF_ON",
  description: "compare what is in force on one day, as YYYY-MM-DD",
  fallback: null,
  fallbackText: "all days",
  read: (text) => parseIsoDay(text) ?? new Refusal("a calendar day as YYYY-MM-DD"),
};

export const diffStateSetting: OperatorSetting<string | null> = {
  flags: "--state <code>",
  variable: "RATEBOOK_DIFF_STATE",
  description: "compare one state alone; needed with --claims",
  fallback: null,
  fallbackText: "all that both hold",
  read: (text) => text,
};

export const diffSettingSetting: OperatorSetting<string | null> = {
  flags: "--setting <setting>",
  variable: "RATEBOOK_DIFF_SETTING",
  description: "outpatient or inpatient: what the claims are; needed with --claims",
  fallback: null,
  fallbackText: "none",
  read: (text) => text,
};

export const claimsSetting: OperatorSetting<string | null> = {
  flags: "--claims <file>",
  variable: "RATEBOOK_DIFF_CLAIMS",
  description: "a table of claims (CSV, XLSX ...), as reprice takes it: what the change does to them",
  fallback: null,
  fallbackText: "none",
  read: readPath,
};

export const shownSetting: OperatorSetting<number> = {
  flags: "--limit <number>",
  variable: "RATEBOOK_DIFF_LIMIT",
  description: "how many of the largest changes are shown of each table; JSON and CSV have them all",
  fallback: 10,
  read: (text) => readWhole(text, 0, SHOWN_MAX),
};

export const diffCsvSetting: OperatorSetting<string | null> = {
  flags: "--csv <file>",
  variable: "RATEBOOK_DIFF_CSV",
  description: "write all changes to this CSV; it appears under this name only when it is complete",
  fallback: null,
  fallbackText: "none",
  read: readPath,
};

export const claimsCsvSetting: OperatorSetting<string | null> = {
  flags: "--claims-csv <file>",
  variable: "RATEBOOK_DIFF_CLAIMS_CSV",
  description: "write what becomes of every line of the claims to this CSV; it appears when it is complete",
  fallback: null,
  fallbackText: "none",
  read: readPath,
};
