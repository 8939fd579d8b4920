import { failure } from "../../runtime/failure.ts";
import type { SourceRow } from "../sources/row.ts";

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
