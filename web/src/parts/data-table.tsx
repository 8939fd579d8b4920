import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { safeCell } from "../../../src/dataset/safe-cell.ts";
import { CsvButton } from "./buttons.tsx";

/** More rows than this are shown page by page. */
const ROWS_PER_PAGE = 50;

export interface TableColumn<Row> {
  readonly title: string;
  /** What is shown. */
  readonly cell: (row: Row) => ComponentChildren;
  /** What the row is sorted by and the CSV file has; figures as the API's digits. */
  readonly value: (row: Row) => SortValue;
  /** Figures stand on the right, under each other. */
  readonly isFigure?: boolean;
  /** Left out on a phone: another column has its words there. */
  readonly isWideOnly?: boolean;
  /** Holds something to press: not sorted by, not in the CSV file and not on paper. */
  readonly isControl?: boolean;
}

interface DataTableProps<Row> {
  /** What the table shows; read out, and the name of its CSV file. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly isCaptionShown?: boolean;
  /** Below the table, in place of its CSV file. */
  readonly foot?: ComponentChildren;
}

interface Order {
  readonly column: number;
  readonly isDescending: boolean;
}

/** A table whose header sticks, whose columns sort by a button, and whose rows can be taken along as CSV. */
export function DataTable<Row>({ caption, columns, rows, isCaptionShown = false, foot }: DataTableProps<Row>) {
  const [order, setOrder] = useState<Order | null>(null);
  const [page, setPage] = useState(0);
  const ordered = useMemo(() => {
    const by = order === null ? undefined : columns[order.column];
    return by === undefined || order === null ? rows : sorted(rows, by.value, order.isDescending);
  }, [rows, columns, order]);
  const pages = Math.max(1, Math.ceil(ordered.length / ROWS_PER_PAGE));
  const shownPage = Math.min(page, pages - 1);
  const shown = ordered.slice(shownPage * ROWS_PER_PAGE, (shownPage + 1) * ROWS_PER_PAGE);

  function sortBy(column: number) {
    setOrder((before) => ({ column, isDescending: before?.column === column ? !before.isDescending : false }));
  }

  return (
    <div class="data-table">
      {/* Wide tables scroll by themselves, also by keyboard, and not the page. */}
      <section class="table-scroll" aria-label={caption} tabIndex={0}>
        <table>
          <caption class={isCaptionShown ? undefined : "unseen"}>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th
                  key={column.title}
                  scope="col"
                  class={classOf(column)}
                  aria-sort={order?.column === index ? (order.isDescending ? "descending" : "ascending") : undefined}
                >
                  {column.isControl ? (
                    column.title
                  ) : (
                    <button type="button" class="sort" onClick={() => sortBy(index)}>
                      {column.title}
                    </button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={shownPage * ROWS_PER_PAGE + index}>
                {columns.map((column) => (
                  <td key={column.title} class={classOf(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div class="table-foot">
        {pages === 1 ? null : (
          <p>
            <button type="button" disabled={shownPage === 0} onClick={() => setPage(shownPage - 1)}>
              Previous
            </button>{" "}
            Page {shownPage + 1} of {pages}{" "}
            <button type="button" disabled={shownPage === pages - 1} onClick={() => setPage(shownPage + 1)}>
              Next
            </button>
          </p>
        )}
        {foot ?? <CsvButton name={caption} columns={columns.filter(({ isControl }) => !isControl)} rows={ordered} />}
      </div>
    </div>
  );
}

function classOf({ isFigure, isControl, isWideOnly }: Omit<TableColumn<never>, "cell" | "value">): string | undefined {
  if (isControl) return "control";
  if (isWideOnly) return "wide-only";
  return isFigure ? "figure" : undefined;
}

/** What a cell is compared by. */
export type SortValue = string | number | boolean | null;

const FIGURE = /^[-+]?[0-9]+(?:\.[0-9]+)?$/;

/** Rows in the order of a column: figures by their size, texts by their letters, what is empty last in either direction. */
export function sorted<Row>(
  rows: readonly Row[],
  value: (row: Row) => SortValue,
  isDescending: boolean,
): readonly Row[] {
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return isDescending ? -compared(a, b) : compared(a, b);
  });
}

function compared(a: Exclude<SortValue, null>, b: Exclude<SortValue, null>): number {
  const areFigures = FIGURE.test(String(a)) && FIGURE.test(String(b));
  // Only for their order: no figure that is shown is made here.
  return areFigures ? Number(a) - Number(b) : String(a).localeCompare(String(b), "en-US", { numeric: true });
}

/** Lines of cells as CSV (RFC 4180), as safe to open as those of the service. */
export function csvText(lines: readonly (readonly SortValue[])[]): string {
  return lines.map((cells) => `${cells.map(safeCell).join(",")}\r\n`).join("");
}
