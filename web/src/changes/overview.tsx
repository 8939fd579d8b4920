import { useMemo } from "preact/hooks";
import { addressText } from "../address.ts";
import { ChartFrame } from "../parts/chart-frame.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { Link } from "../parts/link.tsx";
import { countText } from "../words/name.ts";
import { CountsChart } from "./counts-chart.tsx";
import { changesIn, type Diff, KINDS, type Narrowing, type TableDiff } from "./diff.ts";
import type { Pair } from "./releases.ts";

interface OverviewProps {
  readonly diff: Diff;
  readonly pair: Pair;
  readonly narrowing: Narrowing;
}

/** What changed in each table, counted by kind. */
export function Overview({ diff: { from, to, tables }, pair, narrowing: { state, table } }: OverviewProps) {
  const changed = tables.filter((each) => changesIn(each) > 0);
  const moved = changed.filter(({ raised, cut }) => raised + cut > 0);
  const columns = useMemo(
    () => columnsWith((name) => addressText("/changes", { ...pair, state, table: name }), table),
    [pair.from, pair.to, state, table],
  );
  return (
    <>
      <p class="sum">{sumText(tables)}</p>
      {moved.length === 0 ? null : (
        <ChartFrame
          title="Figures that were cut and raised, by table"
          chart={<CountsChart tables={moved} />}
          table={<MovedTable tables={moved} />}
          source={`From ${from.name} ${from.version} to ${to.name} ${to.version}. Counts of changes; other kinds are in the table below.`}
        />
      )}
      {changed.length === 0 ? null : <DataTable caption="Tables that changed" columns={columns} rows={changed} />}
      {changed.length === tables.length ? null : (
        <details>
          <summary>{countText(tables.length - changed.length, "table says", "tables say")} the same in both</summary>
          <p class="names">
            {tables
              .filter((each) => changesIn(each) === 0)
              .map((each) => each.table)
              .join(", ")}
          </p>
        </details>
      )}
    </>
  );
}

/** "109 changes in 2 tables: 54 raised, 51 cut, 4 added" */
function sumText(tables: readonly TableDiff[]): string {
  const changed = tables.filter((table) => changesIn(table) > 0);
  if (changed.length === 0) return "Nothing differs: both releases say the same on every day.";
  const all = changed.reduce((sum, table) => sum + changesIn(table), 0);
  const kinds = KINDS.flatMap((kind) => {
    const count = changed.reduce((sum, table) => sum + table[kind], 0);
    return count === 0 ? [] : [`${count.toLocaleString("en-US")} ${kind}`];
  });
  return `${countText(all, "change")} in ${countText(changed.length, "table")}: ${kinds.join(", ")}.`;
}

function columnsWith(addressOf: (table: string) => string, chosen: string): readonly TableColumn<TableDiff>[] {
  const counted = (title: string, count: (table: TableDiff) => number): TableColumn<TableDiff> => ({
    title,
    cell: (table) => (count(table) === 0 ? <span class="zero">0</span> : count(table).toLocaleString("en-US")),
    value: count,
    isFigure: true,
  });
  return [
    {
      title: "Table",
      cell: ({ table }) => (
        <Link to={addressOf(table)} class="code" isCurrent={table === chosen}>
          {table}
        </Link>
      ),
      value: ({ table }) => table,
    },
    ...KINDS.map((kind) => counted(kind.charAt(0).toUpperCase() + kind.slice(1), (table) => table[kind])),
    counted("Rows before", ({ rows_before }) => rows_before),
    counted("Rows after", ({ rows_after }) => rows_after),
  ];
}

/** The chart as a table; without controls, since it is often there for screen readers alone. */
function MovedTable({ tables }: { readonly tables: readonly TableDiff[] }) {
  return (
    <div class="data-table">
      <table>
        <caption class="unseen">Figures that were cut and raised, by table</caption>
        <thead>
          <tr>
            <th scope="col">Table</th>
            <th scope="col" class="figure">
              Cut
            </th>
            <th scope="col" class="figure">
              Raised
            </th>
          </tr>
        </thead>
        <tbody>
          {tables.map(({ table, cut, raised }) => (
            <tr key={table}>
              <th scope="row" class="code">
                {table}
              </th>
              <td class="figure">{cut.toLocaleString("en-US")}</td>
              <td class="figure">{raised.toLocaleString("en-US")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
