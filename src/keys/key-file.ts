import { accessSync, closeSync, constants, copyFileSync, linkSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import {
  isSqliteError,
  openSqlite,
  prepareSchema,
  type Schema,
  type SqliteDatabase,
  type SqliteStatement,
  sqliteError,
} from "../core/files/sqlite.ts";
import { OWNER_ONLY_FILE } from "../core/files/writing.ts";
import { failureFrom } from "../core/runtime/failure.ts";
import type { ApiKey, StoredKey } from "./api-key.ts";

/** Another process may be writing: a command waits for it this long before it gives up. */
export const BUSY_MILLISECONDS_MAX = 10_000;

/** Header value of a store that mirrors a database (`merge-keys.ts`); 0 in a store with its own keys. */
const MIRROR = 0x52424d31;

const COLUMNS = `id, name, states, last_four AS lastFour, created_at AS createdAt, expires_at AS expiresAt,
  revoked_at AS revokedAt, lookups_per_minute AS lookupsPerMinute, token_hash AS tokenHash, replaced_by AS replacedBy`;

const EVERY_KEY = `SELECT ${COLUMNS} FROM keys ORDER BY created_at, id`;

const INSERT = `
  INSERT INTO keys (id, name, token_hash, last_four, states, created_at, expires_at, revoked_at, lookups_per_minute, replaced_by)
  VALUES (@id, @name, @tokenHash, @lastFour, @states, @createdAt, @expiresAt, @revokedAt, @lookupsPerMinute, @replacedBy)`;

const UPDATE = `
  UPDATE keys SET name = @name, token_hash = @tokenHash, last_four = @lastFour, states = @states, created_at = @createdAt,
    expires_at = @expiresAt, revoked_at = @revokedAt, lookups_per_minute = @lookupsPerMinute, replaced_by = @replacedBy
  WHERE id = @id`;

type Row = Omit<ApiKey, "states"> & Omit<StoredKey, "key"> & { readonly states: string };

interface Opening {
  readonly busyMilliseconds?: number;
  /** A store that is missing is otherwise made. */
  readonly mustExist?: boolean;
}

/** The SQLite file with the keys of a home; several processes may have it open. Its methods are synchronous. */
export class KeyFile {
  readonly path: string;
  readonly #busyMilliseconds: number;
  readonly #database: SqliteDatabase;
  readonly #all: SqliteStatement<[], Row>;
  readonly #byId: SqliteStatement<[string], Row>;
  readonly #version: SqliteStatement<[], number>;

  constructor(path: string, { busyMilliseconds = BUSY_MILLISECONDS_MAX, mustExist = false }: Opening = {}) {
    this.path = path;
    this.#busyMilliseconds = busyMilliseconds;
    this.#database = openStoreFile(path, busyMilliseconds, mustExist);
    this.#version = this.#database.prepare<[], number>("PRAGMA data_version").pluck();
    this.#all = this.#database.prepare(EVERY_KEY);
    this.#byId = this.#database.prepare(`SELECT ${COLUMNS} FROM keys WHERE id = ?`);
  }

  list(): StoredKey[] {
    return this.#all.all().map(storedKey);
  }

  find(id: string): StoredKey | null {
    const row = this.#byId.get(id);
    return row === undefined ? null : storedKey(row);
  }

  add(keys: readonly StoredKey[]): void {
    const insert = this.#database.prepare(INSERT);
    for (const key of keys) insert.run(rowOf(key));
  }

  change(keys: readonly StoredKey[]): void {
    const update = this.#database.prepare(UPDATE);
    for (const key of keys) {
      if (update.run(rowOf(key)).changes !== 1) throw new Error(`there is no key ${key.key.id} to be changed`);
    }
  }

  get isMirror(): boolean {
    return isMirror(this.#database);
  }

  becomeMirror(): void {
    this.#database.pragma(`application_id = ${MIRROR}`);
  }

  /** Begins a transaction: no other process changes the file until it ends. Throws at once when one is changing it now (`isBusy`). */
  begin(): void {
    this.#database.pragma("busy_timeout = 0");
    try {
      this.#database.exec("BEGIN IMMEDIATE");
    } finally {
      this.#database.pragma(`busy_timeout = ${this.#busyMilliseconds}`);
    }
    // Keys name those that took their place, in whatever order they are written.
    this.#database.pragma("defer_foreign_keys = on");
  }

  commit(): void {
    this.#database.exec("COMMIT");
  }

  /** SQLite undoes a transaction by itself when the disk is full. */
  rollBack(): void {
    if (this.#database.inTransaction) this.#database.exec("ROLLBACK");
  }

  /** Throws when the file has been damaged since it was opened. */
  refuseDamage(): void {
    refuseDamage(this.#database, this.path);
  }

  /** From now on, reads do not wait for a process that changes the keys: they are refused as busy. */
  stopWaiting(): void {
    this.#database.pragma("busy_timeout = 0");
  }

  /** A number that is another one after a different process has changed the keys. Costs microseconds. */
  get version(): number {
    return this.#version.get() as number;
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * Every key of a store that another process has open. Changes nothing, checks nothing for damage and waits for no lock. Throws when that is
 * not possible.
 */
export function keysAtAGlance(path: string): ApiKey[] {
  const database = openSqlite(path, { readonly: true, fileMustExist: true, timeout: 0 });
  try {
    return keysIn(database).map(({ key }) => key);
  } finally {
    database.close();
  }
}

function keysIn(database: SqliteDatabase): StoredKey[] {
  return database.prepare<[], Row>(EVERY_KEY).all().map(storedKey);
}

function isMirror(database: SqliteDatabase): boolean {
  return database.pragma("application_id", { simple: true }) === MIRROR;
}

function storedKey({ tokenHash, replacedBy, ...row }: Row): StoredKey {
  const { id, name, states, lastFour, createdAt, expiresAt, revokedAt, lookupsPerMinute } = row;
  const key = { id, name, states: states.split(","), lastFour, createdAt, expiresAt, revokedAt, lookupsPerMinute };
  return { key, tokenHash, replacedBy };
}

function rowOf({ key, tokenHash, replacedBy }: StoredKey): Row {
  return { ...key, states: key.states.join(","), tokenHash, replacedBy };
}

const KEYS_SCHEMA: Schema = {
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
 * Opens the file of a key store, creating it when it is missing and may be; throws a failure that names it.
 *
 * The store keeps SQLite's rollback journal, without a companion file between two changes. So it can be read where nothing can be written
 * (a read-only home, a full disk). A copy that is put in its place never meets the write-ahead log (WAL) of another store.
 */
function openStoreFile(file: string, busyMilliseconds: number, mustExist: boolean): SqliteDatabase {
  let database: SqliteDatabase | null = null;
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    // Opening a FIFO would wait for a reader.
    if (stats?.isFIFO()) throw damage("it is a FIFO");
    if (stats?.isDirectory()) throw damage("it is a folder");
    if (stats === undefined && !mustExist) makeStoreFile(file);
    // A store is made complete and never empty (below): this one has lost its keys, and must not become a new one silently.
    if (stats?.size === 0) throw damage("it is empty");
    database = openSqlite(file, { timeout: busyMilliseconds, fileMustExist: true });
    refuseDamage(database, file);
    prepareSchema(database, file, KEYS_SCHEMA);
    return database;
  } catch (error) {
    database?.close();
    throw unusableStore(file, error);
  }
}

/** A system or SQLite error as a failure that names the file; other errors are returned as they are. */
export function unusableStore(file: string, error: unknown): unknown {
  const remedy =
    rightsRemedy(file, error) ??
    'Fix the cause (a disk that is full, a folder that cannot be written). If the file is damaged, move it away and put back a copy with "ratebook keys import", or copy a backup of the whole home back. Or choose another --home.';
  return failureFrom(error, `${file} cannot be used`, remedy);
}

const DENIED = new Set(["EACCES", "EPERM"]);

/** SQLite does not report why a file cannot be opened or written. */
const SQLITE_DENIALS: readonly [code: string, right: number][] = [
  ["SQLITE_CANTOPEN", constants.R_OK],
  ["SQLITE_READONLY", constants.W_OK],
];

/** What to do when the rights of a file, or of its folder, caused the error; null for another cause. Nothing is damaged then. */
export function rightsRemedy(file: string, error: unknown): string | null {
  const code = codeOf(error) ?? "";
  const needed = SQLITE_DENIALS.find(([denial]) => code.startsWith(denial));
  if (!DENIED.has(code) && (needed === undefined || !isDenied(() => accessSync(file, needed[1])))) return null;
  if (isOwn(file)) return `This user owns the file, but its mode keeps the user out: "chmod 600 ${file}".`;
  return `The file or its folder belongs to another user. As root, give both to the user of the server: "chown -R USER ${dirname(file)}".`;
}

function isDenied(access: () => void): boolean {
  try {
    access();
    return false;
  } catch (error) {
    return DENIED.has(codeOf(error) ?? "");
  }
}

/** False when even the folder cannot be looked into. */
function isOwn(file: string): boolean {
  try {
    return statSync(file).uid === process.getuid?.();
  } catch {
    return false;
  }
}

/** Another process is changing the store now; what was read before is still valid. */
export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith("SQLITE_BUSY");
}

/** The whole file is checked for damage when it is opened, not when a damaged key is first used. */
function refuseDamage(database: SqliteDatabase, file: string): void {
  // In one transaction: no other process can change the length in between.
  database.transaction(() => {
    const found = database.pragma("quick_check(1)", { simple: true });
    if (found !== "ok") throw damage(`it is damaged: ${oneLine(String(found))}`);
    // SQLite reads the missing part of the last page as zeros.
    const pageBytes = database.pragma("page_size", { simple: true }) as number;
    if (statSync(file).size % pageBytes !== 0) throw damage("its end is missing");
  })();
}

/** Written beside and linked into place: a store is never incomplete, and of several that are created at once one counts. */
function makeStoreFile(file: string): void {
  const fresh = `${file}.${process.pid}.new`;
  try {
    rmSync(fresh, { force: true });
    closeSync(openSync(fresh, "wx", OWNER_ONLY_FILE));
    const database = openSqlite(fresh);
    prepareSchema(database, fresh, KEYS_SCHEMA);
    database.close();
    putInPlace(fresh, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** What file systems without hard links answer. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Throws when a file is in that place. */
export function putInPlace(fresh: string, file: string): void {
  try {
    linkSync(fresh, file);
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error) ?? "")) throw error;
    copyFileSync(fresh, file, constants.COPYFILE_EXCL);
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}

/** What SQLite found, without the heading on its first line. */
function oneLine(found: string): string {
  return found.replace(/^\*\*\*.*\*\*\*\s*/, "").replaceAll(/\s+/g, " ");
}

/** As SQLite reports the damage that it finds. */
function damage(found: string): Error {
  return sqliteError(found, "SQLITE_CORRUPT");
}
