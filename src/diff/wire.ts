import type { ReleaseDescription } from "../release/release.ts";
import type { CellChange, ReleaseChange } from "./release-change.ts";
import type { TableComparison } from "./release-comparison.ts";

/* A comparison as JSON, the same on the command line and over HTTP. */

export function releaseJson({ name, version, contentHash }: ReleaseDescription) {
  return { name, version, content_hash: contentHash };
}

export function tableJson({ table, rowsBefore, rowsAfter, counts, changes }: TableComparison) {
  return { table, rows_before: rowsBefore, rows_after: rowsAfter, ...counts, listed: changes.length };
}

/** The cell that leads stands beside the key; all of them follow. */
export function changeJson({ table, kind, key, from, to, beforeUntil, figure, cells }: ReleaseChange) {
  return {
    table,
    kind,
    key,
    from,
    to,
    before_until: beforeUntil,
    figure: figure?.column ?? null,
    ...amountsOf(figure),
    cells: cells.map((cell) => ({ column: cell.column, ...amountsOf(cell) })),
  };
}

function amountsOf(cell: CellChange | null) {
  return {
    before: cell?.before ?? null,
    after: cell?.after ?? null,
    difference: cell?.difference ?? null,
    percent: cell?.percent ?? null,
  };
}
