import { type Cell, type CellStyle, cell, type Row } from "../../../workbook/cell.ts";
import type { OutputSheet } from "../../../workbook/sheet-xml.ts";

/** A table stands below its title and a line that says what it is. */
const HEADING_ROW = 3;

/** What a sheet of every spreadsheet program can hold. */
const COLUMNS_MAX = 16_384;

export interface TableColumn {
  readonly heading: string;
  readonly style: CellStyle;
  /** In characters; as wide as what it begins with where it is not said. */
  readonly width?: number;
  /** Whether it is the last column that is printed. */
  readonly endsPrint?: boolean;
}

/** A sheet with a title, a note, headings that stay in view and can be filtered by, and rows of texts. */
export function tableSheet(
  name: string,
  note: string,
  all: readonly TableColumn[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): OutputSheet {
  const columns = all.slice(0, COLUMNS_MAX);
  const styled = async function* (): AsyncGenerator<Row> {
    yield [cell("title", name)];
    yield [cell("note", note)];
    yield columns.map(({ heading }): Cell => ({ style: "heading", text: heading }));
    for await (const row of rows) yield columns.map(({ style }, place) => cell(style, row[place] ?? null));
  };
  const widths = columns.map(({ width = null }) => width);
  const printedColumns = columns.findIndex(({ endsPrint }) => endsPrint) + 1;
  return { name, rows: styled(), headingRow: HEADING_ROW, widths, printedColumns };
}

const GROUPED = new Intl.NumberFormat("en-US");

/** `1 line`, `1,204 lines`. */
export function linesText(count: number): string {
  return `${GROUPED.format(count)} ${count === 1 ? "line" : "lines"}`;
}
