import type { TableCoverage } from "../../../src/answers/coverage/schema.ts";
import { dayText } from "../../../src/core/calendar/day.ts";
import { useWidth } from "../charts/axes.ts";
import { tableTitle } from "../words/tables.ts";

interface TimelineChartProps {
  readonly tables: readonly TableCoverage[];
  readonly date: string;
}

/** From here on, names stand beside their bars, and above them where it is narrower. */
const WIDE_FROM = 640;
/** Of a letter of a name, on average; a little more, since names differ. */
const LETTER = 7.4;
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
  const left = isWide ? Math.max(...tables.map(({ table }) => tableTitle(table).length)) * LETTER + AFTER_NAMES : 1;
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
  const isNoneEffective = table.rows_in_force === 0;
  const said = [...(isNoneEffective ? ["none effective"] : []), ...(table.stale ? ["out of date"] : [])].join(", ");
  return (
    <g class={isNoneEffective ? "none-effective" : undefined}>
      <text class="table-name" x={0} y={isWide ? middle + 4 : top + 17}>
        {tableTitle(table.table)}
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

/* Where the periods of tables stand on a chart. Days become numbers here and nowhere else: only to place a bar. */

/** The period of a table, in pixels. */
interface TimelineBar {
  readonly table: TableCoverage;
  readonly from: number;
  readonly to: number;
  /** A row has no end: the bar goes on beyond the chart. */
  readonly isOpen: boolean;
}

interface Timeline {
  readonly bars: readonly TimelineBar[];
  /** Where the chosen day stands. */
  readonly day: number;
  readonly years: readonly { readonly year: string; readonly at: number }[];
}

/** Years closer than this would print over each other. */
const PIXELS_PER_YEAR_LABEL = 52;

/** Steps between the years that are named, from every year to every century. */
const YEAR_STEPS = [1, 2, 5, 10, 20, 50, 100, 1000];

/** Beyond the last day, so that an open end and the mark of the chosen day differ from the border. */
const ROOM_AFTER = 0.04;

const MILLISECONDS_PER_DAY = 86_400_000;

/** The periods of all tables that have one, from the first day of any to the last or to the chosen one, over `left` to `right`. */
export function timelineOf(
  tables: readonly TableCoverage[],
  date: string,
  { left, right }: { readonly left: number; readonly right: number },
): Timeline {
  const held = tables.filter(({ first_day }) => first_day !== null);
  const days = [date, ...held.flatMap(({ first_day, last_day }) => [first_day, last_day])]
    .filter((day) => day !== null)
    .map(numberOf);
  const first = Math.min(...days);
  const last = Math.max(...days);
  const scale = (right - left) / Math.max(1, (last - first) * (1 + ROOM_AFTER));
  const at = (day: number) => left + (day - first) * scale;
  return {
    bars: held.map((table) => ({
      table,
      from: at(numberOf(table.first_day ?? date)),
      // The last day itself still counts.
      to: table.last_day === null ? right : Math.min(right, at(numberOf(table.last_day) + 1)),
      isOpen: table.last_day === null,
    })),
    day: at(numberOf(date)),
    years: yearsOf(first, last, scale).map((year) => ({ year: String(year), at: at(firstOfYear(year)) })),
  };
}

function yearsOf(first: number, last: number, scale: number): readonly number[] {
  const from = yearOf(first);
  const years = Array.from({ length: yearOf(last) - from + 1 }, (_, place) => from + place);
  const step = YEAR_STEPS.find((each) => each * 365 * scale >= PIXELS_PER_YEAR_LABEL) ?? Number.POSITIVE_INFINITY;
  return years.filter((year) => year % step === 0 && firstOfYear(year) >= first);
}

function numberOf(day: string): number {
  return Date.parse(day) / MILLISECONDS_PER_DAY;
}

function firstOfYear(year: number): number {
  return numberOf(`${String(year).padStart(4, "0")}-01-01`);
}

function yearOf(day: number): number {
  return new Date(day * MILLISECONDS_PER_DAY).getUTCFullYear();
}
