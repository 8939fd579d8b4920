import { failure } from "../../../runtime/failure.ts";
import type { RowInMemory } from "../row.ts";
import { COLUMNS_MAX } from "../width.ts";

/** A cell of a page and the places it takes. */
export interface PageCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

interface Reach {
  readonly text: string;
  readonly lastRow: number;
}

/** A table of a page; only rows with cells are kept. */
export class PageTable {
  readonly #rows: RowInMemory[] = [];
  /** The row that was started last. */
  readonly #cells: string[] = [];
  /** By column: the cell above that reaches down furthest. */
  readonly #reachingDown = new Map<number, Reach>();
  #rowNumber = 0;

  get rows(): readonly RowInMemory[] {
    this.#keepRow();
    return this.#rows;
  }

  startRow(): void {
    this.#keepRow();
    this.#rowNumber += 1;
  }

  /** Puts a cell into the row that was started last; how many places that filled. */
  place({ text, columns, rows }: PageCell): number {
    const number = this.#rowNumber;
    if (number === 0) return 0;
    const cells = this.#cells;
    const before = cells.length;
    for (let above = this.#above(cells.length); above !== null; above = this.#above(cells.length)) cells.push(above);
    for (let column = 0; column < columns; column += 1) {
      if (rows > 1) this.#reachingDown.set(cells.length, { text, lastRow: number + rows - 1 });
      cells.push(text);
    }
    if (cells.length > COLUMNS_MAX) {
      throw failure(`row ${number} of a table of the page has more than ${COLUMNS_MAX} cells; save the table as CSV`);
    }
    return cells.length - before;
  }

  /** A copy is as long as it must be: an array that grew has room to spare. */
  #keepRow(): void {
    if (this.#cells.length > 0) this.#rows.push({ number: this.#rowNumber, cells: this.#cells.slice() });
    this.#cells.length = 0;
  }

  #above(column: number): string | null {
    const reach = this.#reachingDown.get(column);
    return reach !== undefined && reach.lastRow >= this.#rowNumber ? reach.text : null;
  }
}
