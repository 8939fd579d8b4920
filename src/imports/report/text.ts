import { parseFactor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";
import { countText, grouped } from "../../core/text/plural.ts";
import type { ReadColumn, ReadField, ReadFrom } from "../layout/binding.ts";
import { shrunkText } from "../merging/shrinking.ts";
import { CHANGES_SHOWN_MAX, type ChangedCell, keyValuesText, type ListedChange, ROW_CHANGE_KINDS } from "./changes.ts";
import type { ImportReport, TableReport } from "./report.ts";
import type { Counted } from "./tally.ts";

export function reportText(report: ImportReport): string {
  const {
    title,
    publication,
    edition,
    file,
    sha256,
    rowsRead,
    rowsLeftOut,
    leftOut,
    findings,
    sums,
    tables,
    outdated,
    notHeld,
    notTaken,
  } = report;
  const lines = [
    `${title} (${publication}), edition of ${edition}`,
    `  from ${file}, SHA-256 ${sha256}`,
    `  ${countText(rowsRead, "row")} read, ${grouped(rowsLeftOut)} left out`,
    ...readFromText(report.readFrom),
    ...leftOut.flatMap((each) => countedText("left out", each)),
    ...(notTaken.length === 0 ? [] : [`  nothing taken of ${notTaken.join(", ")}`]),
    ...sums.map((sum) => `  sum of ${sum.title}: ${sumText(sum.total)}`),
    ...findings.flatMap((each) => countedText("found", each)),
    ...tables.flatMap((table) => [...tableText(table), ...changesText(table, report.changes)]),
    ...outdated.map((table) => `${table}\n  holds a newer edition already; this one changes nothing in it`),
    ...(notHeld.length === 0 ? [] : [`Not taken, as the dataset does not hold the state: ${notHeld.join(", ")}`]),
    ...report.shrunk.map(
      (each) => `Leaves out more than a fifth of the publication's rows in force in ${shrunkText(each, publication)}`,
    ),
    ...shrinkingAdvice(report),
    versionText(report),
    report.dryRun ? `Dry run: nothing was written to ${report.dataset}.` : `Written to ${report.dataset}.`,
  ];
  return lines.join("\n");
}

function shrinkingAdvice({ dryRun, shrunk, acceptShrink }: ImportReport): string[] {
  if (shrunk.length === 0) return [];
  if (acceptShrink) return ["  accepted, as --accept-shrink says"];
  return dryRun ? ["  without --accept-shrink this edition is refused"] : [];
}

function versionText({ version: { value, isKept }, dryRun }: ImportReport): string {
  if (isKept) return `The dataset's version stays ${value}, which was written by hand.`;
  return `The dataset's version ${dryRun ? "would be" : "is"} ${value}.`;
}

function tableText({ table, waiting, ...counts }: TableReport): string[] {
  const { taken, unchanged, unchangedOfOthers, joined, changed, closed, added, removed, own, repeated, rows } = counts;
  const parts = [`${grouped(added)} added`, `${grouped(changed)} changed`, `${grouped(closed)} closed`];
  if (removed > 0) parts.push(`${grouped(removed)} removed`);
  parts.push(`${grouped(unchanged)} unchanged${ofOthersText(unchangedOfOthers)}`);
  if (joined > 0) parts.push(`${grouped(joined)} joined with a neighbour that says the same`);
  const lines = [table, `  ${grouped(taken)} taken: ${parts.join(", ")}; the table has ${countText(rows, "row")} now`];
  if (own > 0) lines.push(`  ${countText(own, "row")} written by hand, kept as they are`);
  if (repeated > 0)
    lines.push(`  ${countText(repeated, "row")} listed again with other values; the first of each counts`);
  for (const each of waiting) lines.push(...countedText("not yet in the table", each));
  return lines;
}

function countedText(what: string, { reason, count: number, examples }: Counted): string[] {
  const shown = examples.length === 0 ? "" : ` (${examples.join("; ")}${number > examples.length ? "; ..." : ""})`;
  return [`  ${what}: ${grouped(number)}, ${reason}${shown}`];
}

/** Unchanged rows of others are counted with the table, not with the imported rows. */
function ofOthersText(rows: number): string {
  return rows === 0 ? "" : ` (${grouped(rows)} of them not of this publication)`;
}

/** With cents, or every digit if there are more. */
function sumText(total: string): string {
  const sum = parseFactor(total);
  return sum === null ? total : dollarText(sum);
}

/** Enough lists to see how a workbook is read; the sheets of one publication have the same layout. */
const LISTS_SHOWN = 12;
const HEADING_CHARACTERS_MAX = 60;
/** Fields with more columns are shown by the first and last. */
const COLUMNS_SHOWN = 3;

/** Enough unread columns to notice one that was meant. */
const NOT_READ_SHOWN = 12;

/** `read from line 5: code "HCPCS" (B), rate "RATE" (F); no column for modifier; not read: "OLD RATE" (G)`, a line for each list. */
function readFromText(lists: readonly ReadFrom[]): string[] {
  const shown = lists.slice(0, LISTS_SHOWN).map(listText);
  const more = lists.length > LISTS_SHOWN ? [`  read from ${grouped(lists.length - LISTS_SHOWN)} more lists`] : [];
  return [...shown, ...more];
}

function listText({ place, fields, notRead }: ReadFrom): string {
  const there = fields.filter(({ columns }) => columns.length > 0).map(fieldText);
  const lacking = fields.filter(({ columns }) => columns.length === 0).map(({ field }) => field);
  const without = lacking.length === 0 ? "" : `; no column for ${lacking.join(", ")}`;
  return `  read from ${place}: ${there.join(", ")}${without}${notReadText(notRead)}`;
}

function notReadText(columns: readonly ReadColumn[]): string {
  if (columns.length === 0) return "";
  const more = columns.length > NOT_READ_SHOWN ? ` and ${grouped(columns.length - NOT_READ_SHOWN)} more` : "";
  return `; not read: ${columns.slice(0, NOT_READ_SHOWN).map(columnText).join(", ")}${more}`;
}

function fieldText({ field, columns }: ReadField): string {
  if (columns.length <= COLUMNS_SHOWN) return `${field} ${columns.map(columnText).join(" and ")}`;
  const [first, last] = [columns[0], columns.at(-1)] as [ReadColumn, ReadColumn];
  return `${field} ${columnText(first)} to ${columnText(last)}, ${columns.length} columns`;
}

function columnText({ column, heading }: ReadColumn): string {
  if (heading === null) return column.includes(" ") ? column : `column ${column}`;
  const text = heading.replace(/\s+/g, " ");
  const isLong = text.length > HEADING_CHARACTERS_MAX;
  return `${JSON.stringify(isLong ? `${text.slice(0, HEADING_CHARACTERS_MAX)}...` : text)} (${column})`;
}

const CELLS_SHOWN_MAX = 4;
const CELL_CHARACTERS_MAX = 40;

/** The first changed rows of each kind in a table, as report lines. */
function changesText(report: TableReport, changes: readonly ListedChange[]): string[] {
  const own = changes.filter(({ table }) => table === report.table);
  return ROW_CHANGE_KINDS.flatMap((kind) => {
    const shown = own.filter(({ change }) => change === kind).slice(0, CHANGES_SHOWN_MAX);
    if (shown.length === 0) return [];
    const unshown = report[kind] - shown.length;
    const more = unshown > 0 ? [`and ${grouped(unshown)} more`] : [];
    if (kind === "changed") return [...shown.map(changedText), ...more].map((text) => `  changed: ${text}`);
    return [`  ${kind}: ${[...shown.map(comingOrGoing), ...more].join("; ")}`];
  });
}

function comingOrGoing(change: ListedChange): string {
  if (change.change === "added" && change.start !== null) return `${keyValuesText(change)} from ${change.start}`;
  if (change.change === "closed") return `${keyValuesText(change)} on ${change.end}`;
  return keyValuesText(change);
}

/** `00002: fee 2.00 -> 2.50, from 2026-07-01` */
function changedText(change: ListedChange): string {
  const { cells, start } = change;
  const shown = cells.slice(0, CELLS_SHOWN_MAX).map(cellText);
  const more = cells.length > CELLS_SHOWN_MAX ? [`${cells.length - CELLS_SHOWN_MAX} more cells`] : [];
  const from = start === null ? [] : [`from ${start}`];
  return `${keyValuesText(change)}: ${[...shown, ...more, ...from].join(", ")}`;
}

function cellText({ column, before, after }: ChangedCell): string {
  return `${column} ${shortened(before)} -> ${shortened(after)}`;
}

function shortened(value: string | null): string {
  if (value === null) return "(empty)";
  return value.length > CELL_CHARACTERS_MAX ? `${value.slice(0, CELL_CHARACTERS_MAX)}...` : value;
}
