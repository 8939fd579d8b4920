import { closeSync, openSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { failure, toldAs } from "../reading/failure.ts";
import type { ApiKey } from "./api-key.ts";

/** Another process may be writing: a command waits for it this long before it gives up. */
const BUSY_MILLISECONDS_MAX = 10_000;
const OWNER_ONLY = 0o600;

const SCHEMA_VERSION = 1;
const SCHEMA = `
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
`;

const COLUMNS = `id, name, states, last_four AS lastFour, created_at AS createdAt, expires_at AS expiresAt,
  revoked_at AS revokedAt, lookups_per_minute AS lookupsPerMinute`;

const EVERY_KEY = `SELECT ${COLUMNS}, token_hash AS tokenHash FROM keys ORDER BY created_at, id`;

type Row = Omit<ApiKey, "states"> & { readonly states: string };

/** The keys of one home folder, in a SQLite file that several processes may use at once. */
export class KeyStore {
  readonly #database: Database.Database;
  readonly #all: Database.Statement<[], Row & { readonly tokenHash: string }>;
  readonly #byId: Database.Statement<[string], Row>;
  readonly #version: Database.Statement<[], number>;

  constructor(file: string, busyMilliseconds = BUSY_MILLISECONDS_MAX) {
    this.#database = opened(file, busyMilliseconds);
    this.#version = this.#database.prepare<[], number>("PRAGMA data_version").pluck();
    this.#all = this.#database.prepare(EVERY_KEY);
    this.#byId = this.#database.prepare(`SELECT ${COLUMNS} FROM keys WHERE id = ?`);
  }

  add(key: ApiKey, tokenHash: string): void {
    this.#database
      .prepare(
        `INSERT INTO keys (id, name, token_hash, last_four, states, created_at, expires_at, revoked_at, lookups_per_minute)
         VALUES (@id, @name, @tokenHash, @lastFour, @states, @createdAt, @expiresAt, @revokedAt, @lookupsPerMinute)`,
      )
      .run({ ...key, states: key.states.join(","), tokenHash });
  }

  find(id: string): ApiKey | null {
    const row = this.#byId.get(id);
    return row === undefined ? null : apiKey(row);
  }

  /** Every key ever made, the oldest first. */
  list(): ApiKey[] {
    return this.#all.all().map(apiKey);
  }

  /** Keys by the hash of their token, those that are revoked left out. */
  usable(): Map<string, ApiKey> {
    const rows = this.#all.all().filter((row) => row.revokedAt === null);
    return new Map(rows.map((row) => [row.tokenHash, apiKey(row)]));
  }

  revoke(id: string, revokedAt: string): void {
    this.#database.prepare("UPDATE keys SET revoked_at = ? WHERE id = ?").run(revokedAt, id);
  }

  /** Another key takes this one's place; this one stops working at `expiresAt`. */
  replace(id: string, replacement: string, expiresAt: string): void {
    this.#database
      .prepare("UPDATE keys SET replaced_by = ?, expires_at = ? WHERE id = ?")
      .run(replacement, expiresAt, id);
  }

  replacementOf(id: string): string | null {
    return (
      this.#database.prepare<[string], string | null>("SELECT replaced_by FROM keys WHERE id = ?").pluck().get(id) ??
      null
    );
  }

  /** Several changes as one: all of them happen or none. */
  together<Outcome>(change: () => Outcome): Outcome {
    return this.#database.transaction(change).immediate();
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
export function keysAtAGlance(file: string): ApiKey[] {
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 });
  try {
    return database.prepare<[], Row>(EVERY_KEY).all().map(apiKey);
  } finally {
    database.close();
  }
}

function apiKey({ id, name, states, lastFour, createdAt, expiresAt, revokedAt, lookupsPerMinute }: Row): ApiKey {
  return { id, name, states: states.split(","), lastFour, createdAt, expiresAt, revokedAt, lookupsPerMinute };
}

/** Opens the file, making it when it is missing; throws a failure that names it when it cannot be used. */
function opened(file: string, busyMilliseconds: number): Database.Database {
  let database: Database.Database | null = null;
  try {
    // Opening a FIFO would wait for somebody who reads it.
    if (statSync(file, { throwIfNoEntry: false })?.isFIFO()) throw damage("it is a FIFO");
    // SQLite gives its companion files the mode of the main one, so only this has to be created with care.
    closeSync(openSync(file, "a", OWNER_ONLY));
    database = new Database(file, { timeout: busyMilliseconds });
    database.pragma("journal_mode = WAL");
    refuseDamage(database, file);
    prepareSchema(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw unusableStore(file, error);
  }
}

/** Damage is found when the file is opened, not when a key is first looked for where it is. */
function refuseDamage(database: Database.Database, file: string): void {
  const found = database.pragma("quick_check(1)", { simple: true });
  if (found !== "ok") throw damage(`it is damaged: ${oneLine(String(found))}`);
  // SQLite takes what is missing of the last page for zeros.
  const pageBytes = database.pragma("page_size", { simple: true }) as number;
  if (statSync(file).size % pageBytes !== 0) throw damage("its end is missing");
}

/** What SQLite found, without the heading that it puts on a line of its own. */
function oneLine(found: string): string {
  return found.replace(/^\*\*\*.*\*\*\*\s*/, "").replaceAll(/\s+/g, " ");
}

/** As SQLite tells what it comes across by itself. */
function damage(found: string): Error {
  return new Database.SqliteError(found, "SQLITE_CORRUPT");
}

/** An error of the system or of SQLite as a failure that names the file; any other error as it is. */
export function unusableStore(file: string, error: unknown): unknown {
  const remedy = "Mend the cause or put back a copy of the file, or choose another --home.";
  return toldAs(error, `${file} cannot be used`, remedy);
}

function prepareSchema(database: Database.Database, file: string): void {
  if (schemaVersion(database) === SCHEMA_VERSION) return;
  database
    .transaction(() => {
      const version = schemaVersion(database);
      if (version === SCHEMA_VERSION) return;
      if (version > SCHEMA_VERSION) {
        throw failure(
          `${file} was written by a newer Ratebook (format ${version}, this one knows ${SCHEMA_VERSION}). Upgrade Ratebook, or use another --home.`,
        );
      }
      database.exec(SCHEMA);
      database.pragma(`user_version = ${SCHEMA_VERSION}`);
    })
    .immediate();
}

function schemaVersion(database: Database.Database): number {
  return database.pragma("user_version", { simple: true }) as number;
}
