import type { RowPlace, Table } from "../../dataset/table.ts";

export type Row = Readonly<Record<string, unknown>> & RowPlace;

/** The line of a record says where it stands, and decides nothing. */
const NO_COLUMN = "line";

/** A record of a provider that remembers which of its columns the rules have read. */
export class WatchedRecord {
  /** For the rules. */
  readonly row: Row;
  /** For results: a column that the rules have not read is empty, because another record with the same price differs in it. */
  readonly seen: Row;
  readonly #read = new Set<string>();
  #isWatched = true;

  constructor(record: Row, { columns }: Pick<Table, "columns">) {
    this.row = new Proxy(record, {
      get: (target, name) => {
        if (this.#isWatched && typeof name === "string" && name !== NO_COLUMN) this.#read.add(name);
        return Reflect.get(target, name);
      },
    });
    this.seen = new Proxy(record, {
      get: (target, name) => {
        const isHidden = typeof name === "string" && name in columns && !this.#read.has(name);
        return isHidden ? (columns[name]?.absent ?? null) : Reflect.get(target, name);
      },
    });
  }

  /** For the explanation of a price, which names the record by its key: the price does not depend on that. */
  unwatched<Of>(work: () => Of): Of {
    this.#isWatched = false;
    try {
      return work();
    } finally {
      this.#isWatched = true;
    }
  }

  /** In the order of the alphabet. */
  get columns(): readonly string[] {
    return [...this.#read].sort();
  }
}
