import { failure } from "../../core/runtime/failure.ts";
import type { AnySql, Database } from "./database.ts";

/** Another schema has another number: it is made in an empty database. */
const SCHEMA_VERSION = 1;

/** Held while the schema is made; the number has no meaning. */
const LOCK = 7_283_223;

/**
 * Makes the schema where it is missing, under an advisory lock: nodes that start together do it once. A schema that is there is only read,
 * so nodes need no right to change it.
 */
export async function makeSchema(database: Database): Promise<void> {
  await database.refuseUnusable();
  try {
    const found = await schemaVersion(database.sql);
    if (found === SCHEMA_VERSION) return;
    if (found !== null) {
      throw failure(
        `${database.shown} has the schema of another Ratebook (${found}, this one knows ${SCHEMA_VERSION}). Use the Ratebook that made it, or an empty database.`,
      );
    }
    await database.transaction(async (sql) => {
      await sql`SELECT pg_advisory_xact_lock(${LOCK})`;
      await sql.unsafe(SCHEMA_SQL);
    });
  } catch (error) {
    throw database.failureFrom(error);
  }
}

/** Null: the database has no schema yet. */
export async function schemaVersion(sql: AnySql): Promise<number | null> {
  const [there] = await sql<[{ there: boolean }]>`SELECT to_regclass('ratebook.schema_version') IS NOT NULL AS there`;
  if (!there.there) return null;
  const [row] = await sql<[{ number: number }]>`SELECT number FROM ratebook.schema_version`;
  return row.number;
}

/**
 * Changes that nodes follow: a number per topic that rises with every change, for polling, and a notification with the topic, for
 * listeners. The token changes with every change: a lagging standby that took over, or an old backup, may reach a known number with other
 * rows. A trigger that calls `note_change` puts a table under a topic.
 */
const CHANGES = `
  CREATE TABLE ratebook.changes (
    topic text PRIMARY KEY,
    number bigint NOT NULL,
    token uuid NOT NULL
  );

  CREATE FUNCTION ratebook.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO ratebook.changes AS known (topic, number, token) VALUES (TG_ARGV[0], 1, gen_random_uuid())
      ON CONFLICT (topic) DO UPDATE SET number = known.number + 1, token = excluded.token;
    PERFORM pg_notify('ratebook', TG_ARGV[0]);
    RETURN NULL;
  END $$;
`;

/** The keys that nodes share: as in a home, the hash of a token and never the token. Keys are never deleted. */
const KEYS = `
  CREATE TABLE ratebook.keys (
    id text PRIMARY KEY,
    name text NOT NULL,
    token_hash text NOT NULL UNIQUE,
    last_four text NOT NULL,
    states text[] NOT NULL,
    created_at timestamptz(3) NOT NULL CHECK (isfinite(created_at)),
    expires_at timestamptz(3) CHECK (isfinite(expires_at)),
    revoked_at timestamptz(3) CHECK (isfinite(revoked_at)),
    lookups_per_minute integer,
    replaced_by text REFERENCES ratebook.keys (id) DEFERRABLE INITIALLY DEFERRED
  );

  CREATE TRIGGER changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ratebook.keys
    FOR EACH STATEMENT EXECUTE FUNCTION ratebook.note_change('keys');
`;

/** The audit log that nodes share (`docs/keys.md`), each line chained to the one before. */
const AUDIT = `
  CREATE TABLE ratebook.audit (
    sequence bigint PRIMARY KEY,
    line text NOT NULL
  );
`;

/**
 * The catalogue of releases, the active one, and the nodes that serve them. A file is one row with its chunks below it. Only the row in
 * `releases`, written last, makes it a release. Chunks are not compressed (EXTERNAL): that costs more time than it saves.
 */
const RELEASES = `
  CREATE TABLE ratebook.release_files (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    begun_at timestamptz(3) NOT NULL DEFAULT now()
  );

  CREATE TABLE ratebook.release_chunks (
    file_number integer NOT NULL REFERENCES ratebook.release_files ON DELETE CASCADE,
    number integer NOT NULL,
    sha256 text NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (file_number, number)
  );
  ALTER TABLE ratebook.release_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

  CREATE TABLE ratebook.releases (
    content_hash text PRIMARY KEY,
    file_number integer NOT NULL UNIQUE REFERENCES ratebook.release_files,
    name text NOT NULL,
    version text NOT NULL,
    file_bytes bigint NOT NULL,
    file_sha256 text NOT NULL,
    chunks integer NOT NULL,
    pushed_at timestamptz(3) NOT NULL DEFAULT now(),
    pushed_by text NOT NULL
  );

  CREATE TABLE ratebook.active_release (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    content_hash text NOT NULL REFERENCES ratebook.releases
  );
  CREATE TRIGGER changed AFTER INSERT OR UPDATE ON ratebook.active_release
    FOR EACH STATEMENT EXECUTE FUNCTION ratebook.note_change('releases');

  CREATE TABLE ratebook.release_activations (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    content_hash text NOT NULL,
    version text NOT NULL,
    activated_at timestamptz(3) NOT NULL DEFAULT now(),
    activated_by text NOT NULL
  );

  CREATE TABLE ratebook.nodes (
    id text NOT NULL,
    host text NOT NULL,
    port integer NOT NULL,
    workers integer NOT NULL,
    product_version text NOT NULL,
    release_hash text NOT NULL,
    release_version text NOT NULL,
    started_at timestamptz(3) NOT NULL,
    seen_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id, host, port)
  );
`;

/** Usage of keys over all nodes, and the last batch that was counted for each sender. */
const USAGE = `
  CREATE TABLE ratebook.usage (
    day date NOT NULL,
    key_id text NOT NULL,
    state text NOT NULL,
    setting text NOT NULL,
    lookups bigint NOT NULL,
    priced bigint NOT NULL,
    PRIMARY KEY (day, key_id, state, setting)
  );

  CREATE TABLE ratebook.usage_senders (
    id text PRIMARY KEY,
    last_batch bigint NOT NULL,
    token text NOT NULL,
    received_at timestamptz(3) NOT NULL DEFAULT now()
  );
`;

/**
 * What keys have used of their rate limit windows, and the function that lends from them as `LeaseIssuer` does
 * (`src/keys/leased-limits.ts`). Nothing here is needed for more than ten seconds: the table has no write-ahead log, and is empty after a
 * crash or a failover.
 */
const LIMITS = `
  CREATE UNLOGGED TABLE ratebook.limits (
    key_id text NOT NULL,
    window_number bigint NOT NULL,
    used bigint NOT NULL,
    PRIMARY KEY (key_id, window_number)
  );

  CREATE FUNCTION ratebook.lend(
    asked_key text, asked_window bigint, window_limit bigint, unused bigint, further bigint[], costs bigint[],
    lease_divisor bigint, window_milliseconds bigint, OUT admitted integer, OUT lookups bigint, OUT remaining bigint
  ) LANGUAGE plpgsql AS $$
  DECLARE
    now_used bigint;
    cost bigint;
  BEGIN
    -- The row is locked by this, whether it is new or not.
    INSERT INTO ratebook.limits AS known (key_id, window_number, used) VALUES (asked_key, asked_window, 0)
      ON CONFLICT (key_id, window_number) DO UPDATE SET used = greatest(0, known.used - lend.unused)
      RETURNING used INTO now_used;
    IF now_used = 0 THEN
      -- By the clock of the database: that of a node may be ahead, and others are still in earlier windows.
      DELETE FROM ratebook.limits WHERE key_id = asked_key AND window_number <
        least(asked_window, floor(extract(epoch FROM clock_timestamp()) * 1000 / window_milliseconds)::bigint) - 6;
    END IF;
    admitted := 0;
    FOREACH cost IN ARRAY further LOOP
      EXIT WHEN now_used > window_limit;
      now_used := now_used + cost;
      admitted := admitted + 1;
    END LOOP;
    FOREACH cost IN ARRAY costs LOOP
      EXIT WHEN now_used >= window_limit;
      now_used := now_used + cost;
      admitted := admitted + 1;
    END LOOP;
    lookups := greatest(0, (window_limit - now_used) / lease_divisor);
    now_used := now_used + lookups;
    remaining := greatest(0, window_limit - now_used);
    UPDATE ratebook.limits SET used = now_used WHERE key_id = asked_key AND window_number = asked_window;
  END $$;
`;

/**
 * Files that several machines reprice: a run, the ranges of its file that are under way, and their results until they are fetched. The
 * queue of the ranges is pg-boss, in its own schema. Bytes come compressed, so PostgreSQL need not try.
 */
const REPRICING = `
  CREATE TABLE ratebook.repricing_runs (
    id uuid PRIMARY KEY,
    program text NOT NULL,
    plan json NOT NULL,
    started_at timestamptz(3) NOT NULL DEFAULT now(),
    seen_at timestamptz(3) NOT NULL DEFAULT now()
  );

  CREATE TABLE ratebook.repricing_ranges (
    id uuid PRIMARY KEY,
    run uuid NOT NULL REFERENCES ratebook.repricing_runs ON DELETE CASCADE,
    first_line bigint NOT NULL,
    lines bytea NOT NULL CHECK (octet_length(lines) <= 2097152)
  );
  CREATE INDEX ON ratebook.repricing_ranges (run);

  CREATE TABLE ratebook.repricing_results (
    range uuid PRIMARY KEY REFERENCES ratebook.repricing_ranges ON DELETE CASCADE,
    output bytea NOT NULL CHECK (octet_length(output) <= 67108864),
    faults bytea NOT NULL CHECK (octet_length(faults) <= 67108864),
    tally json NOT NULL
  );

  ALTER TABLE ratebook.repricing_ranges ALTER COLUMN lines SET STORAGE EXTERNAL;
  ALTER TABLE ratebook.repricing_results
    ALTER COLUMN output SET STORAGE EXTERNAL, ALTER COLUMN faults SET STORAGE EXTERNAL;
`;

/**
 * The schema as SQL that a person can read and run; where it is there, it does nothing. Not CREATE SCHEMA IF NOT EXISTS: that needs a right
 * on the whole database even when the schema exists.
 */
export const SCHEMA_SQL = `DO $schema$ BEGIN
IF to_regclass('ratebook.schema_version') IS NULL THEN
  IF to_regnamespace('ratebook') IS NULL THEN CREATE SCHEMA ratebook; END IF;

  CREATE TABLE ratebook.schema_version (
    number integer PRIMARY KEY
  );
  INSERT INTO ratebook.schema_version (number) VALUES (${SCHEMA_VERSION});
${[CHANGES, KEYS, AUDIT, RELEASES, USAGE, LIMITS, REPRICING].join("")}END IF;
END $schema$;
`;
