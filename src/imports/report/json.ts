import type { ImportReport } from "./report.ts";

/** The report as data, in the spelling of the other commands. */
export function reportJson(report: ImportReport): unknown {
  return {
    publication: report.publication,
    title: report.title,
    publisher: report.publisher,
    edition: report.edition,
    file: report.file,
    sha256: report.sha256,
    dataset: report.dataset,
    dry_run: report.dryRun,
    rows_read: report.rowsRead,
    rows_left_out: report.rowsLeftOut,
    left_out: report.leftOut,
    sums: report.sums,
    findings: report.findings,
    tables: report.tables,
    outdated: report.outdated,
    not_held: report.notHeld,
  };
}
