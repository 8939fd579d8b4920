import type { MayWrite } from "../../files/writing.ts";
import { writeWorkbook } from "../../workbook/workbook.ts";
import { type InputFile, openInput } from "../reading/input-file.ts";
import type { RunFacts } from "./facts.ts";
import { faultsSheet, type ListReading, listSheets } from "./sheets/list-sheets.ts";
import { sourcesSheet } from "./sheets/sources-sheet.ts";
import { summarySheet } from "./sheets/summary-sheet.ts";
import { totalsSheet } from "./sheets/totals-sheet.ts";

/** Writes what was found as a workbook. Lists are read from the files of the run as they are written. */
export async function writeReportWorkbook(
  path: string,
  facts: RunFacts,
  reading: ListReading,
  mayWrite?: MayWrite,
): Promise<void> {
  const { output, called, report } = facts;
  const file = await openInput(output.out);
  let faults: InputFile | null = null;
  try {
    faults = output.faultsFile === null ? null : await openInput(output.faultsFile, called.faults);
    const sheets = [
      summarySheet(facts),
      ...listSheets(facts, file, reading),
      faultsSheet(facts, faults, reading),
      ...report.totals.map((totals) => totalsSheet(totals, facts)),
      sourcesSheet(facts),
    ];
    await writeWorkbook(path, sheets, mayWrite);
  } finally {
    await faults?.close();
    await file.close();
  }
}
