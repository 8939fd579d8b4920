import type { Day } from "../calendar/day.ts";
import type { Dated } from "../calendar/period.ts";
import type { KeyValue, RateData } from "../dataset/rate-data.ts";
import type { Origin, Table } from "../dataset/table.ts";
import { UnchangedDays } from "./unchanged-days.ts";

/** The data of a release, noting around one day how long everything that is read stays as it is. */
export class WatchedData implements RateData {
  readonly unchanged: UnchangedDays;
  readonly #data: RateData;

  constructor(data: RateData, day: Day) {
    this.#data = data;
    this.unchanged = new UnchangedDays(day);
  }

  rows<Row extends Origin>(table: Table<Row>, ...key: readonly KeyValue[]): readonly Row[] {
    const rows = this.#data.rows(table, ...key);
    if (table.dated) for (const row of rows) this.unchanged.narrow((row as unknown as Dated).period);
    return rows;
  }

  hasRows(table: Table, cell?: { readonly column: string; readonly text: string }): boolean {
    return this.#data.hasRows(table, cell);
  }
}
