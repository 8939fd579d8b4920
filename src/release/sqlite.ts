import { isSqliteError, openSqlite, type SqliteDatabase } from "../core/files/sqlite.ts";
import { Soundness } from "./soundness.ts";

/*
 * A release as SQLite keeps it: written once, read many times and never changed, so it needs neither a journal nor locks.
 */

/** What a column of a release holds. */
export type SqliteValue = string | number | Uint8Array | null;

/** Fewer, larger pages: the index lists are long, and a page is read in one go. */
const PAGE_BYTES = 8192;

/**
 * Pages that a connection keeps. Rows are read all over the file, whose pages the system keeps anyway: the driver's
 * own default, eight times as much, makes nothing quicker.
 */
const CACHE_KIBIBYTES = 2_000;

/** A prepared `SELECT`. */
export interface PreparedQuery {
  /** The first row, as an array of its columns. */
  readonly first: (...parameters: SqliteValue[]) => SqliteValue[] | undefined;
  /** The first column of the row with a key: the quickest way to read one thing. */
  readonly value: (key: number) => SqliteValue | undefined;
  readonly all: (...parameters: SqliteValue[]) => SqliteValue[][];
}

export interface Queryable {
  /** Reports that what was read is not what was stored. */
  readonly soundness: Soundness;
  query(sql: string): PreparedQuery;
}

/** What has checksums. */
export interface Summed extends Queryable {
  /** What all checksums of the release begin with. */
  readonly checksumSalt: number;
}

/** A release file open for reading. */
export interface ReadingDatabase extends Queryable {
  close(): void;
}

/** A read error of SQLite is damage: the file was proved, and no other program writes to it. */
export function openForReading(file: string, soundness: Soundness): ReadingDatabase {
  const database = openSqlite(file, { readonly: true, fileMustExist: true });
  // The file never changes, so the shared lock is taken once and kept: half the cost of a point read.
  database.pragma("locking_mode = exclusive");
  database.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
  return {
    soundness,
    query: (sql) => watched(queryOf(database, sql), sql, soundness),
    close: () => database.close(),
  };
}

function watched({ value, first, all }: PreparedQuery, sql: string, soundness: Soundness): PreparedQuery {
  const failed = (error: unknown): unknown => {
    if (!isOfSqlite(error)) return error;
    const [, table = "the file"] = /FROM (\w+)/.exec(sql) ?? [];
    return soundness.damaged(table, `SQLite says ${(error as NodeJS.ErrnoException).code}`);
  };
  const watching =
    <Parameters extends SqliteValue[], Result>(read: (...parameters: Parameters) => Result) =>
    (...parameters: Parameters): Result => {
      try {
        return read(...parameters);
      } catch (error) {
        throw failed(error);
      }
    };
  return { value: watching(value), first: watching(first), all: watching(all) };
}

function queryOf(database: SqliteDatabase, sql: string): PreparedQuery {
  const statement = database.prepare<SqliteValue[], SqliteValue[]>(sql).raw();
  const plucked = database.prepare<[number], SqliteValue>(sql).pluck();
  return {
    value: (key) => plucked.get(key),
    first: (...parameters) => statement.get(...parameters),
    all: (...parameters) => statement.all(...parameters),
  };
}

/** A release file being written; what is already in it can be read. */
export interface WritingDatabase extends Summed {
  execute(sql: string): void;
  /** A prepared `INSERT`. */
  insert(sql: string): (values: readonly SqliteValue[]) => void;
  /** Completes the file. */
  finish(): void;
  /** Closes the file, complete or not. */
  close(): void;
}

/** Whether it was SQLite that failed: a disk that is full, say. */
export function isOfSqlite(error: unknown): boolean {
  return isSqliteError(error);
}

/** The numbers in the file's header that identify it. */
interface FileStamp {
  readonly applicationId: number;
  readonly formatVersion: number;
}

/** Creates a file that is read only when it is complete; the rest of a crash is deleted. */
export function createForWriting(
  file: string,
  { applicationId, formatVersion }: FileStamp,
  checksumSalt: number,
): WritingDatabase {
  const database = openSqlite(file);
  database.pragma(`page_size = ${PAGE_BYTES}`);
  database.pragma("journal_mode = off");
  database.pragma("synchronous = off");
  database.pragma("locking_mode = exclusive");
  database.pragma(`application_id = ${applicationId}`);
  database.pragma(`user_version = ${formatVersion}`);
  database.exec("BEGIN");
  return {
    checksumSalt,
    soundness: new Soundness(file),
    query: (sql) => queryOf(database, sql),
    execute: (sql) => {
      database.exec(sql);
    },
    insert(sql) {
      const statement = database.prepare<SqliteValue[]>(sql);
      return (values) => {
        statement.run(...values);
      };
    },
    finish: () => {
      database.exec("COMMIT");
    },
    close: () => database.close(),
  };
}
