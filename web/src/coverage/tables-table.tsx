import { useMemo } from "preact/hooks";
import type { TableCoverage } from "../../../src/answers/coverage/schema.ts";
import { dayText } from "../../../src/core/calendar/day.ts";
import type { ReleaseSource } from "../api/ready.ts";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { listText } from "../words/names.ts";
import { tableTitle } from "../words/tables.ts";
import {
  editionText,
  firstDayText,
  isDated,
  lastDayText,
  madeUpText,
  publishedTexts,
  rowsText,
  unpublishedText,
} from "./words.ts";

interface TablesTableProps {
  readonly caption: string;
  readonly tables: readonly TableCoverage[];
  readonly date: string;
  /** Of the rates; null until they are loaded. */
  readonly sources: readonly ReleaseSource[] | null;
}

/** What coverage says of tables. */
export function TablesTable({ caption, tables, date, sources }: TablesTableProps) {
  const columns = useMemo(() => columnsOn(date, sources), [date, sources]);
  return <DataTable caption={caption} columns={columns} rows={tables} />;
}

/** Where there is nothing to be said. */
const NOTHING = "\u2013";

function columnsOn(date: string, sources: TablesTableProps["sources"]): readonly TableColumn<TableCoverage>[] {
  const whole = (count: number) => count.toLocaleString("en-US");
  return [
    { title: "Table", cell: ({ table }) => tableTitle(table), value: ({ table }) => tableTitle(table) },
    {
      title: "Settings",
      cell: ({ settings }) => (settings.length === 0 ? NOTHING : listText(settings)),
      value: ({ settings }) => listText(settings),
    },
    { title: "Rows", cell: rowsText, value: ({ rows }) => rows, isFigure: true },
    { title: "First day", cell: firstDayText, value: ({ first_day }) => first_day, isFigure: true },
    { title: "Last day", cell: lastDayText, value: ({ last_day }) => last_day, isFigure: true },
    {
      title: `Effective ${dayText(date)}`,
      cell: (table) => (
        <span class={isNoneEffective(table) ? "amber" : undefined}>
          {table.rows_in_force === null ? "all" : whole(table.rows_in_force)}
        </span>
      ),
      value: ({ rows_in_force }) => rows_in_force,
      isFigure: true,
    },
    {
      title: "Publication, and its age",
      cell: (table) => <Editions table={table} date={date} sources={sources} />,
      value: (table) => editionsValue(table, date, sources),
    },
    {
      title: "Data",
      cell: ({ synthetic }) => <span class="figures">{madeUpText(synthetic)}</span>,
      value: ({ synthetic }) => madeUpText(synthetic),
    },
  ];
}

/** A table that has rows, and none that counts on the day. */
function isNoneEffective(table: TableCoverage): boolean {
  return isDated(table) && table.rows > 0 && table.rows_in_force === 0;
}

interface EditionsProps extends Pick<TablesTableProps, "date" | "sources"> {
  readonly table: TableCoverage;
}

/** The publications that were imported; else those that the sources name. */
function Editions({ table, date, sources }: EditionsProps) {
  const { publications } = table;
  const published = publishedTexts(table, sources, date);
  if (publications.length === 0 && published.length === 0) return <>{unpublishedText(table, sources)}</>;
  return (
    <ul class="editions">
      {publications.map((each) => (
        <li key={each.publication}>
          {each.publication === null ? null : <span class="code">{each.publication}</span>} {editionText(each)}
          {each.stale ? <strong class="amber"> out of date</strong> : null}
        </li>
      ))}
      {publications.length > 0 ? null : published.map((text) => <li key={text}>{text}</li>)}
    </ul>
  );
}

function editionsValue(table: TableCoverage, date: string, sources: TablesTableProps["sources"]): string {
  const { publications } = table;
  if (publications.length === 0)
    return publishedTexts(table, sources, date).join("; ") || unpublishedText(table, sources);
  return publications
    .map((each) => `${each.publication ?? ""} ${editionText(each)}${each.stale ? ", out of date" : ""}`.trim())
    .join("; ");
}
