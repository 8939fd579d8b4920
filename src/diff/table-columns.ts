import type { Column } from "../dataset/column.ts";
import type { StoredCells } from "../dataset/row.ts";
import { headersOf, keyOf, type Table } from "../dataset/table.ts";
import { type Exact, Money } from "../money/money.ts";
import { derived, Factor } from "../money/factor.ts";
import { snakeCase } from "../text/spelling.ts";

/** Which columns of a table are its key and which are said of the key, and what their cells mean. */
export class TableColumns {
  readonly keyHeaders: readonly string[];
  /** The places of the columns that are no part of the key, in the order of declaration: the first figure leads. */
  readonly values: readonly number[];
  readonly #headers: readonly string[];
  readonly #columns: readonly Column<unknown>[];
  readonly #keyPlaces: readonly number[];

  constructor(table: Table) {
    const names = Object.keys(table.columns);
    this.#headers = headersOf(table);
    this.#columns = Object.values(table.columns);
    this.#keyPlaces = table.key.map((name) => names.indexOf(name));
    this.keyHeaders = table.key.map(snakeCase);
    this.values = names.map((_, place) => place).filter((place) => !this.#keyPlaces.includes(place));
  }

  header(place: number): string {
    return this.#headers[place] as string;
  }

  /** The key as one text. */
  key(cells: StoredCells): string {
    return keyOf(this.keyTexts(cells));
  }

  keyTexts(cells: StoredCells): (string | null)[] {
    return this.#keyPlaces.map((place) => this.meaning(place, cells[place] as string | null));
  }

  keyCells(cells: StoredCells): Record<string, string | null> {
    const texts = this.keyTexts(cells);
    return Object.fromEntries(this.keyHeaders.map((header, index) => [header, texts[index] as string | null]));
  }

  /** The value that a cell stands for, as text: an empty cell may stand for one, and 10.5 is 10.50. */
  meaning(place: number, cell: string | null): string | null {
    const value = this.#value(place, cell);
    if (value === null) return null;
    if (isFigure(value)) return derived(value.units, value.scale).text;
    return Array.isArray(value) ? value.join("|") : String(value);
  }

  /** A cell as it is shown: with the digits that were published. */
  shown(place: number, cell: string | null): string | null {
    const value = this.#value(place, cell);
    if (value === null) return null;
    if (isFigure(value)) return value.text;
    return Array.isArray(value) ? value.join("|") || null : String(value);
  }

  /** The amount in a cell; null where the column holds none, or the cell is empty. */
  figure(place: number, cell: string | null): Exact | null {
    const value = this.#value(place, cell);
    return isFigure(value) ? value : null;
  }

  /** Whether two cells of a column mean the same. */
  areSame(place: number, one: string | null, other: string | null): boolean {
    return one === other || this.meaning(place, one) === this.meaning(place, other);
  }

  #value(place: number, cell: string | null): unknown {
    const column = this.#columns[place] as Column<unknown>;
    return cell === null ? column.absent : column.read(cell);
  }
}

function isFigure(value: unknown): value is Factor | Money {
  return value instanceof Factor || value instanceof Money;
}
