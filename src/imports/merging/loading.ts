import { existsSync, statSync } from "node:fs";
import { FaultList, faultText } from "../../dataset/fault.ts";
import type { StoredCells } from "../../dataset/row.ts";
import { headersOf, type RowPlace, type Table } from "../../dataset/table.ts";
import { readTableFile } from "../../dataset/table-file.ts";
import { failure } from "../../runtime/failure.ts";
import { ORIGIN_HEADER } from "../editions/edition.ts";
import { KeyReader, packed } from "../writing/canonical-row.ts";
import { readCsvRows } from "../writing/csv-rows.ts";
import { matchReader } from "./filling.ts";
import type { Layer } from "./layers.ts";
import { BY_HAND, type WorkStore } from "./work-store.ts";

/** Brings the rows of a table from everywhere into a work store. */
export class Loader {
  readonly #table: Table;
  readonly #store: WorkStore;
  readonly #keys: KeyReader;
  readonly #headers: readonly string[];
  readonly #columnCount: number;

  constructor(table: Table, store: WorkStore) {
    this.#table = table;
    this.#store = store;
    this.#keys = new KeyReader(table);
    this.#headers = headersOf(table);
    this.#columnCount = Object.keys(table.columns).length;
  }

  async loadLayers(layers: readonly Layer[]): Promise<void> {
    for (const [layer, { feed, editions }] of layers.entries()) {
      const matchOf = feed.fills === null ? null : matchReader(this.#table, feed.fills);
      for (const [edition, { path }] of editions.entries()) {
        await readCsvRows(path, [...this.#headers, ORIGIN_HEADER], (cells) => {
          const place = cells[this.#headers.length] ?? "";
          if (matchOf === null) this.#add(cells, layer, edition, place);
          else this.#store.addFilling(layer, matchOf(cells) ?? "", packed(cells, this.#columnCount), place);
        });
      }
    }
    this.#store.indexFillings();
  }

  async loadOwn(path: string): Promise<void> {
    if (!existsSync(path)) return;
    await readCsvRows(path, this.#headers, (cells) => this.#add(cells, BY_HAND, 0, ""));
  }

  /** The table as it stands in the dataset, with a mark for each of its lines. */
  async loadTable(path: string, layer: number, markOf: (line: number) => string): Promise<void> {
    await readSound(this.#table, path, ({ line }, cells) => this.#add(cells, layer, 0, markOf(line)));
  }

  #add(given: StoredCells, layer: number, edition: number, place: string): void {
    const cells = given.map((cell) => cell || null);
    const start = this.#table.dated ? (cells[this.#columnCount] ?? "") : "";
    const end = this.#table.dated ? (cells[this.#columnCount + 1] ?? "") : "";
    this.#store.add({
      key: this.#keys.keyOf(cells),
      layer,
      edition,
      start,
      end,
      cells: packed(cells, this.#columnCount),
      place,
    });
  }
}

/** Reads a table of the dataset that must be without faults; one that is not there has no rows. */
export async function readSound(
  table: Table,
  path: string,
  onRow: (row: RowPlace, cells: StoredCells) => void,
): Promise<void> {
  if (!existsSync(path)) return;
  const faults = new FaultList();
  await readTableFile({ table, path, bytes: statSync(path).size }, faults, onRow, () => undefined);
  const [first] = faults.listed;
  if (first === undefined) return;
  throw failure(
    `the dataset has ${faults.count === 1 ? "a fault" : `${faults.count} faults`}, ${faultText(first)}; run "ratebook check" and mend it first`,
  );
}
