import { compare, sum, ZERO } from "../../core/money/arithmetic.ts";
import { type Factor, parseFactor } from "../../core/money/factor.ts";
import { failure } from "../../core/runtime/failure.ts";
import { quoted } from "../../core/text/refusal.ts";
import type { SourceRow } from "../sources/row.ts";
import type { Binding } from "./binding.ts";
import { fieldWords } from "./plain-words.ts";
import { isRefusedCell } from "./record.ts";

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

type Fields = Readonly<Record<string, unknown>>;

/** Holds the total that the last row of a table prints against the sum of the rows above it, where a lost row would not be noticed otherwise. */
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

  /** `fields`: those of the row that prints the total. */
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

  /** A file that was cut off has lost just the row that would tell. `last`: the place of the row that it ends with. */
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

  /** Words that a publication understands in place of a figure ("manually priced") add nothing. */
  #figure(fields: Fields): Factor | null {
    const cell = fields[this.#field];
    return typeof cell === "string" ? parseFactor(cell) : null;
  }
}

/** A refused cell with its place, so that the user can fix the file; other errors are faults of the program. */
function placed(error: unknown, place: string): Error {
  if (!isRefusedCell(error)) throw error;
  return failure(`${place}: ${error.message}`);
}

/** Notices a text that ends in the middle of a row: its last row is narrower than all rows before it. */
export class LastRow {
  readonly #cells = new NarrowestRow();
  readonly #filled: NarrowestRow | null;
  #line = 0;
  #count = 0;

  /**
   * `isWholeTable`: nothing stands below the table, no footnote and no sum. A last row whose last cells are empty, while
   * they are filled in all others, was then cut off too.
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

/** The width of the last row, and the narrowest of those before it. */
class NarrowestRow {
  narrowest = Number.POSITIVE_INFINITY;
  last = Number.POSITIVE_INFINITY;

  see(width: number): void {
    this.narrowest = Math.min(this.narrowest, this.last);
    this.last = width;
  }
}

/** The cells up to the last one that has a text. */
function filledWidth(row: SourceRow): number {
  let width = row.width;
  while (width > 0 && row.cell(width - 1) === "") width -= 1;
  return width;
}
