import type { AnySql, Database } from "../nodes/database/database.ts";
import type { ApiKey, KeyStore, Keys, StoredKey } from "./api-key.ts";

/** The keys that nodes share (`database/schema.ts`). The database records every change for followers. */
export class PostgresKeyStore implements KeyStore {
  readonly place = "this database";
  readonly #database: Database;

  /** The schema of the database is up to date (`makeSchema`). */
  constructor(database: Database) {
    this.#database = database;
  }

  list(): Promise<readonly StoredKey[]> {
    return new PostgresKeys(this.#database.sql).list();
  }

  find(id: string): Promise<StoredKey | null> {
    return new PostgresKeys(this.#database.sql).find(id);
  }

  add(keys: readonly StoredKey[]): Promise<void> {
    return this.together((all) => all.add(keys));
  }

  change(keys: readonly StoredKey[]): Promise<void> {
    return this.together((all) => all.change(keys));
  }

  together<Outcome>(change: (keys: Keys) => Promise<Outcome>): Promise<Outcome> {
    return this.inTransaction((keys) => change(keys));
  }

  /** A transaction for work that also writes elsewhere in the database. */
  inTransaction<Outcome>(work: (keys: Keys, sql: AnySql) => Promise<Outcome>): Promise<Outcome> {
    return this.#database.transaction(async (sql) => {
      // One writer at a time, as in a SQLite file; others may read. The second writer sees what the first has done.
      await sql`LOCK TABLE keys IN SHARE ROW EXCLUSIVE MODE`;
      return await work(new PostgresKeys(sql), sql);
    });
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly states: string[];
  readonly last_four: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly lookups_per_minute: number | null;
  readonly token_hash: string;
  readonly replaced_by: string | null;
}

/** All keys go in one JSON text: one statement, one change notification. */
const SENT_COLUMNS = `id text, name text, states text[], last_four text, created_at timestamptz, expires_at timestamptz,
  revoked_at timestamptz, lookups_per_minute integer, token_hash text, replaced_by text`;

class PostgresKeys implements Keys {
  readonly place = "this database";
  readonly #sql: AnySql;

  constructor(sql: AnySql) {
    this.#sql = sql;
  }

  async list(): Promise<readonly StoredKey[]> {
    // The order does not depend on the database's language.
    const rows = await this.#sql<Row[]>`SELECT * FROM keys ORDER BY created_at, id COLLATE "C"`;
    return rows.map(storedKey);
  }

  async find(id: string): Promise<StoredKey | null> {
    const [row] = await this.#sql<Row[]>`SELECT * FROM keys WHERE id = ${id}`;
    return row === undefined ? null : storedKey(row);
  }

  async add(keys: readonly StoredKey[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#sql`
      INSERT INTO keys (id, name, states, last_four, created_at, expires_at, revoked_at, lookups_per_minute, token_hash, replaced_by)
      SELECT id, name, states, last_four, created_at, expires_at, revoked_at, lookups_per_minute, token_hash, replaced_by
      FROM ${this.#sent(keys)}`;
  }

  async change(keys: readonly StoredKey[]): Promise<void> {
    if (keys.length === 0) return;
    const { count } = await this.#sql`
      UPDATE keys SET name = sent.name, states = sent.states, last_four = sent.last_four, created_at = sent.created_at,
        expires_at = sent.expires_at, revoked_at = sent.revoked_at, lookups_per_minute = sent.lookups_per_minute,
        token_hash = sent.token_hash, replaced_by = sent.replaced_by
      FROM ${this.#sent(keys)} WHERE keys.id = sent.id`;
    if (count !== keys.length) throw new Error(`${keys.length - count} of the keys to be changed are not there`);
  }

  together<Outcome>(change: (keys: Keys) => Promise<Outcome>): Promise<Outcome> {
    return change(this);
  }

  #sent(keys: readonly StoredKey[]) {
    const sql = this.#sql;
    return sql`json_to_recordset(${JSON.stringify(keys.map(rowOf))}::text::json) AS sent (${sql.unsafe(SENT_COLUMNS)})`;
  }
}

function storedKey(row: Row): StoredKey {
  const key: ApiKey = {
    id: row.id,
    name: row.name,
    states: row.states,
    lastFour: row.last_four,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    lookupsPerMinute: row.lookups_per_minute,
  };
  return { key, tokenHash: row.token_hash, replacedBy: row.replaced_by };
}

function rowOf({ key, tokenHash, replacedBy }: StoredKey) {
  return {
    id: key.id,
    name: key.name,
    states: key.states,
    last_four: key.lastFour,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    lookups_per_minute: key.lookupsPerMinute,
    token_hash: tokenHash,
    replaced_by: replacedBy,
  };
}
