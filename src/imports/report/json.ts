import { ROW_CHANGE_KINDS } from "../merging/row-changes.ts";
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
    read_from: report.readFrom.map(({ section, place, fields, notRead }) => ({
      section,
      place,
      fields: Object.fromEntries(fields.map(({ field, columns }) => [field, columns])),
      not_read: notRead,
    })),
    rows_read: report.rowsRead,
    rows_left_out: report.rowsLeftOut,
    left_out: report.leftOut,
    sums: report.sums,
    findings: report.findings,
    tables: report.tables.map(({ unchangedOfOthers, ...table }) => ({
      ...table,
      unchanged_of_others: unchangedOfOthers,
    })),
    outdated: report.outdated,
    not_held: report.notHeld,
    changes: report.changes.map(({ start, end, ...change }) => ({
      ...change,
      effective_start_date: start,
      effective_end_date: end,
    })),
    changes_unlisted: changesUnlisted(report),
    shrunk: report.shrunk.map(({ inForce, ...each }) => ({ ...each, in_force: inForce })),
    accept_shrink: report.acceptShrink,
    version: report.version.value,
    not_taken: report.notTaken,
  };
}

/** How many changes are more than a report holds. */
function changesUnlisted({ tables, changes }: ImportReport): number {
  const all = tables.reduce((sum, table) => sum + ROW_CHANGE_KINDS.reduce((of, kind) => of + table[kind], 0), 0);
  return all - changes.length;
}
