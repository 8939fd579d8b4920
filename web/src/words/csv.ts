import { safeCell } from "../../../src/dataset/safe-cell.ts";
import type { SortValue } from "../parts/sorting.ts";

/** Lines of cells as CSV (RFC 4180), as safe to open as those of the service. */
export function csvText(lines: readonly (readonly SortValue[])[]): string {
  return lines.map((cells) => `${cells.map(safeCell).join(",")}\r\n`).join("");
}
