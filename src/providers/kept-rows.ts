import { RecentlyUsed } from "../dataset/recently-used.ts";
import type { Origin } from "../dataset/table.ts";
import { AskedBefore } from "./asked-before.ts";

/**
 * The share of the rows kept that are remembered as asked for. Not all: of a round through more rows than there is room
 * for, none would be there when it is asked for again.
 */
const REMEMBERED_SHARE = 0.8;

/** Room for provider rows in memory, of all registries of a release together: it goes to those that are asked for. */
export class RowRoom {
  readonly rowsMax: number;
  readonly rows: RecentlyUsed<number, Origin>;
  #rowCount = 0;

  /** Keeps so many rows parsed, at half a kilobyte each. */
  constructor(rowsMax: number) {
    this.rowsMax = rowsMax;
    this.rows = new RecentlyUsed(rowsMax);
  }

  /** The number before the first row of a registry, among the rows of all. */
  firstNumberFor(rowCount: number): number {
    this.#rowCount += rowCount;
    return this.#rowCount - rowCount;
  }
}

/**
 * The rows of one registry that are in memory. Claims come from few providers at a time: a row that is kept saves a batch
 * of lookups half of its time (`docs/performance.md`).
 */
export class KeptRows<Row extends Origin> {
  readonly #room: RowRoom;
  readonly #firstNumber: number;
  readonly #asked: AskedBefore;

  constructor(room: RowRoom, rowCount: number) {
    this.#room = room;
    this.#firstNumber = room.firstNumberFor(rowCount);
    this.#asked = new AskedBefore(rowCount, room.rowsMax * REMEMBERED_SHARE);
  }

  get(number: number): Row | undefined {
    return this.#room.rows.get(this.#firstNumber + number) as Row | undefined;
  }

  /** A row that was read; it is kept when it was asked for before. */
  offer(number: number, row: Row): void {
    if (this.#asked.ask(number)) this.#room.rows.set(this.#firstNumber + number, row);
  }
}
