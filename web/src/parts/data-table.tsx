import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { safeCell } from "../../../src/dataset/safe-cell.ts";
import { CsvButton } from "./buttons.tsx";

/** More rows than this are shown page by page. */
export const ROWS_PER_PAGE = 50;

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

/** What of a table is shown: its order, and its page, counted from 1. */
export interface TableView {
  /** `column`: by its name (`columnName`); null: as the rows come. */
  readonly sort: { readonly column: string; readonly isDescending: boolean } | null;
  readonly page: number;
}

export const FIRST_VIEW: TableView = { sort: null, page: 1 };

/** A column as an address names it: `Payer's claim` is `payers-claim`. */
export function columnName(title: string): string {
  return title
    .toLowerCase()
    .replaceAll("'", "")
    .replaceAll(/[^a-z0-9]+/g, "-");
}

interface DataTableProps<Row> {
  /** What the table shows; read out, and the name of its CSV file. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly isCaptionShown?: boolean;
  /** False: there is no CSV file below the table. */
  readonly hasCsv?: boolean;
  /** Below the table, in place of its CSV file. */
  readonly foot?: ComponentChildren;
  /** Where the address holds what is shown; absent: the table holds it. */
  readonly view?: TableView;
  readonly onView?: (view: TableView) => void;
  /** What tells rows apart, where a cell can be opened: it stays with its row. Absent: its place. */
  readonly keyOf?: (row: Row) => number | string;
  /** On a narrow screen each row is a card with the title of each cell: for a table whose most important columns come last. */
  readonly areCards?: boolean;
}

/** A table whose header sticks, whose columns sort by a button, and whose rows can be taken along as CSV. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, isCaptionShown = false, hasCsv = true, foot, keyOf, areCards = false } = props;
  const [own, setOwn] = useState(FIRST_VIEW);
  const { view = own, onView = setOwn } = props;
  const { sort, page } = view;
  const ordered = useMemo(() => {
    const by = columns.find(({ title }) => columnName(title) === sort?.column);
    return by === undefined || sort === null ? rows : sorted(rows, by.value, sort.isDescending);
  }, [rows, columns, sort?.column, sort?.isDescending]);
  const pages = Math.max(1, Math.ceil(ordered.length / ROWS_PER_PAGE));
  const shownPage = Math.min(page, pages) - 1;
  // What is no table to the eye is none to some screen readers, unless its roles say so.
  const role = (name: Role) => (areCards ? { role: name } : {});
  const shown = ordered.slice(shownPage * ROWS_PER_PAGE, (shownPage + 1) * ROWS_PER_PAGE);

  function sortBy(column: string) {
    onView({ sort: { column, isDescending: sort?.column === column && !sort.isDescending }, page: 1 });
  }
  const sortOf = ({ title }: TableColumn<Row>) =>
    sort?.column === columnName(title) ? (sort.isDescending ? "descending" : "ascending") : undefined;

  return (
    <div class="data-table">
      {/* Wide tables scroll by themselves, also by keyboard, and not the page. */}
      <section class={areCards ? "table-scroll table-cards" : "table-scroll"} aria-label={caption} tabIndex={0}>
        <table {...role("table")}>
          <caption class={isCaptionShown ? undefined : "unseen"}>{caption}</caption>
          <thead {...role("rowgroup")}>
            <tr {...role("row")}>
              {columns.map((column) => (
                <th
                  key={column.title}
                  scope="col"
                  {...role("columnheader")}
                  class={classOf(column)}
                  aria-sort={sortOf(column)}
                >
                  {column.isControl ? (
                    column.title
                  ) : (
                    <button type="button" class="sort" onClick={() => sortBy(columnName(column.title))}>
                      {column.title}
                    </button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...role("rowgroup")}>
            {shown.map((row, index) => (
              <tr key={keyOf?.(row) ?? shownPage * ROWS_PER_PAGE + index} {...role("row")}>
                {columns.map((column) => (
                  <td
                    key={column.title}
                    {...role("cell")}
                    class={classOf(column)}
                    data-title={areCards ? column.title : undefined}
                  >
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
            <button type="button" disabled={shownPage === 0} onClick={() => onView({ sort, page: shownPage })}>
              Previous
            </button>{" "}
            Page {shownPage + 1} of {pages}{" "}
            <button
              type="button"
              disabled={shownPage === pages - 1}
              onClick={() => onView({ sort, page: shownPage + 2 })}
            >
              Next
            </button>
          </p>
        )}
        {foot}
        {hasCsv && foot === undefined ? (
          <CsvButton name={caption} columns={columns.filter(({ isControl }) => !isControl)} rows={ordered} />
        ) : null}
      </div>
    </div>
  );
}

type Role = "table" | "rowgroup" | "row" | "columnheader" | "cell";

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
