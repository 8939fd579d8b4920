import { closeSync, openSync } from "node:fs";
import { isSqliteError, openSqlite, type SqliteDatabase, prepareSchema, type Schema } from "../files/sqlite.ts";
import { toldAs } from "../runtime/failure.ts";

const OWNER_ONLY = 0o600;

/** A command that writes takes milliseconds; the files themselves are written outside of any transaction. */
const BUSY_MILLISECONDS_MAX = 10_000;

const SCHEMA: Schema = {
  version: 1,
  sql: `
  CREATE TABLE releases (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    content_hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    pushed_at TEXT NOT NULL,
    pushed_by TEXT NOT NULL
  ) STRICT;
  CREATE TABLE active_release (
    is_only INTEGER PRIMARY KEY CHECK (is_only = 1),
    content_hash TEXT NOT NULL REFERENCES releases (content_hash)
  ) STRICT;
  CREATE TABLE release_activations (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    content_hash TEXT NOT NULL,
    version TEXT NOT NULL,
    activated_at TEXT NOT NULL,
    activated_by TEXT NOT NULL
  ) STRICT;
`,
};

/** Opens the records of the releases of a home, making them when they are missing; throws a failure that names the file. */
export function openCatalogueFile(file: string): SqliteDatabase {
  let database: SqliteDatabase | null = null;
  try {
    // Made for its owner alone.
    closeSync(openSync(file, "a", OWNER_ONLY));
    database = openSqlite(file, { timeout: BUSY_MILLISECONDS_MAX });
    database.pragma("foreign_keys = on");
    prepareSchema(database, file, SCHEMA);
    return database;
  } catch (error) {
    database?.close();
    throw unusableCatalogue(file, error);
  }
}

export function unusableCatalogue(file: string, error: unknown): unknown {
  const remedy =
    isSqliteError(error) && error.code === "SQLITE_FULL"
      ? "Make room on its disk and try again: a few kilobytes are enough to prune."
      : "Mend the cause, or move the file away and push the releases again.";
  return toldAs(error, `${file} cannot be used`, remedy);
}
