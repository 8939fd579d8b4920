import { failure } from "../../runtime/failure.ts";
import { quoted } from "../../text/refusal.ts";
import type { SourceRow } from "../sources/row.ts";
import type { Binding } from "./binding.ts";

/** A note is one text, whatever column it stands in. */
const CELLS_OF_ROW_MIN = 2;

/** Counts what stands below the row that ends a table. Notes may; a row that looks like one of the table's would be lost. */
export class BelowTable {
  /** The text by which that row was known. */
  readonly lastRow: string;
  readonly #required: readonly number[];
  count = 0;

  constructor(lastRow: string, binding: Binding) {
    this.lastRow = lastRow;
    this.#required = Object.values(binding).flatMap(({ field, columns }) => (field.optional ? [] : columns));
  }

  /** The row that ends the table, unless it prints totals, has nothing of a row beside its text: one that does would be lost. */
  refuseAsLast(row: SourceRow, place: string): void {
    if (!this.#looksLikeRow(row)) return;
    throw failure(
      `${place} has ${quoted(this.lastRow)}, which ends the table, and looks like a row of the table. Download the file again, or put ${quoted(this.lastRow)} into a row of its own`,
    );
  }

  #looksLikeRow(row: SourceRow): boolean {
    return filledCells(row) >= CELLS_OF_ROW_MIN && this.#required.every((column) => row.cell(column) !== "");
  }

  see(row: SourceRow, place: string): void {
    if (row.isBlank) return;
    this.count += 1;
    if (!this.#looksLikeRow(row)) return;
    throw failure(
      `${place} stands below the row ${quoted(this.lastRow)} and looks like a row of the table; is ${quoted(this.lastRow)} in the wrong place? Download the file again, or take that row out`,
    );
  }
}

function filledCells(row: SourceRow): number {
  let count = 0;
  for (let index = 0; index < row.width; index += 1) if (row.cell(index) !== "") count += 1;
  return count;
}
