import { closeSync, constants, copyFileSync, linkSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { isSqliteError, openSqlite, type SqliteDatabase, sqliteError, prepareSchema, type Schema } from "../files/sqlite.ts";
import { toldAs } from "../runtime/failure.ts";

const OWNER_ONLY = 0o600;

export const KEYS_SCHEMA: Schema = {
  version: 1,
  sql: `
  CREATE TABLE keys (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    last_four TEXT NOT NULL,
    states TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    revoked_at TEXT,
    lookups_per_minute INTEGER,
    replaced_by TEXT REFERENCES keys (id)
  ) STRICT;
`,
};

/**
 * Opens the file of a key store, making it when it is missing and may be; throws a failure that names it when it cannot be used.
 *
 * The store keeps SQLite's rollback journal: between two changes there is no companion file, so that it can be read where
 * nothing can be written (a read-only home, a full disk), and a copy that is put in its place never meets the
 * write-ahead log (WAL) of another store.
 */
export function openStoreFile(file: string, busyMilliseconds: number, mustExist: boolean): SqliteDatabase {
  let database: SqliteDatabase | null = null;
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    // Opening a FIFO would wait for somebody who reads it.
    if (stats?.isFIFO()) throw damage("it is a FIFO");
    if (stats?.isDirectory()) throw damage("it is a folder");
    if (stats === undefined && !mustExist) makeStoreFile(file);
    // A store is made complete and never empty (below): this one has lost its keys, and must not become a new one silently.
    if (stats?.size === 0) throw damage("it is empty");
    database = connected(file, busyMilliseconds);
    refuseDamage(database, file);
    prepareSchema(database, file, KEYS_SCHEMA);
    return database;
  } catch (error) {
    database?.close();
    throw unusableStore(file, error);
  }
}

/** An error of the system or of SQLite as a failure that names the file; any other error as it is. */
export function unusableStore(file: string, error: unknown): unknown {
  const remedy =
    'Mend the cause (a disk that is full, a folder that cannot be written). If the file is damaged, move it away and put back a copy with "ratebook keys import". Or choose another --home.';
  return toldAs(error, `${file} cannot be used`, remedy);
}

/** Somebody is changing the store this very moment; what was read before is still the truth. */
export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith("SQLITE_BUSY");
}

/** Damage is found when the file is read, not when a key is first looked for where it is. */
export function refuseDamage(database: SqliteDatabase, file: string): void {
  // In one transaction: nobody else can change the length in between.
  database.transaction(() => {
    const found = database.pragma("quick_check(1)", { simple: true });
    if (found !== "ok") throw damage(`it is damaged: ${oneLine(String(found))}`);
    // SQLite takes what is missing of the last page for zeros.
    const pageBytes = database.pragma("page_size", { simple: true }) as number;
    if (statSync(file).size % pageBytes !== 0) throw damage("its end is missing");
  })();
}

/** Written beside and linked into place: nobody ever finds half a store, and of several that are made at once one counts. */
function makeStoreFile(file: string): void {
  const fresh = `${file}.${process.pid}.new`;
  try {
    rmSync(fresh, { force: true });
    closeSync(openSync(fresh, "wx", OWNER_ONLY));
    const database = openSqlite(fresh);
    prepareSchema(database, fresh, KEYS_SCHEMA);
    database.close();
    putInPlace(fresh, file);
  } catch (error) {
    // Another process made it meanwhile.
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** What file systems without hard links answer. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Throws when something is in that place. */
export function putInPlace(fresh: string, file: string): void {
  try {
    linkSync(fresh, file);
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error) ?? "")) throw error;
    copyFileSync(fresh, file, constants.COPYFILE_EXCL);
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function connected(file: string, busyMilliseconds: number): SqliteDatabase {
  const database = openSqlite(file, { timeout: busyMilliseconds, fileMustExist: true });
  try {
    leaveWriteAheadLog(database);
    return database;
  } catch (error) {
    database.close();
    const snapshot = withoutWriteAheadLog(file);
    if (snapshot === null) throw error;
    const copy = openSqlite(snapshot);
    // What is written to a copy in memory would be lost without a word.
    copy.pragma("query_only = on");
    return copy;
  }
}

/** Stores of earlier versions keep a write-ahead log: it is given up when nobody else has the store open. */
function leaveWriteAheadLog(database: SqliteDatabase): void {
  if (database.pragma("journal_mode", { simple: true }) !== "wal") return;
  try {
    database.pragma("journal_mode = DELETE");
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}

/** Where the header of a SQLite file says how it is written and read: 1 for a rollback journal, 2 for a write-ahead log. */
const HEADER_VERSION_OFFSETS = [18, 19];

/**
 * A store of an earlier version cannot be opened where the companion files of its write-ahead log cannot be made. When the log
 * holds nothing, everything is in the file itself, which is then read as it is; whoever changes it changes the file.
 */
function withoutWriteAheadLog(file: string): Buffer | null {
  const bytes = readFileSync(file);
  const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (hasLog || HEADER_VERSION_OFFSETS.some((offset) => bytes[offset] !== 2)) return null;
  for (const offset of HEADER_VERSION_OFFSETS) bytes[offset] = 1;
  return bytes;
}

/** What SQLite found, without the heading that it puts on a line of its own. */
function oneLine(found: string): string {
  return found.replace(/^\*\*\*.*\*\*\*\s*/, "").replaceAll(/\s+/g, " ");
}

/** As SQLite tells what it comes across by itself. */
function damage(found: string): Error {
  return sqliteError(found, "SQLITE_CORRUPT");
}
