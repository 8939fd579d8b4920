import { RecentlyUsedKeys } from "../core/runtime/cache.ts";
import type { RowPlace } from "../dataset/table.ts";

/**
 * The admission filter remembers fewer rows than the cache keeps. Otherwise a scan through more rows than the cache
 * holds would evict every row before it is read again.
 */
const REMEMBERED_SHARE = 0.8;

/** LRU cache of provider rows, shared by all registries of a release. */
export class SharedRowCache {
  readonly rowsMax: number;
  /** By registry, kind of identifier and value. */
  readonly rows: RecentlyUsedKeys<readonly RowPlace[]>;

  /** Keeps the parsed rows of so many identifiers: most have one row, of half a kilobyte. */
  constructor(rowsMax: number) {
    this.rowsMax = rowsMax;
    this.rows = new RecentlyUsedKeys(rowsMax);
  }
}

/** The part of the cache that one registry sees: claims come from few providers at a time. */
export class RowCache<Row extends RowPlace> {
  readonly #shared: SharedRowCache;
  readonly #rowsRead: RowsRead;

  constructor(shared: SharedRowCache, rowCount: number) {
    this.#shared = shared;
    this.#rowsRead = new RowsRead(rowCount, shared.rowsMax * REMEMBERED_SHARE);
  }

  get(by: string, value: string | number): readonly Row[] | undefined {
    return this.#shared.rows.get([this, by, value]) as readonly Row[] | undefined;
  }

  keep(by: string, value: string | number, rows: readonly Row[]): void {
    this.#shared.rows.set([this, by, value], rows);
  }

  /** Whether all these rows were read before; marks them as read. */
  wereReadBefore(numbers: readonly number[]): boolean {
    let wereAll = true;
    for (const number of numbers) if (!this.#rowsRead.note(number)) wereAll = false;
    return wereAll;
  }
}

const BITS_PER_BYTE = 8;

/**
 * Admission filter of the row cache: one bit for each row read lately. Only rows that are read again are worth keeping.
 * Otherwise a scan of a whole registry would fill the cache with rows that are never needed twice.
 */
export class RowsRead {
  readonly #bits: Uint8Array;
  readonly #rememberedMax: number;
  #remembered = 0;

  /** Remembers so many rows, then starts over. */
  constructor(rowCount: number, rememberedMax: number) {
    this.#bits = new Uint8Array(Math.ceil(rowCount / BITS_PER_BYTE));
    this.#rememberedMax = rememberedMax;
  }

  /** Whether the row was read before; marks it as read. */
  note(row: number): boolean {
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
