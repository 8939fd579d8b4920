import { keyText, type ListedChange } from "../report/change-log.ts";
import { CsvFile } from "./csv-file.ts";

const HEADERS = [
  "table",
  "change",
  "key",
  "column",
  "before",
  "after",
  "effective_start_date",
  "effective_end_date",
] as const;

/** All that an import changes, as a CSV with a line per cell; written as it is found, so that memory does not grow with it. */
export class ChangesFile {
  readonly #file: CsvFile;

  constructor(path: string) {
    this.#file = new CsvFile(path, HEADERS);
  }

  write(change: ListedChange): void {
    const { table, change: kind, cells, start, end } = change;
    const key = keyText(change);
    // A row of nothing but its key is told by a line without a column.
    for (const { column, before, after } of cells.length === 0 ? [NO_CELL] : cells) {
      this.#file.row([table, kind, key, column, before, after, start, end]);
    }
  }

  close(): void {
    this.#file.close();
  }
}

const NO_CELL = { column: null, before: null, after: null };
