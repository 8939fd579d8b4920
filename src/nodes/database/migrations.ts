import { failure } from "../../core/runtime/failure.ts";
import type { AnySql, Database } from "./database.ts";

/** Held while the schema is brought up to date; the number has no meaning. */
const LOCK = 7_283_223;

/**
 * Brings the schema up to date, under an advisory lock: nodes that start together do it once. A database that is up to date is only
 * looked at, so that nodes need no right to change the schema.
 */
export async function migrate(database: Database): Promise<void> {
  await database.refuseUnusable();
  try {
    const known = await appliedMigrations(database.sql);
    if (known === MIGRATIONS.length) return;
    // Before anything is begun that a node has no right to.
    if (known > MIGRATIONS.length) throw tooNew(database);
    await database.transaction(async (sql) => {
      await sql`SELECT pg_advisory_xact_lock(${LOCK})`;
      await sql.unsafe(SCHEMA_BEGINNING);
      const done = await appliedMigrations(sql);
      if (done > MIGRATIONS.length) throw tooNew(database);
      for (const [place, { name, statements }] of MIGRATIONS.entries()) {
        if (place < done) continue;
        await sql.unsafe(statements);
        await sql`INSERT INTO ratebook.migrations (number, name) VALUES (${place + 1}, ${name})`;
      }
    });
  } catch (error) {
    throw database.failureFrom(error);
  }
}

/** How many of the steps a database has. */
export async function appliedMigrations(sql: AnySql): Promise<number> {
  const [there] = await sql<[{ there: boolean }]>`SELECT to_regclass('ratebook.migrations') IS NOT NULL AS there`;
  if (!there.there) return 0;
  const [row] = await sql<[{ count: number }]>`SELECT count(*)::integer AS count FROM ratebook.migrations`;
  return row.count;
}

function tooNew(database: Database): Error {
  return failure(`${database.shown} was brought up to date by a newer ratebook. Upgrade this one.`);
}

/** One step of the schema: what is in it stays as it is once it has been released. */
interface Migration {
  readonly name: string;
  readonly statements: string;
}

/**
 * What nodes follow: a number per topic that rises with every change, for those who ask, and a notification that names the
 * topic, for those who listen. The token is another one after every change: a standby that lagged and took over, or an old backup, may come to
 * a number that was seen before with other rows. Tables are put under a topic by a trigger of their own that calls `note_change`.
 */
const changes: Migration = {
  name: "changes",
  statements: `
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
  `,
};

/** The keys that nodes share: as in a home, the hash of a token and never the token. No key is ever taken out. */
const keys: Migration = {
  name: "keys",
  statements: `
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
  `,
};

/** What was done to what nodes share: the lines of an audit log (`docs/operations.md`), each chained to the one before. */
const audit: Migration = {
  name: "audit",
  statements: `
    CREATE TABLE ratebook.audit (
      sequence bigint PRIMARY KEY,
      line text NOT NULL
    );
  `,
};

/**
 * The catalogue of releases, which one is active, and the nodes that serve them. A file is a row of its own: its chunks are written under it
 * one by one, and only the row in `releases` that is written last makes them a release. Chunks are not compressed (EXTERNAL): that
 * would cost more time than the bytes that it saves.
 */
const releases: Migration = {
  name: "releases",
  statements: `
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
  `,
};

/** What keys have used, over all nodes; and of each that sends usage the last batch that was counted. */
const usage: Migration = {
  name: "usage",
  statements: `
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
  `,
};

/**
 * What keys have used of windows of their rate limits, and the function that lends from them as `LeaseIssuer` does
 * (`src/keys/leased-limits.ts`). Nothing here is worth keeping for more than ten seconds: the table has no write-ahead log, and is empty after
 * a crash of the server or a failover.
 *
 * Nodes pass the window that the clock of the database is in (`src/keys/node-limits.ts`). Those of earlier versions pass
 * that of their own clock: one that is ahead begins the next window earlier, and finds there what others leave.
 */
const limits: Migration = {
  name: "limits",
  statements: `
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
  `,
};

/**
 * Files that are repriced by several machines: a run, the ranges of its file that are under way, and their results until they are
 * fetched. The queue of the ranges is that of pg-boss, in a schema of its own. Bytes come compressed, so PostgreSQL need not try.
 */
const repricing: Migration = {
  name: "repricing",
  statements: `
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
  `,
};

/** In the order in which they are applied. New ones stand last; what has been released is never changed. */
export const MIGRATIONS: readonly Migration[] = [changes, keys, audit, releases, usage, limits, repricing];

/** What comes before the first step. Not CREATE SCHEMA IF NOT EXISTS: that needs a right on the whole database even where the schema is there. */
export const SCHEMA_BEGINNING = `
  DO $$ BEGIN
    IF to_regnamespace('ratebook') IS NULL THEN CREATE SCHEMA ratebook; END IF;
  END $$;
  CREATE TABLE IF NOT EXISTS ratebook.migrations (
    number integer PRIMARY KEY,
    name text NOT NULL,
    applied_at timestamptz(3) NOT NULL DEFAULT now()
  );
`;
