import { compare, sum, ZERO } from "../../core/money/arithmetic.ts";
import { type Factor, parseFactor } from "../../core/money/factor.ts";
import { failure } from "../../core/runtime/failure.ts";
import { quoted } from "../../core/text/refusal.ts";
import type { SourceRow } from "../sources/row.ts";
import type { Binding } from "./binding.ts";
import { fieldWords } from "./plain-words.ts";
import { isRefusedCell } from "./record.ts";

/** A note is one text in any column. */
const CELLS_OF_ROW_MIN = 2;

/** Counts the rows below a table's final row. Notes are fine; a row that looks like the table's would be lost. */
export class BelowTable {
  /** The text that identified the final row. */
  readonly lastRow: string;
  readonly #required: readonly number[];
  count = 0;

  constructor(lastRow: string, binding: Binding) {
    this.lastRow = lastRow;
    this.#required = Object.values(binding).flatMap(({ field, columns }) => (field.optional ? [] : columns));
  }

  /** A final row without totals must have no other cells: otherwise it is a row that would be lost. */
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

type Fields = Readonly<Record<string, unknown>>;

/** Compares the total in a table's final row with the sum of the rows above it: no other check would notice a lost row. */
export class PrintedTotal {
  readonly #field: string;
  #sum = ZERO;
  /** The first cell that is no figure: without it there is no sum. */
  #unread: Error | null = null;

  constructor(field: string) {
    this.#field = field;
  }

  add(fields: Fields, place: () => string): void {
    try {
      this.#sum = sum(this.#sum, this.#figure(fields) ?? ZERO);
    } catch (error) {
      this.#unread ??= placed(error, place());
    }
  }

  /** `fields`: those of the row with the total. */
  compare(fields: Fields, place: string): void {
    if (this.#unread !== null) throw this.#unread;
    const words = fieldWords(this.#field);
    const total = this.#totalIn(fields, place);
    if (total === null) {
      throw failure(
        `${place} ends the table and prints no total of the ${words}, as it does in other editions; download the file again`,
      );
    }
    if (compare(total, this.#sum) === 0) return;
    throw failure(
      `${place} prints ${total.text} as the total of the ${words}, but the rows above come to ${this.#sum.text}: rows are missing, or figures were changed. Download the file again; where the publisher's own total is wrong, correct it in a copy of the file and import that`,
    );
  }

  /** A truncated file lacks exactly this row. `last`: the place of its last row. */
  refuseMissing(lastRow: string, last: string): never {
    throw failure(
      `below ${last} there is no row ${quoted(lastRow)}, which prints the total of the ${fieldWords(this.#field)}: the file may be cut off. Download it again`,
    );
  }

  #totalIn(fields: Fields, place: string): Factor | null {
    try {
      return this.#figure(fields);
    } catch (error) {
      throw placed(error, place);
    }
  }

  /** Words that a publication accepts in place of a figure ("manually priced") add nothing. */
  #figure(fields: Fields): Factor | null {
    const cell = fields[this.#field];
    return typeof cell === "string" ? parseFactor(cell) : null;
  }
}

/** A refused cell with its place, so that the user can fix the file; other errors are bugs. */
function placed(error: unknown, place: string): Error {
  if (!isRefusedCell(error)) throw error;
  return failure(`${place}: ${error.message}`);
}

/** Detects a text that ends in the middle of a row: its last row is narrower than all rows before it. */
export class LastRow {
  readonly #cells = new NarrowestRow();
  readonly #filled: NarrowestRow | null;
  #line = 0;
  #count = 0;

  /**
   * `isWholeTable`: no footnote or sum follows the table. Then a last row with empty last cells, which are filled in all others,
   * was truncated too.
   */
  constructor(isWholeTable: boolean) {
    this.#filled = isWholeTable ? new NarrowestRow() : null;
  }

  see(row: SourceRow): void {
    this.#cells.see(row.width);
    this.#filled?.see(filledWidth(row));
    this.#line = row.number;
    this.#count += 1;
  }

  refuseIfCutOff(): void {
    if (this.#count < 2) return;
    const found = [this.#cells, this.#filled].find((each) => each !== null && each.last < each.narrowest);
    if (found == null) return;
    throw failure(
      `line ${this.#line}, the last one, has ${found.last} cells where all others have ${found.narrowest} or more: the file is cut off; download it again`,
    );
  }
}

class NarrowestRow {
  narrowest = Number.POSITIVE_INFINITY;
  last = Number.POSITIVE_INFINITY;

  see(width: number): void {
    this.narrowest = Math.min(this.narrowest, this.last);
    this.last = width;
  }
}

function filledWidth(row: SourceRow): number {
  let width = row.width;
  while (width > 0 && row.cell(width - 1) === "") width -= 1;
  return width;
}
