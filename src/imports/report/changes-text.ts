import { ROW_CHANGE_KINDS } from "../merging/row-changes.ts";
import { CHANGES_SHOWN_MAX, type ChangedCell, keyValuesText, type ListedChange } from "./change-log.ts";
import { count } from "./counts.ts";
import type { TableReport } from "./report.ts";

/** As much of a row and of a cell as fits on a line. */
const CELLS_SHOWN_MAX = 4;
const CELL_CHARACTERS_MAX = 40;

/** What changed in a table, the first rows of each kind, as lines of a report. */
export function changesText(report: TableReport, changes: readonly ListedChange[]): string[] {
  const own = changes.filter(({ table }) => table === report.table);
  return ROW_CHANGE_KINDS.flatMap((kind) => {
    const shown = own.filter(({ change }) => change === kind).slice(0, CHANGES_SHOWN_MAX);
    if (shown.length === 0) return [];
    const unshown = report[kind] - shown.length;
    const more = unshown > 0 ? [`and ${count(unshown)} more`] : [];
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
