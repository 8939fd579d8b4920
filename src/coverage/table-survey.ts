import { type Day, dayAfter, dayBefore } from "../calendar/day.ts";
import { contains, type Dated, type Period } from "../calendar/period.ts";
import { keyOf, type RowPlace, type Table } from "../dataset/table.ts";
import { compareText } from "../text/order.ts";
import { snakeCase } from "../text/spelling.ts";
import { EXAMPLES_MAX } from "./limits.ts";

/** The cells of a key by the headers of their columns. */
type Key = Readonly<Record<string, unknown>>;

/** Days between two periods of one key, on which nothing is published for it. */
interface Gap {
  readonly key: Key;
  readonly from: Day;
  readonly to: Day;
}

/** What the rows of a dated table say together, whatever day is asked about. */
export class TableSurvey {
  readonly #table: Table;
  /** The periods of a table are shared by its rows, so that there are few of them. */
  readonly #rowsByPeriod = new Map<Period, number>();
  rowCount = 0;
  keyCount = 0;
  keysWithGaps = 0;
  readonly gaps: Gap[] = [];

  constructor(table: Table) {
    this.#table = table;
  }

  /** Sees all rows that are read together; those of one key are never read apart. */
  see(rows: readonly (RowPlace & Dated)[]): void {
    for (const { period } of rows) this.#rowsByPeriod.set(period, (this.#rowsByPeriod.get(period) ?? 0) + 1);
    this.rowCount += rows.length;
    const byKey = Map.groupBy(rows, (row) => keyOf(this.#table.key.map((name) => cell(row, name))));
    this.keyCount += byKey.size;
    for (const ofKey of byKey.values()) if (ofKey.length > 1) this.#seeGaps(ofKey);
  }

  #seeGaps(rows: readonly (RowPlace & Dated)[]): void {
    const periods = rows.map(({ period }) => period).sort((a, b) => compareText(a.start, b.start));
    const gaps = periods.flatMap(({ start }, place) => {
      const end = periods[place - 1]?.end ?? null;
      const from = end === null ? start : dayAfter(end);
      return from < start ? [{ key: this.#keyOf(rows[0] as RowPlace), from, to: dayBefore(start) }] : [];
    });
    if (gaps.length === 0) return;
    this.keysWithGaps += 1;
    this.gaps.push(...gaps.slice(0, EXAMPLES_MAX - this.gaps.length));
  }

  #keyOf(row: RowPlace): Key {
    return Object.fromEntries(this.#table.key.map((name) => [snakeCase(name), cell(row, name)]));
  }

  /** The first day of any period; null without rows. */
  get firstDay(): Day | null {
    const starts = [...this.#rowsByPeriod.keys()].map(({ start }) => start);
    return starts.sort(compareText)[0] ?? null;
  }

  /** The last day of any period; null without rows, and where a period has no end. */
  get lastDay(): Day | null {
    const ends = [...this.#rowsByPeriod.keys()].map(({ end }) => end);
    return ends.includes(null) ? null : ((ends as Day[]).sort(compareText).at(-1) ?? null);
  }

  rowsInForce(day: Day): number {
    let count = 0;
    for (const [period, rows] of this.#rowsByPeriod) if (contains(period, day)) count += rows;
    return count;
  }
}

function cell(row: RowPlace, name: string): unknown {
  return (row as unknown as Readonly<Record<string, unknown>>)[name];
}
