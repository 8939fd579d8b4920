import {
  array,
  boolean,
  choice,
  integer,
  named,
  nullableString,
  object,
  record,
  string,
  stringArray,
  type ValueOf,
  withDescription,
} from "../core/schema/schema.ts";
import { safeCell } from "../dataset/safe-cell.ts";
import { releaseJson, releaseMembers, releaseSchema } from "../pricing/state/release-json.ts";
import {
  type CellChange,
  CHANGE_KINDS,
  type ChangeKind,
  cellChangeSchema,
  cellMembers,
  type ReleaseChange,
} from "./release-change.ts";
import { FIGURE_GROUPS, LARGEST_MAX, type ReleaseComparison, type TableComparison } from "./release-comparison.ts";

// Comparable releases and their changes, as JSON and CSV on the command line and over HTTP.

/** The largest changes of a table that are kept for a page: a person reads some hundred; the command line writes them all. */
export const LISTED_MAX = 2_000;

export const listedRelease = object("ListedRelease", {
  ...releaseMembers,
  in_service: boolean("Whether lookups are answered from it."),
});

const releases = object("Releases", {
  releases: array(
    named("ListedRelease", listedRelease),
    "The release in service, then the others of the catalogue: those that came before it, the newest first, then those that came after it.",
  ),
  unreadable_files: integer("Files of the catalogue that are no release that this version can read."),
});

const changesByKind = Object.fromEntries(
  CHANGE_KINDS.map((kind) => [kind, integer(`Changes of the kind ${kind}.`)]),
) as Readonly<Record<ChangeKind, ReturnType<typeof integer>>>;

const tableDiff = object("TableDiff", {
  table: string("The table."),
  rows_before: integer("Rows in the earlier release."),
  rows_after: integer("Rows in the later release."),
  ...changesByKind,
  listed: integer(`How many of them can be paged through: the ${LISTED_MAX} largest.`),
});

const { column: _column, ...amounts } = cellMembers;

const listedChange = object("Change", {
  table: string("The table, such as ca/outpatient_rates."),
  kind: choice(CHANGE_KINDS, "What became of the key on these days."),
  key: record(nullableString("The value of the column."), "The key, by column."),
  from: nullableString("The first day on which the releases differ so; null in tables without periods."),
  to: nullableString("The last such day; null: from then on."),
  before_until: nullableString(
    "The last day of what is compared with, where the earlier release says nothing of these days.",
  ),
  figure: nullableString("The column that the kind is judged by."),
  ...amounts,
  is_dollars: boolean("Whether the figure is an amount in dollars; otherwise it is a weight, a factor or the like."),
  cells: array(named("CellChange", cellChangeSchema), "Every cell that differs."),
});

const largestChanges = object("LargestChanges", {
  group: choice(
    FIGURE_GROUPS,
    "What the figures are: fees of codes in dollars, other amounts in dollars such as base rates, or weights and factors.",
  ),
  raised: array(
    named("ReleaseChange", listedChange),
    "The largest rises: of dollars by the difference, of weights and factors by the percentage.",
  ),
  cut: array(named("ReleaseChange", listedChange), "The largest cuts, in the same order."),
});

const releaseDiff = object("ReleaseDiff", {
  from: withDescription(releaseSchema, "The earlier release."),
  to: withDescription(releaseSchema, "The later release."),
  states_only_before: stringArray("States of the key that the earlier release alone holds."),
  states_only_after: stringArray("States of the key that the later release alone holds."),
  tables: array(
    named("TableDiff", tableDiff),
    "Every table that was compared, with the number of its changes by kind.",
  ),
  largest: array(
    named("LargestChanges", largestChanges),
    `The largest changes of all these tables, at most ${LARGEST_MAX} of each group and direction.`,
  ),
  changes_listed: integer("How many changes can be paged through."),
  offset: integer("How many were left out before the first."),
  changes: array(named("ReleaseChange", listedChange), "Changes table by table, the largest of each first."),
});

export const releasesSchema = named("Releases", releases);
export const releaseDiffSchema = named("ReleaseDiff", releaseDiff);

export type ListedRelease = ValueOf<typeof listedRelease>;
export type Releases = ValueOf<typeof releases>;
export type TableDiff = ValueOf<typeof tableDiff>;
export type ListedChange = ValueOf<typeof listedChange>;
export type ReleaseDiff = ValueOf<typeof releaseDiff>;

/** What both releases are, before their tables and changes. */
export type ComparedReleases = Pick<ReleaseDiff, "from" | "to" | "states_only_before" | "states_only_after">;

export function releasesJson({ from, to, statesOnlyBefore, statesOnlyAfter }: ReleaseComparison): ComparedReleases {
  return {
    from: releaseJson(from),
    to: releaseJson(to),
    states_only_before: statesOnlyBefore,
    states_only_after: statesOnlyAfter,
  };
}

export function tableJson({ table, rowsBefore, rowsAfter, counts, changes }: TableComparison): TableDiff {
  return { table, rows_before: rowsBefore, rows_after: rowsAfter, ...counts, listed: changes.length };
}

/** The leading cell stands beside the key; all of them follow. */
export function changeJson(change: ReleaseChange): ListedChange {
  const { table, kind, key, from, to, beforeUntil, figure, isDollars, cells } = change;
  const { column, ...leading } = figure ?? NO_FIGURE;
  const days = { from, to, before_until: beforeUntil };
  return { table, kind, key, ...days, figure: column, ...leading, is_dollars: isDollars, cells };
}

const NO_FIGURE = { column: null, before: null, after: null, difference: null, percent: null };

/** Lines that are written together: some hundred kilobytes. */
const LINES_PER_PIECE = 1_000;

const CELL_NAMES = Object.keys(cellMembers) as readonly (keyof CellChange)[];

export const CHANGE_COLUMNS = ["table", "kind", "key", "from", "to", "before_until", ...CELL_NAMES, "is_leading"];

/** All changes as pieces of a CSV file: a line for each changed cell, so that a spreadsheet can sort by any of them. */
export function* csvPieces({ tables }: ReleaseComparison): Generator<string> {
  let piece = `${CHANGE_COLUMNS.join(",")}\n`;
  let lines = 0;
  for (const { changes } of tables) {
    for (const change of changes.inOrder()) {
      piece += linesOf(change);
      lines += 1;
      if (lines % LINES_PER_PIECE !== 0) continue;
      yield piece;
      piece = "";
    }
  }
  yield piece;
}

function linesOf(change: ReleaseChange): string {
  return changeRows(changeJson(change))
    .map((cells) => `${cells.map((cell) => safeCell(cell)).join(",")}\n`)
    .join("");
}

export function changeRows(change: ListedChange): readonly (readonly string[])[] {
  const { table, kind, key, from, to, before_until, figure, cells } = change;
  const begin = [table, kind, keyText(key), ...[from, to, before_until].map((day) => day ?? "")];
  // An extended key has no changed cell, and gets a line nevertheless.
  if (cells.length === 0) return [[...begin, ...CELL_NAMES.map(() => ""), ""]];
  return cells.map((cell) => [...begin, ...CELL_NAMES.map((name) => cell[name] ?? ""), String(cell.column === figure)]);
}

/** `procedure_code 99213, procedure_type Medicine`; empty cells of the key are left out. */
export function keyText(key: ReleaseChange["key"]): string {
  return Object.entries(key)
    .filter(([, value]) => value !== null && value !== "")
    .map(([header, value]) => `${header} ${value}`)
    .join(", ");
}
