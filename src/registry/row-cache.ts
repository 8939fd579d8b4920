import { RecentlyUsedKeys } from "../core/runtime/cache.ts";
import type { RowPlace } from "../dataset/table.ts";

/**
 * The share of the rows kept that are remembered as asked for. Not all: of a round through more rows than there is room
 * for, none would be there when it is asked for again.
 */
const REMEMBERED_SHARE = 0.8;

/** The LRU cache of provider rows, of all registries of a release together: its room goes to those that are asked for. */
export class SharedRowCache {
  readonly rowsMax: number;
  /** By registry, and by what rows are asked for by: the kind of an identifier and its value, say. */
  readonly rows: RecentlyUsedKeys<readonly RowPlace[]>;

  /** Keeps the rows of so many identifiers parsed: one row each but for a few, at half a kilobyte. */
  constructor(rowsMax: number) {
    this.rowsMax = rowsMax;
    this.rows = new RecentlyUsedKeys(rowsMax);
  }
}

/** The part of it that one registry sees: claims come from few providers at a time. */
export class RowCache<Row extends RowPlace> {
  readonly #shared: SharedRowCache;
  readonly #asked: AskedBefore;

  constructor(shared: SharedRowCache, rowCount: number) {
    this.#shared = shared;
    this.#asked = new AskedBefore(rowCount, shared.rowsMax * REMEMBERED_SHARE);
  }

  get(by: string, value: string | number): readonly Row[] | undefined {
    return this.#shared.rows.get([this, by, value]) as readonly Row[] | undefined;
  }

  keep(by: string, value: string | number, rows: readonly Row[]): void {
    this.#shared.rows.set([this, by, value], rows);
  }

  /** Whether all of some rows were asked for before; they are from now on. */
  wereAskedBefore(numbers: readonly number[]): boolean {
    let wereAll = true;
    for (const number of numbers) if (!this.#asked.ask(number)) wereAll = false;
    return wereAll;
  }
}

const BITS_PER_BYTE = 8;

/**
 * The admission filter of the row cache: remembers which rows were read lately, a bit each. Only rows that are read again are worth keeping: a reader that
 * goes through a whole registry would otherwise fill memory with rows that are never needed twice, and have the garbage
 * collector carry each of them about.
 */
export class AskedBefore {
  readonly #bits: Uint8Array;
  readonly #rememberedMax: number;
  #remembered = 0;

  /** Remembers so many rows, then starts over. */
  constructor(rowCount: number, rememberedMax: number) {
    this.#bits = new Uint8Array(Math.ceil(rowCount / BITS_PER_BYTE));
    this.#rememberedMax = rememberedMax;
  }

  /** Whether the row was read before; it counts as read from now on. */
  ask(row: number): boolean {
    const place = Math.floor(row / BITS_PER_BYTE);
    const bit = 1 << (row % BITS_PER_BYTE);
    const bits = this.#bits[place] as number;
    if ((bits & bit) !== 0) return true;
    if (this.#remembered >= this.#rememberedMax) {
      this.#bits.fill(0);
      this.#remembered = 0;
    }
    this.#bits[place] = (this.#bits[place] as number) | bit;
    this.#remembered += 1;
    return false;
  }
}
