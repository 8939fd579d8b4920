import { useMemo } from "preact/hooks";
import { countText } from "../../../src/core/text/plural.ts";
import { addressText } from "../address.ts";
import type { CatalogueState } from "../api/ready.ts";
import { useWidth } from "../charts/axes.ts";
import { Link } from "../parts/buttons.tsx";
import { ChartFrame } from "../parts/chart-frame.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { tableWithState } from "../words/tables.ts";
import type { Pair } from "./changes-form.tsx";
import { changesIn, type Diff, KINDS, type Narrowing, type TableDiff } from "./diff.ts";

interface OverviewProps {
  readonly diff: Diff;
  readonly pair: Pair;
  readonly narrowing: Narrowing;
  readonly states: readonly CatalogueState[];
}

/** What changed in each table, counted by kind. */
export function Overview({ diff: { from, to, tables }, pair, narrowing: { state, table }, states }: OverviewProps) {
  const changed = tables.filter((each) => changesIn(each) > 0);
  const moved = changed.filter(({ raised, cut }) => raised + cut > 0);
  const nameOf = tableWithState;
  const columns = useMemo(
    () => columnsWith((name) => addressText("/changes", { ...pair, state, table: name }), table, nameOf),
    [pair.from, pair.to, state, table, states],
  );
  return (
    <>
      {moved.length === 0 ? null : (
        <ChartFrame
          title="Figures that were cut and raised, by table"
          chart={<CountsChart tables={moved} nameOf={nameOf} />}
          table={<MovedTable tables={moved} nameOf={nameOf} />}
          source={`From ${from.name} ${from.version} to ${to.name} ${to.version}. Counts of changes; other kinds are in the table below.`}
        />
      )}
      {changed.length === 0 ? null : <DataTable caption="Tables that changed" columns={columns} rows={changed} />}
      {changed.length === tables.length ? null : (
        <details>
          <summary>{countText(tables.length - changed.length, "table is", "tables are")} the same in both</summary>
          <p class="names">
            {tables
              .filter((each) => changesIn(each) === 0)
              .map((each) => nameOf(each.table))
              .join("; ")}
          </p>
        </details>
      )}
    </>
  );
}

/** "109 changes in 2 tables: 54 raised, 51 cut, 4 added" */
export function sumText(tables: readonly TableDiff[]): string {
  const changed = tables.filter((table) => changesIn(table) > 0);
  if (changed.length === 0) return "Nothing differs: both have the same rates on every day.";
  const all = changed.reduce((sum, table) => sum + changesIn(table), 0);
  const kinds = KINDS.flatMap((kind) => {
    const count = changed.reduce((sum, table) => sum + table[kind], 0);
    return count === 0 ? [] : [`${count.toLocaleString("en-US")} ${kind}`];
  });
  return `${countText(all, "change")} in ${countText(changed.length, "table")}: ${kinds.join(", ")}.`;
}

function columnsWith(
  addressOf: (table: string) => string,
  chosen: string,
  nameOf: (table: string) => string,
): readonly TableColumn<TableDiff>[] {
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
        <Link to={addressOf(table)} isCurrent={table === chosen}>
          {nameOf(table)}
        </Link>
      ),
      value: ({ table }) => nameOf(table),
    },
    ...KINDS.map((kind) => counted(kind.charAt(0).toUpperCase() + kind.slice(1), (table) => table[kind])),
    counted("Rows before", ({ rows_before }) => rows_before),
    counted("Rows after", ({ rows_after }) => rows_after),
  ];
}

/** The chart as a table; without controls, since it is often there for screen readers alone. */
function MovedTable({ tables, nameOf }: CountsChartProps) {
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
              <th scope="row">{nameOf(table)}</th>
              <td class="figure">{cut.toLocaleString("en-US")}</td>
              <td class="figure">{raised.toLocaleString("en-US")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CountsChartProps {
  readonly tables: readonly TableDiff[];
  readonly nameOf: (table: string) => string;
}

const ROW = 46;
const BAR = 16;
const NAME_BASELINE = 16;
const BAR_TOP = 22;
/** Beside a bar: "9,999 raised". */
const WORDS = 92;

/** How many figures of each table were cut and raised: to the left and to the right of one axis, to one scale. */
function CountsChart({ tables, nameOf }: CountsChartProps) {
  const { place, width } = useWidth();
  return <div ref={place}>{width === null ? null : <Drawing tables={tables} nameOf={nameOf} width={width} />}</div>;
}

function Drawing({ tables, nameOf, width }: CountsChartProps & { readonly width: number }) {
  const axis = width / 2;
  const bars = countBars(tables, axis - WORDS);
  return (
    <svg class="counts" viewBox={`0 0 ${width} ${bars.length * ROW + 4}`} aria-hidden="true">
      {bars.map(({ table, cut, raised, cutWidth, raisedWidth }, index) => {
        const top = index * ROW + BAR_TOP;
        const words = top + BAR - 4;
        return (
          <g key={table}>
            <text class="table-name" x={axis} y={index * ROW + NAME_BASELINE} text-anchor="middle">
              {nameOf(table)}
            </text>
            <rect class="cut" x={axis - cutWidth} y={top} width={cutWidth} height={BAR} />
            <rect class="raised" x={axis} y={top} width={raisedWidth} height={BAR} />
            <text x={axis - cutWidth - 6} y={words} text-anchor="end">
              {cut.toLocaleString("en-US")} cut
            </text>
            <text x={axis + raisedWidth + 6} y={words}>
              {raised.toLocaleString("en-US")} raised
            </text>
            <line class="axis" x1={axis} x2={axis} y1={top - 2} y2={top + BAR + 2} />
          </g>
        );
      })}
    </svg>
  );
}

/** The bars of one table, in pixels: what was cut goes to the left of the axis, what was raised to the right. */
interface CountBars {
  readonly table: string;
  readonly cut: number;
  readonly raised: number;
  readonly cutWidth: number;
  readonly raisedWidth: number;
}

/** A count of one among thousands is still to be seen. */
const WIDTH_MIN = 2;

/** The bars of all tables in which figures moved, to one scale; `half` is as far as a bar may reach on either side. */
function countBars(tables: readonly TableDiff[], half: number): readonly CountBars[] {
  const moved = tables.filter(({ raised, cut }) => raised + cut > 0);
  const most = Math.max(...moved.map(({ raised, cut }) => Math.max(raised, cut)));
  const width = (count: number) => (count === 0 ? 0 : Math.max(WIDTH_MIN, (count / most) * half));
  return moved.map(({ table, raised, cut }) => ({
    table,
    cut,
    raised,
    cutWidth: width(cut),
    raisedWidth: width(raised),
  }));
}
