import Driver from "better-sqlite3";

/* The one file that imports the SQLite driver. Whoever keeps something in SQLite opens it here and says its own pragmas. */

export type SqliteDatabase = Driver.Database;
export type SqliteStatement<Parameters extends unknown[] = unknown[], Row = unknown> = Driver.Statement<
  Parameters,
  Row
>;

interface SqliteOptions {
  readonly readonly?: boolean;
  readonly fileMustExist?: boolean;
  /** For how many milliseconds somebody else's lock is waited for. */
  readonly timeout?: number;
}

/** `file`: its path, or the bytes of a whole file, which is then in memory alone. */
export function openSqlite(file: string | Buffer, options: SqliteOptions = {}): SqliteDatabase {
  return new Driver(file, options);
}

/** Whether it was SQLite that failed: a disk that is full, say. */
export function isSqliteError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Driver.SqliteError;
}

/** An error as SQLite itself reports it, for what it would only notice later. */
export function sqliteError(message: string, code: string): Error {
  return new Driver.SqliteError(message, code);
}
