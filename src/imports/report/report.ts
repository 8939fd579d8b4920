import type { ReadFrom } from "../layout/binding.ts";
import type { ShrunkTable } from "../merging/shrinking.ts";
import { type ListedChange, ROW_CHANGE_KINDS } from "./changes.ts";
import type { Counted } from "./tally.ts";

export interface TableReport {
  /** Such as `ca/outpatient_rates`. */
  readonly table: string;
  readonly taken: number;
  /** Unchanged rows, of any source. */
  readonly unchanged: number;
  /** Unchanged rows of another publication, or written by hand. */
  readonly unchangedOfOthers: number;
  /** Rows of the edition that were joined with an equal neighbour. */
  readonly joined: number;
  /** Changed rows; in a dated table from the edition's date on. */
  readonly changed: number;
  readonly closed: number;
  readonly added: number;
  readonly removed: number;
  /** Rows written by hand, which were kept. */
  readonly own: number;
  /** Rows that the edition repeats with other values; the first one counts. */
  readonly repeated: number;
  /** Rows that lack something that another publication may bring; they are not in the table yet. */
  readonly waiting: readonly Counted[];
  readonly rows: number;
}

export interface ImportReport {
  readonly publication: string;
  readonly title: string;
  readonly publisher: string;
  /** The effective day of the edition. */
  readonly edition: string;
  readonly file: string;
  readonly sha256: string;
  readonly dataset: string;
  readonly dryRun: boolean;
  /** The headings of each field, list by list. */
  readonly readFrom: readonly ReadFrom[];
  readonly rowsRead: number;
  /** Rows that fed no table; `leftOut` has the reason for each table that could have used them. */
  readonly rowsLeftOut: number;
  readonly leftOut: readonly Counted[];
  readonly findings: readonly Counted[];
  readonly sums: readonly { readonly title: string; readonly total: string }[];
  readonly tables: readonly TableReport[];
  /** Tables with a newer edition, in which this one changes nothing. */
  readonly outdated: readonly string[];
  /** Tables that the publication feeds, of states that the dataset does not have. */
  readonly notHeld: readonly string[];
  /** The first changed rows of each kind, table by table. */
  readonly changes: readonly ListedChange[];
  /** The tables in which the edition removes more than a fifth of its publication's effective rows, and more than one. */
  readonly shrunk: readonly ShrunkTable[];
  /** Whether the user accepted that beforehand. */
  readonly acceptShrink: boolean;
  /** The dataset's version after the import; one that was written by hand is kept. */
  readonly version: { readonly value: string; readonly isKept: boolean };
  /** Sheets, tables of a page or files of a ZIP that were not imported. */
  readonly notTaken: readonly string[];
}

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
    shrunk: report.shrunk.map(({ effective, ...each }) => ({ ...each, in_force: effective })),
    accept_shrink: report.acceptShrink,
    version: report.version.value,
    not_taken: report.notTaken,
  };
}

/** Changes beyond those that a report holds. */
function changesUnlisted({ tables, changes }: ImportReport): number {
  const all = tables.reduce((sum, table) => sum + ROW_CHANGE_KINDS.reduce((of, kind) => of + table[kind], 0), 0);
  return all - changes.length;
}
