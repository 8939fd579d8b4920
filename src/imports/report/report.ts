import type { ReadFrom } from "../layout/binding.ts";
import type { ShrunkTable } from "../merging/shrinking.ts";
import { type ListedChange, ROW_CHANGE_KINDS } from "./changes.ts";
import type { Counted } from "./tally.ts";

/** What an import did to a table. */
export interface TableReport {
  /** Such as `ca/outpatient_rates`. */
  readonly table: string;
  /** Rows that the edition brings. */
  readonly taken: number;
  /** Rows that are as before, whoever brought them. */
  readonly unchanged: number;
  /** Those of them that another publication brought, or a hand. */
  readonly unchangedOfOthers: number;
  /** Rows of the edition that became one with a neighbour of it that says the same. */
  readonly joined: number;
  /** Rows that say something else than before, from the edition's date on where the table is dated. */
  readonly changed: number;
  /** Rows that the edition ends. */
  readonly closed: number;
  readonly added: number;
  /** Rows that are gone altogether. */
  readonly removed: number;
  /** Rows written by hand, which were kept. */
  readonly own: number;
  /** Rows that the edition repeats with other values; the first of them counts. */
  readonly repeated: number;
  /** Rows that lack something that another publication may bring; they are not in the table yet. */
  readonly waiting: readonly Counted[];
  /** All rows of the table now. */
  readonly rows: number;
}

/** What an import did, or would do. */
export interface ImportReport {
  readonly publication: string;
  readonly title: string;
  readonly publisher: string;
  /** The day the edition is as of. */
  readonly edition: string;
  readonly file: string;
  readonly sha256: string;
  readonly dataset: string;
  readonly dryRun: boolean;
  /** Which headings each field was read from, list by list. */
  readonly readFrom: readonly ReadFrom[];
  readonly rowsRead: number;
  /** Rows of which nothing was taken; `leftOut` says why, for each table that might have taken something. */
  readonly rowsLeftOut: number;
  readonly leftOut: readonly Counted[];
  readonly findings: readonly Counted[];
  readonly sums: readonly { readonly title: string; readonly total: string }[];
  readonly tables: readonly TableReport[];
  /** Tables that hold a newer edition already, so that this one changes nothing in them. */
  readonly outdated: readonly string[];
  /** Tables that the publication feeds, of states that the dataset does not hold. */
  readonly notHeld: readonly string[];
  /** What changed, table by table: the first rows of each kind. */
  readonly changes: readonly ListedChange[];
  /** The tables in which the edition takes away more than a fifth of its publication's rows in force, and more than one. */
  readonly shrunk: readonly ShrunkTable[];
  /** Whether that was accepted beforehand. */
  readonly acceptShrink: boolean;
  /** The dataset's version after the import; one that was written by hand is kept. */
  readonly version: { readonly value: string; readonly isKept: boolean };
  /** Sheets of the workbook, tables of the page or files of the ZIP of which nothing was taken. */
  readonly notTaken: readonly string[];
}

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
