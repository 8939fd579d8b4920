import type { Migration } from "../migration.ts";

/** What keys have used, over all nodes; and of each that sends usage the last batch that was counted. */
export const usage: Migration = {
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
