import type { StoredCells } from "../dataset/row.ts";
import { headersOf, type Table } from "../dataset/table.ts";
import { rowCells } from "../provider-index/stored-row-reader.ts";
import type { StoredProviders, StoredRelease } from "../release/stored-release.ts";
import type { State } from "../state/state.ts";
import { HashSlots, NO_NUMBER, textHash } from "../text/text-tables.ts";
import { changeOf } from "./judging.ts";
import type { ReleaseChange } from "./release-change.ts";
import { TableColumns } from "./table-columns.ts";

/**
 * The changes of a registry. Rows are stored in the order of names, which change, so the later side is found by key through a
 * hash table of its row numbers: sixteen bytes a row, and every hit is compared with the row itself. Null for each row
 * without a change, so that others get their turn.
 */
export function* providerChanges(
  state: State,
  before: StoredRelease,
  after: StoredRelease,
): Generator<ReleaseChange | null> {
  const { table } = state.providers;
  const columns = new TableColumns(table);
  const was = new Registry(table, columns, before.providers(state));
  const is = new Registry(table, columns, after.providers(state));
  for (let row = 0; row < is.rowCount; row += 1) {
    is.index(row);
    yield null;
  }
  const isFound = new Uint8Array(is.rowCount);
  for (let row = 0; row < was.rowCount; row += 1) {
    const cells = was.cells(row);
    const found = is.find(columns.key(cells));
    if (found !== null) isFound[found.row] = 1;
    yield changed(table, columns, cells, found?.cells ?? null);
  }
  for (let row = 0; row < is.rowCount; row += 1) {
    yield isFound[row] === 1 ? null : changed(table, columns, null, is.cells(row));
  }
}

function changed(
  table: Table,
  columns: TableColumns,
  before: StoredCells | null,
  after: StoredCells | null,
): ReleaseChange | null {
  if (before !== null && after !== null && areSame(columns, before, after)) return null;
  return changeOf(table, columns, { from: null, to: null, before, after, beforeUntil: null });
}

function areSame(columns: TableColumns, before: StoredCells, after: StoredCells): boolean {
  return columns.values.every((place) =>
    columns.areSame(place, before[place] as string | null, after[place] as string | null),
  );
}

interface FoundRow {
  readonly row: number;
  readonly cells: StoredCells;
}

/** The rows of a stored registry, by their number and by their key. */
class Registry {
  readonly #columns: TableColumns;
  readonly #store: StoredProviders;
  readonly #columnCount: number;
  readonly #slots = new HashSlots();

  constructor(table: Table, columns: TableColumns, store: StoredProviders) {
    this.#columns = columns;
    this.#store = store;
    this.#columnCount = headersOf(table).length;
  }

  get rowCount(): number {
    return this.#store.rowCount;
  }

  cells(row: number): StoredCells {
    const cells = rowCells(this.#store.readRow(row), this.#columnCount);
    return cells
      .slice(0, this.#columnCount)
      .map((cell, place) => (typeof cell === "number" ? (this.#store.repeatedCells[place]?.[cell] as string) : cell));
  }

  /** Takes up the next row; rows are indexed in their order. */
  index(row: number): void {
    this.#slots.add(textHash(this.#columns.key(this.cells(row))));
  }

  find(key: string): FoundRow | null {
    const hash = textHash(key);
    for (let slot = this.#slots.first(hash); ; slot = this.#slots.next(slot)) {
      const row = this.#slots.at(slot);
      if (row === NO_NUMBER) return null;
      if (this.#slots.hashOf(row) !== hash) continue;
      const cells = this.cells(row);
      if (this.#columns.key(cells) === key) return { row, cells };
    }
  }
}
