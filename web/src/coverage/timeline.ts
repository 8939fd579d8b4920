import type { TableCoverage } from "../../../src/answers/coverage/schema.ts";

/* Where the periods of tables stand on a chart. Days become numbers here and nowhere else: only to place a bar. */

/** The period of a table, in pixels. */
export interface TimelineBar {
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

/** Beyond the last day, so that an open end and the mark of the chosen day can be told from the border. */
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
