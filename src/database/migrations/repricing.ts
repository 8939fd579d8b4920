import type { Migration } from "../migration.ts";

/**
 * Files that are repriced by several machines: a run, the ranges of its file that are under way, and their results until they are
 * fetched. The queue of the ranges is that of pg-boss, in a schema of its own. Bytes come compressed, so PostgreSQL need not try.
 */
export const repricing: Migration = {
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
