import type { TableCoverage } from "../../../src/answers/coverage/schema.ts";
import { useWidth } from "../charts/use-width.ts";
import { dayText } from "../words/day.ts";
import { type TimelineBar, timelineOf } from "./timeline.ts";

interface TimelineChartProps {
  readonly tables: readonly TableCoverage[];
  readonly date: string;
}

/** From here on, names stand beside their bars, and above them where it is narrower. */
const WIDE_FROM = 640;
/** Of a letter of a name: all are as wide in its type. */
const LETTER = 7.9;
const AFTER_NAMES = 12;
const HEAD = 24;
const FOOT = 22;
const BAR = 12;
const ARROW = 7;
/** Half of a year's four digits: closer to the border they would be cut off. */
const HALF_YEAR_NAME = 16;
/** An end that cannot be seen would be no end. */
const BAR_MIN = 2;

/** From the first to the last day of each table, with the chosen day marked. */
export function TimelineChart({ tables, date }: TimelineChartProps) {
  const { place, width } = useWidth();
  return <div ref={place}>{width === null ? null : <Drawing tables={tables} date={date} width={width} />}</div>;
}

function Drawing({ tables, date, width }: TimelineChartProps & { readonly width: number }) {
  const isWide = width >= WIDE_FROM;
  const left = isWide ? Math.max(...tables.map(({ table }) => table.length)) * LETTER + AFTER_NAMES : 1;
  const right = width - ARROW - 1;
  const { bars, day, years } = timelineOf(tables, date, { left, right });
  const rowHeight = isWide ? 24 : 40;
  const bottom = HEAD + bars.length * rowHeight;
  const isDayRight = day > (left + right) / 2;
  return (
    <svg class="timeline" viewBox={`0 0 ${width} ${bottom + FOOT}`} aria-hidden="true">
      {years.map(({ year, at }) => (
        <g key={year}>
          <line class="year" x1={at} x2={at} y1={HEAD} y2={bottom} />
          <text class="year-name" x={at} y={bottom + 16} text-anchor={at < HALF_YEAR_NAME ? "start" : "middle"}>
            {year}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => (
        <Row key={bar.table.table} bar={bar} top={HEAD + index * rowHeight} isWide={isWide} width={width} />
      ))}
      <line class="chosen-day" x1={day} x2={day} y1={HEAD - 4} y2={bottom} />
      <text
        class="chosen-day-name"
        x={isDayRight ? Math.min(day + 30, width) : Math.max(day - 30, 0)}
        y={14}
        text-anchor={isDayRight ? "end" : "start"}
      >
        {dayText(date)}
      </text>
    </svg>
  );
}

interface RowProps {
  readonly bar: TimelineBar;
  readonly top: number;
  readonly isWide: boolean;
  readonly width: number;
}

function Row({ bar: { table, from, to, isOpen }, top, isWide, width }: RowProps) {
  const middle = top + (isWide ? 12 : 30);
  const end = Math.max(from + BAR_MIN, to);
  const upperEdge = `M${from} ${middle - BAR / 2} H${end}`;
  const isNoneInForce = table.rows_in_force === 0;
  const said = [...(isNoneInForce ? ["none in force"] : []), ...(table.stale ? ["stale"] : [])].join(", ");
  return (
    <g class={isNoneInForce ? "none-in-force" : undefined}>
      <text class="table-name" x={0} y={isWide ? middle + 4 : top + 17}>
        {table.table}
        {isWide || said === "" ? null : <tspan class="said"> {said}</tspan>}
      </text>
      <path
        class="period"
        d={
          isOpen
            ? `${upperEdge} l${ARROW} ${BAR / 2} l${-ARROW} ${BAR / 2} H${from} z`
            : `${upperEdge} v${BAR} H${from} z`
        }
      />
      {isWide && said !== "" ? (
        <text class="said on-bar" x={Math.min(from + 6, width - 120)} y={middle + 4}>
          {said}
        </text>
      ) : null}
    </g>
  );
}
