import { openSqlite, type SqliteStatement } from "../../core/files/sqlite.ts";

/** SQLite's name for a temporary file that is deleted when it is closed. */
const TEMPORARY_FILE = "";
const CACHE_KIBIBYTES = 32 * 1024;

/**
 * Groups records by a key, for publications that spread related records over the file. They are on disk, so memory does not grow
 * with the file.
 */
export class Grouped<Kept extends object> {
  readonly #database = openSqlite(TEMPORARY_FILE);
  readonly #insert: SqliteStatement;

  constructor() {
    this.#database.pragma("synchronous = off");
    this.#database.pragma("journal_mode = off");
    this.#database.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
    this.#database.exec("CREATE TABLE kept (number INTEGER PRIMARY KEY, key TEXT, record TEXT); BEGIN");
    this.#insert = this.#database.prepare("INSERT INTO kept VALUES (NULL, ?, ?)");
  }

  add(key: string, record: Kept): void {
    this.#insert.run(key, JSON.stringify(record));
  }

  /** The records of each key, in the order of the file; call it once, when all are added. */
  *groups(): Generator<readonly Kept[]> {
    const rows = this.#database.prepare("SELECT key, record FROM kept ORDER BY key, number").raw().iterate();
    let current: string | null = null;
    let group: Kept[] = [];
    for (const [key, record] of rows as IterableIterator<[string, string]>) {
      if (key !== current && group.length > 0) {
        yield group;
        group = [];
      }
      current = key;
      group.push(JSON.parse(record) as Kept);
    }
    if (group.length > 0) yield group;
    this.#database.close();
  }
}
