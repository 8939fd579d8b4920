import Driver from "better-sqlite3";
import { failure } from "../runtime/failure.ts";

/* The only file that imports the SQLite driver. Callers set their own pragmas. */

export type SqliteDatabase = Driver.Database;
export type SqliteStatement<Parameters extends unknown[] = unknown[], Row = unknown> = Driver.Statement<
  Parameters,
  Row
>;

interface SqliteOptions {
  readonly readonly?: boolean;
  readonly fileMustExist?: boolean;
  /** Milliseconds to wait for another process's lock. */
  readonly timeout?: number;
}

/** `file`: its path, or the bytes of a whole file, to be opened in memory. */
export function openSqlite(file: string | Buffer, options: SqliteOptions = {}): SqliteDatabase {
  return new Driver(file, options);
}

/** Whether SQLite failed, for example on a full disk. */
export function isSqliteError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Driver.SqliteError;
}

/** An error like SQLite's own, for what it would notice only later. */
export function sqliteError(message: string, code: string): Error {
  return new Driver.SqliteError(message, code);
}

/** How long a copy waits for a process that writes. */
const COPY_BUSY_MILLISECONDS_MAX = 10_000;

/**
 * Writes a copy of a SQLite file as it is at one moment, while other processes go on writing to it; `target` is missing or empty.
 * One read transaction sees one state (VACUUM INTO). SQLite's backup API would begin again after each write of another process.
 */
export function copySqlite(file: string, target: string): void {
  const database = openSqlite(file, { readonly: true, fileMustExist: true, timeout: COPY_BUSY_MILLISECONDS_MAX });
  try {
    database.prepare("VACUUM INTO ?").run(target);
  } finally {
    database.close();
  }
}

/** The tables of a file that a home keeps in SQLite. */
export interface Schema {
  readonly version: number;
  readonly sql: string;
}

/** Creates the tables of a new file. If two processes open it together, one creates them. */
export function prepareSchema(database: SqliteDatabase, file: string, schema: Schema): void {
  if (versionOf(database) === schema.version) return;
  database
    .transaction(() => {
      if (versionOf(database) === schema.version) return;
      refuseNewer(database, file, schema);
      database.exec(schema.sql);
      database.pragma(`user_version = ${schema.version}`);
    })
    .immediate();
}

/** Throws a failure if a newer program has upgraded the file: the meaning of its rows is unknown here. */
export function refuseNewer(database: SqliteDatabase, file: string, { version: known }: Schema): void {
  const version = versionOf(database);
  if (version <= known) return;
  throw failure(
    `${file} was written by a newer Ratebook (format ${version}, this one knows ${known}). Upgrade Ratebook, or use another --home.`,
  );
}

function versionOf(database: SqliteDatabase): number {
  return database.pragma("user_version", { simple: true }) as number;
}
