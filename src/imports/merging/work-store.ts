import { isSqliteError, openSqlite, type SqliteDatabase, type SqliteStatement } from "../../core/files/sqlite.ts";

export interface Piece {
  readonly key: string;
  /** `BEFORE`, `BY_HAND`, or the index of its publication among those of the table. */
  readonly layer: number;
  /** The index of its edition within the layer. */
  readonly edition: number;
  readonly start: string;
  readonly end: string;
  readonly cells: string;
  /** Its place in the publication. */
  readonly place: string;
}

/** Rows of the table before the import, for comparison. */
export const BEFORE = -2;
export const BY_HAND = -1;
/** The place of a row `BEFORE` that the imported publication brought. */
export const BROUGHT = "brought";
/** The place of a row `BEFORE` in which the imported publication has some cells. */
export const PART_OF = "part of";

interface FillingRow {
  readonly number: number;
  readonly cells: string;
  readonly place: string;
}

/** Enough for SQLite to sort in memory; beyond it sorts on disk, so memory stays flat for millions of rows. */
const CACHE_KIBIBYTES = 64 * 1024;

/** Whether a work store failed, for example on a full disk. SQLite does not name the file. */
export function isOfWorkStore(error: unknown): boolean {
  return isSqliteError(error);
}

/** A temporary file that collects the rows of a table from all sources and returns them by key. */
export class WorkStore {
  readonly #database: SqliteDatabase;
  readonly #insertPiece: SqliteStatement;
  readonly #insertFilling: SqliteStatement;
  readonly #findFilling: SqliteStatement;
  #fillingCount = 0;

  constructor(file: string) {
    this.#database = openSqlite(file);
    this.#database.pragma("journal_mode = off");
    this.#database.pragma("synchronous = off");
    this.#database.pragma("locking_mode = exclusive");
    this.#database.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
    this.#database.exec(`
      CREATE TABLE piece (
        number INTEGER PRIMARY KEY, key TEXT, layer INTEGER, edition INTEGER, start TEXT, end TEXT, cells TEXT, place TEXT
      );
      CREATE TABLE filling (number INTEGER PRIMARY KEY, layer INTEGER, match TEXT, cells TEXT, place TEXT);
      BEGIN;
    `);
    this.#insertPiece = this.#database.prepare("INSERT INTO piece VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)");
    this.#insertFilling = this.#database.prepare("INSERT INTO filling VALUES (?, ?, ?, ?, ?)");
    this.#findFilling = this.#database
      .prepare("SELECT number, cells, place FROM filling WHERE layer = ? AND match = ? ORDER BY number LIMIT 1")
      .raw();
  }

  add({ key, layer, edition, start, end, cells, place }: Piece): void {
    this.#insertPiece.run(key, layer, edition, start, end, cells, place);
  }

  addFilling(layer: number, match: string, cells: string, place: string): void {
    this.#insertFilling.run(this.#fillingCount, layer, match, cells, place);
    this.#fillingCount += 1;
  }

  get fillingCount(): number {
    return this.#fillingCount;
  }

  /** Call it once all filling rows are added. */
  indexFillings(): void {
    if (this.#fillingCount > 0) this.#database.exec("CREATE INDEX by_match ON filling (layer, match)");
  }

  fillingFor(layer: number, match: string): FillingRow | null {
    const row = this.#findFilling.get(layer, match) as [number, string, string] | undefined;
    return row === undefined ? null : { number: row[0], cells: row[1], place: row[2] };
  }

  /** The filling rows of a layer; of equal matches, the first. */
  *firstFillings(layer: number): Generator<FillingRow> {
    const rows = this.#database
      // SQLite takes the other columns of a group from the row with the minimum.
      .prepare("SELECT min(number), cells, place FROM filling WHERE layer = ? GROUP BY match")
      .raw()
      .iterate(layer) as IterableIterator<[number, string, string]>;
    for (const [number, cells, place] of rows) yield { number, cells, place };
  }

  /** The pieces grouped by key: layer by layer, edition by edition, in order of arrival. */
  *groups(): Generator<readonly Piece[]> {
    const rows = this.#database
      .prepare(
        "SELECT key, layer, edition, start, end, cells, place FROM piece ORDER BY key, layer, edition, start, number",
      )
      .raw()
      .iterate() as IterableIterator<[string, number, number, string, string, string, string]>;
    let group: Piece[] = [];
    for (const [key, layer, edition, start, end, cells, place] of rows) {
      if (group.length > 0 && group[0]?.key !== key) {
        yield group;
        group = [];
      }
      group.push({ key, layer, edition, start, end, cells, place });
    }
    if (group.length > 0) yield group;
  }

  close(): void {
    this.#database.close();
  }
}
