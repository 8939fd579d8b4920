import type { Day } from "../../core/calendar/day.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { Column } from "../../dataset/column.ts";
import { RowReader, type StoredCells } from "../../dataset/row.ts";
import { KEY_SEPARATOR, keyOf, type Table } from "../../dataset/table.ts";

/** The cells of a row as one text, without dates: equal texts are equal rows. Cells never contain the separator. */
export function packed(cells: StoredCells, columnCount: number): string {
  let text = cells[0] ?? "";
  for (let index = 1; index < columnCount; index += 1) text += KEY_SEPARATOR + (cells[index] ?? "");
  return text;
}

export function unpacked(text: string): (string | null)[] {
  const cells: (string | null)[] = text.split(KEY_SEPARATOR);
  for (let index = 0; index < cells.length; index += 1) if (cells[index] === "") cells[index] = null;
  return cells;
}

/** Keys of a table's rows: by the values of cells, whatever their spelling. */
export class KeyReader {
  readonly #parts: readonly { readonly index: number; readonly column: Column<unknown> }[];
  readonly #names: readonly string[];

  constructor(table: Table) {
    const names = Object.keys(table.columns);
    this.#names = table.key.map(snakeCase);
    this.#parts = table.key.map((name) => ({
      index: names.indexOf(name),
      column: table.columns[name] as Column<unknown>,
    }));
  }

  keyOf(cells: StoredCells): string {
    return keyOf(
      this.#parts.map(({ index, column }) => {
        const cell = cells[index] ?? null;
        return cell === null ? column.absent : column.read(cell);
      }),
    );
  }

  /** `99213, 26`: the filled values. */
  values(key: string): string {
    return key
      .split(KEY_SEPARATOR)
      .filter((value) => value !== "")
      .join(", ");
  }

  /** `code 99213, modifier (empty)` */
  text(key: string): string {
    const values = key.split(KEY_SEPARATOR);
    return this.#names.map((name, index) => `${name} ${values[index] || "(empty)"}`).join(", ");
  }
}

/** The error of a row as a whole, or null: required cells, dates and the table's rules. */
export function faultOf(reader: RowReader, cells: StoredCells): string | null {
  let first: string | null = null;
  reader.check(cells, 0, (header, value, reason) => {
    first ??= `${header}${value === "" ? "" : ` ${JSON.stringify(value)}`}: ${reason}`;
  });
  return first;
}

export function rowReader(table: Table): RowReader {
  return new RowReader(table);
}

/** All cells of a row; a dated one has its dates at the end. */
export function withDates(cells: StoredCells, start: Day | null, end: Day | null, table: Table): StoredCells {
  return table.dated ? [...cells, start, end] : cells;
}
