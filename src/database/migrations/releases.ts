import type { Migration } from "../migration.ts";

/**
 * The catalogue of releases, which one is active, and the nodes that serve them. A file is a row of its own: its chunks are written under it
 * one by one, and only the row in `releases` that is written last makes them a release. Chunks are not compressed (EXTERNAL): that
 * would cost more time than the bytes that it saves.
 */
export const releases: Migration = {
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
