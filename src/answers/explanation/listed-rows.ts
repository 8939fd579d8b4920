import type { Day } from "../../core/calendar/day.ts";
import { contains, type Dated } from "../../core/calendar/period.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { type RowPlace, type Table, titleOf } from "../../dataset/table.ts";
import type { ReadRow } from "../../pricing/readings.ts";
import type { RowOrigins } from "../../pricing/row-origins.ts";
import type { ExplainedRow } from "./explanation.ts";

/** Rows that were read and not used: as many are listed, the rest is counted. */
const UNUSED_ROWS_MAX = 20;

/** The rows that a calculation has read, with their names `r1`, `r2` ... in the order of reading. */
export class ListedRows {
  readonly leftOut: number;
  readonly #listed: readonly ReadRow[];
  readonly #ids = new Map<object, string>();
  readonly #tables = new Map<object, Table>();
  readonly #origins: RowOrigins;
  /** Of rows that were asked about: reading one takes longer than explaining it. */
  readonly #cells = new Map<object, Readonly<Record<string, string | null>>>();

  constructor(read: readonly ReadRow[], origins: RowOrigins) {
    this.#origins = origins;
    let unused = 0;
    this.#listed = read.filter(({ used }) => {
      if (used) return true;
      unused += 1;
      return unused <= UNUSED_ROWS_MAX;
    });
    this.leftOut = read.length - this.#listed.length;
    for (const [place, { row, table }] of this.#listed.entries()) {
      this.#ids.set(row, `r${place + 1}`);
      this.#tables.set(row, table);
    }
  }

  idOf(row: object): string {
    const id = this.#ids.get(row);
    if (id === undefined) throw new Error("A figure comes from a row that the sheet was not asked for");
    return id;
  }

  /** A cell as it stands in the CSV file; null when it is empty. */
  cell(row: object, column: string): string | null {
    const table = this.#tables.get(row);
    if (table === undefined) return null;
    const cells = this.#cells.get(row) ?? this.#origins.cellsOf(table, row as RowPlace);
    this.#cells.set(row, cells);
    return cells[snakeCase(column)] ?? null;
  }

  /** The page's section where a figure is what an empty cell stands for; null where the cell has it. */
  builtInSection(row: object, column: string): string | null {
    const table = this.#tables.get(row);
    // Only a column whose emptiness stands for a value can be empty where a figure was found.
    if (table === undefined || table.columns[column]?.absent === null) return null;
    if (table.columns[column]?.required) return null;
    return this.cell(row, column) === null ? table.section : null;
  }

  /** A key as it stands in the CSV file, also where rows are found by another form of it. */
  #cellsOfKey(table: Table, row: RowPlace, found: Readonly<Record<string, unknown>>): ExplainedRow["key"] {
    // A small table is read as a whole: then it is its own key that tells the row apart.
    const key = table.readBy.length === 0 ? keyOfRow(table, row) : found;
    const cells = keyCells(key);
    if (!Object.keys(key).some((name) => table.columns[name]?.isRewritten)) return cells;
    const written = this.#origins.cellsOf(table, row);
    return Object.fromEntries(
      Object.entries(key).map(([name]) => {
        const header = snakeCase(name);
        return [header, table.columns[name]?.isRewritten ? (written[header] ?? null) : (cells[header] ?? null)];
      }),
    );
  }

  #publicationOf(table: Table, row: RowPlace, day: Day): ExplainedRow["publication"] {
    const publication = this.#origins.publicationOf(table, row.line);
    if (publication === null) return null;
    const isInForce = table.dated && contains((row as RowPlace & Dated).period, day);
    return { ...publication, confirmed_by_edition: isInForce ? this.#origins.confirmedBy(table, row.line, day) : null };
  }

  /** As of the day that was priced. */
  explained(day: Day): readonly ExplainedRow[] {
    return this.#listed.map(({ table, row, key, used, whyNot }, place) => {
      const period = table.dated ? (row as RowPlace & Dated).period : null;
      return {
        id: `r${place + 1}`,
        table: titleOf(table),
        line: row.line,
        key: this.#cellsOfKey(table, row, key),
        effective_start_date: period?.start ?? null,
        effective_end_date: period?.end ?? null,
        used,
        why_not: whyNot,
        publication: this.#publicationOf(table, row, day),
      };
    });
  }
}

/** The cells of a row that tell it apart from all others. */
export function keyOfRow({ key }: Table, row: object): Readonly<Record<string, unknown>> {
  const cells = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(key.map((name) => [name, cells[name]]));
}

/** A key by the headers of its columns. */
export function keyCells(key: Readonly<Record<string, unknown>>): ExplainedRow["key"] {
  return Object.fromEntries(Object.entries(key).map(([name, value]) => [snakeCase(name), value as string]));
}
