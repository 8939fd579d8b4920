/** A row of a source while it is read; the next row may reuse it. */
export interface SourceRow {
  /** The line of a text, or the row of a sheet, from 1. */
  readonly number: number;
  readonly width: number;
  /** The text of a cell, trimmed; empty when there is none. */
  cell(index: number): string;
  /** Of a claims file: the text of a cell with blanks and separators at the ends of its lines, which show that a quote is not closed. */
  cellWithEnds?(index: number): string;
  readonly isBlank: boolean;
  /** Of a claims file: whether a quote is not closed on this line, nor properly on a later one. The cells are then split at its delimiters. */
  readonly hasStrayQuote?: boolean;
}

/** A list of rows: a text file, a sheet of a workbook or a table of a page. */
export interface RowSource {
  /** Such as `sheet "Fees"`; empty for a text, which has lines. */
  readonly name: string;
  /** Reads rows until `onRow` returns "enough". */
  read(onRow: (row: SourceRow) => "more" | "enough"): Promise<void>;
  /** An upper bound of its rows, when that is faster than reading them. */
  rowsAtMost?(): Promise<number>;
  /** Of a workbook: whether days are counted from 1904, for readers that find a day in a cell without a date format. */
  readonly isFrom1904?: boolean;
  readonly isHidden?: boolean;
  /** Of a text that was read to its end: whether it seems to end inside a figure, without a line end. */
  readonly endsInFigure?: () => boolean;
}

/** A row in memory: its number, from 1, and its texts. */
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

/** The limit of spreadsheet programs, columns A to XFD; no table is wider. */
export const COLUMNS_MAX = 16_384;
