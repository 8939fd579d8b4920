import type { Migration } from "../migration.ts";

/** The keys that nodes share: as in a home, the hash of a token and never the token. No key is ever taken out. */
export const keys: Migration = {
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
