/** A row of a source while it is read; the next row may reuse it. */
export interface SourceRow {
  /** The line of a text, or the row of a sheet, counted from 1. */
  readonly number: number;
  readonly width: number;
  /** The text of a cell, trimmed; empty when there is none. */
  cell(index: number): string;
  /** Whether no cell has any text. */
  readonly isBlank: boolean;
  /** Of a line of claims: whether one of its quotes is not closed on it, nor properly on a later one. Its cells are then what stands between its delimiters. */
  readonly hasStrayQuote?: boolean;
}

/** A list of rows: a text file, a sheet of a workbook or a table of a page. */
export interface RowSource {
  /** Such as `sheet "Fees"`; empty for a text, which has lines. */
  readonly name: string;
  /** Reads the rows until `onRow` has enough and says so. */
  read(onRow: (row: SourceRow) => "more" | "enough"): Promise<void>;
  /** At most how many rows it has, where that can be found out faster than by reading them. */
  rowsAtMost?(): Promise<number>;
  /** Of a workbook: whether it counts days from 1904, which those need who find a day in a cell that is not formatted as one. */
  readonly isFrom1904?: boolean;
  /** Of a sheet: whether whoever opens the workbook does not see it. */
  readonly isHidden?: boolean;
  /** Of a text that was read to its end: whether it ends inside a figure for all that can be seen, without a line end. */
  readonly endsInFigure?: () => boolean;
}

/** A row that is in memory: its place, counted from 1, and its texts. */
export interface RowInMemory {
  readonly number: number;
  readonly cells: readonly string[];
}

export function rowsInMemory(name: string, rows: readonly RowInMemory[]): RowSource {
  return {
    name,
    async read(onRow) {
      for (const { number, cells } of rows) {
        const row = {
          number,
          width: cells.length,
          cell: (at: number) => cells[at] ?? "",
          isBlank: cells.every((cell) => cell === ""),
        };
        if (onRow(row) === "enough") return;
      }
    },
  };
}

/** At most how many rows a source has. */
export async function rowsIn(source: RowSource): Promise<number> {
  if (source.rowsAtMost !== undefined) return await source.rowsAtMost();
  let count = 0;
  await source.read(() => {
    count += 1;
    return "more";
  });
  return count;
}

/** `line 12`, or `sheet "Fees", row 12` */
export function placeOf(source: RowSource, number: number): string {
  return source.name === "" ? `line ${number}` : `${source.name}, row ${number}`;
}

/** What a sheet of every spreadsheet program can hold, columns A to XFD; no table of any kind is wider. */
export const COLUMNS_MAX = 16_384;
