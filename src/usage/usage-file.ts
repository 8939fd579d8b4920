import { closeSync, openSync, statSync } from "node:fs";
import { openSqlite, type SqliteDatabase, prepareSchema, refuseNewer, type Schema } from "../files/sqlite.ts";
import { failure, toldAs } from "../runtime/failure.ts";

const OWNER_ONLY = 0o600;

/** What a count is kept under, and what is kept. */
const COLUMNS = `
    key_id TEXT NOT NULL,
    day TEXT NOT NULL,
    state TEXT NOT NULL,
    setting TEXT NOT NULL,
    lookups INTEGER NOT NULL,
    priced INTEGER NOT NULL`;

/** `outbox`: what the database of the nodes has not got yet; batch 0 is still growing. `sender` has one row. */
const SCHEMA: Schema = {
  version: 1,
  sql: `
  CREATE TABLE usage (${COLUMNS},
    PRIMARY KEY (day, key_id, state, setting)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE outbox (
    batch INTEGER NOT NULL,${COLUMNS},
    PRIMARY KEY (batch, day, key_id, state, setting)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sender (
    id TEXT NOT NULL,
    last_batch INTEGER NOT NULL,
    token TEXT NOT NULL
  ) STRICT;
`,
};

/**
 * Opens the file of a home's usage, making it when it is missing; throws a failure that names it when it cannot be used.
 *
 * It has a write-ahead log (WAL), unlike the keys: usage is written twice a second in the process that answers, which must
 * not wait for the disk. A process that is killed loses nothing that it has written; a machine that loses power may lose the
 * last seconds, and the file stays sound.
 */
export function openUsageFile(file: string, busyMilliseconds: number): SqliteDatabase {
  let database: SqliteDatabase | null = null;
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFIFO()) throw failure(`${file} is a FIFO. Move it away.`);
    // Made for its owner alone; SQLite gives its companion files the same mode.
    closeSync(openSync(file, "a", OWNER_ONLY));
    database = openSqlite(file, { timeout: busyMilliseconds });
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
    prepareSchema(database, file, SCHEMA);
    return database;
  } catch (error) {
    database?.close();
    throw unusableUsage(file, error);
  }
}

/** For whoever looks and no more: the file stays as it is, though SQLite may put empty companion files beside it. */
export function openUsageToRead(file: string, busyMilliseconds: number): SqliteDatabase {
  try {
    const database = openSqlite(file, { readonly: true, fileMustExist: true, timeout: busyMilliseconds });
    refuseNewer(database, file, SCHEMA);
    return database;
  } catch (error) {
    throw unusableUsage(file, error);
  }
}

/** An error of the system or of SQLite as a failure that names the file; any other error as it is. */
export function unusableUsage(file: string, error: unknown): unknown {
  const remedy =
    "Mend the cause (a disk that is full, a folder that cannot be written); a file that is damaged may be moved away, and counting begins anew.";
  return toldAs(error, `${file} cannot be used`, remedy);
}
