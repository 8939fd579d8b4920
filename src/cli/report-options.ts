import { type OperatorSetting, readPath } from "../operations/setting.ts";
import { readTolerance, NO_TOLERANCE, type Tolerance } from "../reprice/pricing/payment-comparison.ts";
import { readGroupingNames } from "../reprice/report/grouping.ts";
import { Refusal } from "../text/refusal.ts";

export const toleranceSetting: OperatorSetting<Tolerance> = {
  flags: "--tolerance <amount>",
  variable: "RATEBOOK_REPRICE_TOLERANCE",
  description: "differences up to this much are as expected: dollars such as 0.50, or a percentage such as 1%",
  fallback: NO_TOLERANCE,
  fallbackText: "none: to the cent",
  read: readTolerance,
};

export const bySetting: OperatorSetting<readonly string[] | null> = {
  flags: "--by <names>",
  variable: "RATEBOOK_REPRICE_BY",
  description: "totals by code, provider, month and columns of the input, such as code,Payer",
  fallback: null,
  fallbackText: "code,provider,month where payments are compared or a workbook is written",
  read: readGroupingNames,
};

export const workbookSetting: OperatorSetting<string | null> = {
  flags: "--workbook <file.xlsx>",
  variable: "RATEBOOK_REPRICE_WORKBOOK",
  description: "a workbook to write: summary, underpaid and overpaid lines, totals and sources",
  fallback: null,
  fallbackText: "none",
  read: readWorkbookPath,
};

function readWorkbookPath(text: string): string | Refusal {
  const path = readPath(text);
  if (path instanceof Refusal) return path;
  return /\.xlsx$/i.test(path) ? path : new Refusal("a file whose name ends with .xlsx");
}
