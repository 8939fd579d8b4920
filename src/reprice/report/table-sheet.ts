import { DollarSum } from "../../core/money/dollar-sum.ts";
import { grouped, plural } from "../../core/text/plural.ts";
import { type Cell, type CellStyle, cell, type Row } from "../../core/workbook/cell.ts";
import { columnLetters, type OutputSheet } from "../../core/workbook/sheet-xml.ts";

/** A column of a table whose rows are made from `Source`. */
export interface TableColumn<Source> {
  readonly heading: string;
  readonly style: CellStyle;
  readonly of: (source: Source) => string;
  /** In characters; derived from its first values when absent. */
  readonly width?: number;
  readonly endsPrint?: boolean;
  /** Whether the row below the table adds it up: amounts and counts, never rates. */
  readonly isTotaled?: boolean;
  /** The formula of its cell in a row with that number; null where it has none. */
  readonly formula?: (source: Source, row: number) => string | null;
}

/** A column of a table of lines, made from the cells of their rows in the results. */
export type LineColumn = TableColumn<readonly string[]>;

interface Table<Source> {
  readonly name: string;
  readonly note: string;
  readonly columns: readonly TableColumn<Source>[];
  readonly rows: Iterable<Source> | AsyncIterable<readonly Source[]>;
  /** How many rows there are in all, and what has those that the sheet leaves out; absent where it has all. */
  readonly all?: { readonly count: number; readonly what: string; readonly whole: string };
  /** A warning for every printed page and every sheet. */
  readonly warning: string | null;
}

/** A title and a note stand above the table. */
const HEADING_ROW = 3;

/** The column limit of spreadsheet programs. */
const COLUMNS_MAX = 16_384;

/** Adds up the rows that no filter hides (9 and 109); the total of hidden rows would surprise a reader who has filtered. */
const SUM_OF_SHOWN_ROWS = 109;

const TOTAL_STYLES: Readonly<Partial<Record<CellStyle, CellStyle>>> = { money: "totalMoney", count: "totalCount" };

/** A sheet with a title, a note, fixed headings with filters, rows, and a row of totals. */
export function tableSheet<Source>(table: Table<Source>): OutputSheet {
  const { name, note, warning, rows, all } = table;
  const columns = table.columns.slice(0, COLUMNS_MAX);
  const sums = columns.map(({ isTotaled, style }) => (isTotaled ? new ColumnSum(style) : null));
  const before: readonly Row[] = [
    [cell("title", name)],
    [cell("note", [warning, note].filter((text) => text !== null).join(" "))],
    columns.map(({ heading }): Cell => ({ style: "heading", text: heading })),
  ];
  let row = HEADING_ROW;
  const rowOf = (source: Source): Row => {
    row += 1;
    return columns.map((column, place) => {
      const text = column.of(source);
      sums[place]?.add(text);
      const formula = column.formula?.(source, row) ?? null;
      if (formula !== null) return { style: column.style, text, formula };
      return cell(column.style, text);
    });
  };
  const batches = async function* (): AsyncGenerator<readonly Row[]> {
    yield before;
    if (Symbol.asyncIterator in rows) for await (const batch of rows) yield batch.map(rowOf);
    else yield [...rows].map(rowOf);
  };
  const footer = (last: number): readonly Row[] => {
    const written = last - HEADING_ROW;
    const left = all === undefined ? 0 : all.count - written;
    const leftOut = `${grouped(left)} more ${plural(left, "line is", "lines are")} left out: a sheet has no room for more. All ${grouped(all?.count ?? 0)} ${all?.what} are in ${all?.whole}.`;
    return [
      ...(written > 0 && sums.some((sum) => sum !== null) ? [totalsRow(sums, last)] : []),
      ...(left > 0 ? [[cell("warning", leftOut)]] : []),
    ];
  };
  const widths = columns.map(({ width = null }) => width);
  const printedColumns = columns.findIndex(({ endsPrint }) => endsPrint) + 1;
  const printedHeader = warning ?? undefined;
  return { name, rows: batches(), footer, headingRow: HEADING_ROW, widths, printedColumns, printedHeader };
}

/** The totals of the rows above, which follow the filters of the table. */
function totalsRow(sums: readonly (ColumnSum | null)[], last: number): Row {
  return sums.map((sum, place): Cell | null => {
    if (sum === null) return place === 0 ? { style: "total", text: "Total" } : { style: "total", text: "" };
    const letters = columnLetters(place + 1);
    const formula = `SUBTOTAL(${SUM_OF_SHOWN_ROWS},${letters}${HEADING_ROW + 1}:${letters}${last})`;
    return { style: TOTAL_STYLES[sum.style] ?? "total", text: sum.text, formula };
  });
}

/** The sum of a column. Texts that are no number count as nothing, as they do for the formula. */
class ColumnSum {
  readonly style: CellStyle;
  readonly #dollars = new DollarSum();
  #count = 0;

  constructor(style: CellStyle) {
    this.style = style;
  }

  add(text: string): void {
    if (this.style === "count") this.#count += Number(text);
    else this.#dollars.addText(text);
  }

  get text(): string {
    return this.style === "count" ? String(this.#count) : this.#dollars.total.text;
  }
}
