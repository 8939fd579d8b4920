import { openSqlite, type SqliteDatabase, type SqliteStatement } from "../files/sqlite.ts";
import type { ApiKey } from "./api-key.ts";
import type { StoredKey } from "./key-store.ts";
import { openStoreFile, refuseDamage } from "./store-file.ts";

/** Another process may be writing: a command waits for it this long before it gives up. */
export const BUSY_MILLISECONDS_MAX = 10_000;

/** What the header of a store says that mirrors a database (`key-mirror.ts`); of a store with keys of its own it says 0. */
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

/** The SQLite file with the keys of a home, opened by one of the processes that may use it at once. It answers at once. */
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

  /** Every key ever made, the oldest first. */
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

  /** Begins a transaction: nobody else changes the file until it ends. Throws at once when somebody else is at it (`isBusy`). */
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

  /** From now on nobody who changes the keys is waited for: a look that comes at the wrong moment is refused as busy. */
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
 * Every key of a store that somebody has open, at a glance: nothing is made, changed or looked through for damage, and
 * nobody is waited for. Throws where that is not possible.
 */
export function keysAtAGlance(path: string): ApiKey[] {
  const database = openSqlite(path, { readonly: true, fileMustExist: true, timeout: 0 });
  try {
    return keysIn(database).map(({ key }) => key);
  } finally {
    database.close();
  }
}

/** Every key of a store that was opened elsewhere. */
export function keysIn(database: SqliteDatabase): StoredKey[] {
  return database.prepare<[], Row>(EVERY_KEY).all().map(storedKey);
}

export function isMirror(database: SqliteDatabase): boolean {
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
