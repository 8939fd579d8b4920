import type { Dated } from "../../src/core/calendar/period.ts";
import type { KeyOf, RateData, RowPlace, Table } from "../../src/dataset/table.ts";

interface Read {
  readonly table: Table;
  readonly key: object;
}

/**
 * Rate data that records its reads, so that the same reads can be timed by themselves.
 * Timing each read inside of pricing would cost more than most reads do.
 */
export class RecordedReads implements RateData {
  readonly #data: RateData;
  #reads: Read[] = [];

  constructor(data: RateData) {
    this.#data = data;
  }

  rows<Row extends RowPlace, ReadBy extends string>(
    table: Table<Row, ReadBy>,
    key: KeyOf<Row, ReadBy>,
  ): readonly Row[] {
    this.#reads.push({ table: table as unknown as Table, key });
    return this.#data.rows(table, key);
  }

  hasRows(table: Table, cell?: { readonly column: string; readonly text: string }): boolean {
    return this.#data.hasRows(table, cell);
  }

  editions(table: Table): readonly Dated[] {
    return this.#data.editions(table);
  }

  /** The reads since the last call. */
  take(): readonly Read[] {
    const taken = this.#reads;
    this.#reads = [];
    return taken;
  }
}

export function readAgain(reads: readonly Read[], data: RateData): void {
  for (const { table, key } of reads) data.rows(table, key as never);
}
