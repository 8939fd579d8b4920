import Database from "better-sqlite3";
import type { ApiKey } from "./api-key.ts";
import { openStoreFile, refuseDamage } from "./store-file.ts";

/** Another process may be writing: a command waits for it this long before it gives up. */
const BUSY_MILLISECONDS_MAX = 10_000;

const COLUMNS = `id, name, states, last_four AS lastFour, created_at AS createdAt, expires_at AS expiresAt,
  revoked_at AS revokedAt, lookups_per_minute AS lookupsPerMinute`;

const EVERY_KEY = `SELECT ${COLUMNS}, token_hash AS tokenHash FROM keys ORDER BY created_at, id`;

type Row = Omit<ApiKey, "states"> & { readonly states: string };

interface Opening {
  readonly busyMilliseconds?: number;
  /** A store that is missing is otherwise made. */
  readonly mustExist?: boolean;
}

/** The keys of one home folder, in a SQLite file that several processes may use at once. */
export class KeyStore {
  readonly #file: string;
  readonly #database: Database.Database;
  readonly #all: Database.Statement<[], Row & { readonly tokenHash: string }>;
  readonly #byId: Database.Statement<[string], Row>;
  readonly #version: Database.Statement<[], number>;

  constructor(file: string, { busyMilliseconds = BUSY_MILLISECONDS_MAX, mustExist = false }: Opening = {}) {
    this.#file = file;
    this.#database = openStoreFile(file, busyMilliseconds, mustExist);
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

  /** Throws when the file has been damaged since it was opened. */
  refuseDamage(): void {
    refuseDamage(this.#database, this.#file);
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
