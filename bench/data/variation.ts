import type { Random } from "../support/random.ts";
import type { Cells } from "./cells.ts";

/** Figures of different codes and hospitals differ by some tenths. */
const SPREAD = 0.3;
/** A rate changes by a few percent from one year to the next. */
const YEARLY_RISE = 1.03;

/** What the figures of one code or hospital are multiplied by. */
export function variation(random: Random): number {
  return 1 - SPREAD / 2 + random.next() * SPREAD;
}

/** A row with some of its figures multiplied, each with as many decimals as before. */
export function varied(row: Cells, columns: readonly string[], factor: number): Cells {
  const changed = columns.map((column) => [column, variedCell(row[column] ?? "", factor)]);
  return { ...row, ...Object.fromEntries(changed) };
}

function variedCell(cell: string, factor: number): string {
  if (cell === "") return cell;
  const decimals = cell.split(".")[1]?.length ?? 0;
  const changed = (Number(cell) * factor).toFixed(decimals);
  // A figure that would round to nothing stays: zero is not a legal rate everywhere.
  return Number(changed) === 0 ? cell : changed;
}

const STARTS = ["2024-07-01", "2025-07-01", "2026-07-01"];
const ENDS = ["2024-06-30", "2025-06-30", "2026-06-30"];

/** An open-ended row of a publication that is years old, as the yearly rows it would be followed by. */
export function yearly(row: Cells, columns: readonly string[]): readonly Cells[] {
  const start = row.effective_start_date ?? "";
  const isOpen = row.effective_end_date === "";
  if (!isOpen || start >= (STARTS[0] as string)) return [row];
  const starts = [start, ...STARTS];
  return starts.map((from, year) => ({
    ...varied(row, columns, YEARLY_RISE ** year),
    effective_start_date: from,
    effective_end_date: ENDS[year] ?? "",
  }));
}
