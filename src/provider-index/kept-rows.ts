import type { Origin } from "../dataset/table.ts";
import { RecentlyUsedKeys } from "../runtime/recently-used-keys.ts";
import { AskedBefore } from "./asked-before.ts";

/**
 * The share of the rows kept that are remembered as asked for. Not all: of a round through more rows than there is room
 * for, none would be there when it is asked for again.
 */
const REMEMBERED_SHARE = 0.8;

/** Room for provider rows in memory, of all registries of a release together: it goes to those that are asked for. */
export class RowRoom {
  readonly rowsMax: number;
  /** By registry, and by what rows are asked for by: the kind of an identifier and its value, say. */
  readonly rows: RecentlyUsedKeys<readonly Origin[]>;

  /** Keeps the rows of so many identifiers parsed: one row each but for a few, at half a kilobyte. */
  constructor(rowsMax: number) {
    this.rowsMax = rowsMax;
    this.rows = new RecentlyUsedKeys(rowsMax);
  }
}

/** The rows of one registry that are in memory: claims come from few providers at a time. */
export class KeptRows<Row extends Origin> {
  readonly #room: RowRoom;
  readonly #asked: AskedBefore;

  constructor(room: RowRoom, rowCount: number) {
    this.#room = room;
    this.#asked = new AskedBefore(rowCount, room.rowsMax * REMEMBERED_SHARE);
  }

  get(by: string, value: string | number): readonly Row[] | undefined {
    return this.#room.rows.get([this, by, value]) as readonly Row[] | undefined;
  }

  keep(by: string, value: string | number, rows: readonly Row[]): void {
    this.#room.rows.set([this, by, value], rows);
  }

  /** Whether all of some rows were asked for before; they are from now on. */
  wereAskedBefore(numbers: readonly number[]): boolean {
    let wereAll = true;
    for (const number of numbers) if (!this.#asked.ask(number)) wereAll = false;
    return wereAll;
  }
}
