import { recordMaker } from "../core/runtime/records.ts";
import { detached } from "../core/text/text-tables.ts";
import type { Column } from "../dataset/column.ts";
import type { RowPlace, Table } from "../dataset/table.ts";
import type { ProviderStore } from "./store.ts";

/** Turns the stored texts of a registry's rows into row objects. Rows share the values of cells that repeat. */
export class StoredRowReader<Row extends RowPlace> {
  readonly #store: ProviderStore;
  readonly #columns: readonly Column<unknown>[];
  /** By column: the values of its numbered cells. */
  readonly #repeated: readonly (readonly unknown[])[];
  readonly #rowOf: (values: readonly unknown[]) => Record<string, unknown>;

  constructor(store: ProviderStore, table: Table<Row>) {
    if (table.dated) throw new Error(`${table.folder}/${table.name} is dated: a provider's row holds at every date`);
    this.#store = store;
    this.#columns = Object.values(table.columns);
    this.#repeated = this.#columns.map(
      ({ read }, index) => store.repeatedCells[index]?.map((text) => read(text)) ?? [],
    );
    this.#rowOf = recordMaker([...Object.keys(table.columns), "line"]);
  }

  read(number: number): Row {
    const values: unknown[] = rowCells(this.#store.readRow(number), this.#columns.length + 1);
    for (let index = 0; index < this.#columns.length; index += 1) {
      const cell = values[index];
      if (typeof cell === "string") values[index] = this.#columns[index]?.read(cell);
      else values[index] = cell === null ? this.#columns[index]?.absent : this.#repeated[index]?.[cell as number];
    }
    return this.#rowOf(values) as unknown as Row;
  }
}

/*
 * A provider's row is stored as one text: a JSON array of its cells, of its line and of whatever its store adds. A cell is a
 * text, null when it is empty, or the number of a text that repeats (`RepeatedCells`).
 */

export type RowCell = string | number | null;

const QUOTE = 0x22;
const LETTER_N = 0x6e;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * The first members of such a text, in the form that JSON.stringify writes. JSON.parse takes twice as long: it looks up
 * every short text in V8's string table.
 */
export function rowCells(text: string, count: number): RowCell[] {
  if (text.includes("\\")) return JSON.parse(text) as RowCell[];
  const cells: RowCell[] = [];
  let at = 1;
  while (cells.length < count) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = text.indexOf('"', at + 1);
      cells.push(text.slice(at + 1, end));
      at = end + '",'.length;
    } else if (code === LETTER_N) {
      cells.push(null);
      at += "null,".length;
    } else {
      let number = 0;
      for (let digit = code; digit >= ZERO && digit <= NINE; digit = text.charCodeAt(at)) {
        number = number * 10 + digit - ZERO;
        at += 1;
      }
      cells.push(number);
      at += ",".length;
    }
  }
  return cells;
}

/** Numbered texts per column: each thread keeps them in memory for every open release. */
const NUMBERED_MAX = 2_048;

/** A column without repeated texts after this many (NPIs, street addresses) is not numbered. */
const TRIED_MAX = 512;

/**
 * A dictionary of a column's texts, so that rows hold a number for a city or a type. It takes the first texts up to the
 * limit: common ones come early.
 */
export class RepeatedCells {
  readonly texts: string[] = [];
  #numbers: Map<string, number> | null = new Map();
  #repetitions = 0;

  /** The number that stands for a cell, or the cell itself when it has none. */
  numbered(cell: string): number | string {
    const known = this.#numbers?.get(cell);
    if (known !== undefined) {
      this.#repetitions += 1;
      return known;
    }
    if (this.#numbers === null || this.texts.length >= NUMBERED_MAX) return cell;
    if (this.texts.length >= TRIED_MAX && this.#repetitions < this.texts.length) {
      this.#numbers = null;
      return cell;
    }
    const text = detached(cell);
    this.#numbers.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}
